"""Classes: definitions, objects, dispatch, events, enumerations, meta objects."""
