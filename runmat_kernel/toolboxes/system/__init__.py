"""The machine, the release and the search path; timers, questions to the user, dialogs, published pages."""
