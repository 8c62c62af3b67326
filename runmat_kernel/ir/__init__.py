"""Loops of a program as structured SSA: made once from the Ast and the values observed, shown, checked, interpreted, compiled."""
