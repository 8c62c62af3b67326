// needs: rdivide
// a / b for |a| < 1e20 and 1e-4 < b < 1e4
fn rm_rdivide_near_T(a: REAL, b: REAL) -> REAL {
    let inverse = 1.0R / b;
    let q = select(rm_keep_T(a * inverse, b), a * inverse, FUSED);
    // what the residual of a smaller one would be is subnormal
    if abs(q) > 1.0e-25R {
        return fma(rm_residual_T(a, q, b), inverse, q);
    }
    return rm_rdivide_slow_T(a, b);
}
