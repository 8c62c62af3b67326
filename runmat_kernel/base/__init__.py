"""What every package needs: source texts, errors, settings, events."""
