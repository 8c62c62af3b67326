// needs: tand, rdivide
fn rm_cotd_T(x: REAL) -> REAL {
    // the tangent of a tiny angle may be subnormal
    if abs(x) < 1.0e-30R {
        return rm_rdivide_T(57.295779513082320877R, x);
    }
    return rm_rdivide_T(1.0R, rm_tand_T(x));
}
