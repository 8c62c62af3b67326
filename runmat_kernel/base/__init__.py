"""The basis of all packages: source texts, errors, settings, events."""
