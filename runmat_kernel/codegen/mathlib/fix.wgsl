fn rm_fix_T(x: REAL) -> REAL { return trunc(x); }
