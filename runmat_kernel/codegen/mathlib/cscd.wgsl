// needs: sind, rdivide
fn rm_cscd_T(x: REAL) -> REAL {
    // the sine of a tiny angle may be subnormal
    if abs(x) < 1.0e-30R {
        return rm_rdivide_T(57.295779513082320877R, x);
    }
    return rm_rdivide_T(1.0R, rm_sind_T(x));
}
