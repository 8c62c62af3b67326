"""Making, sorting, searching and regrouping arrays, cells and structures; sets, maps, categories.  Uses NumPy alone."""
