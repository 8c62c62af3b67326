"""From text to Ast, and back."""
