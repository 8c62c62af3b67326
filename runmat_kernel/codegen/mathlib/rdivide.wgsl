// needs: bits
// Vulkan allows a quotient 2.5 ulp: one correction by the residual makes 6/3 exactly 2.
fn rm_rdivide_T(a: REAL, b: REAL) -> REAL {
    if FUSED && abs(b) > 1.0e-37R && abs(b) < 1.0e37R {
        let inverse = 1.0R / b;
        let q = a * inverse;
        return select(q, fma(fma(-q, b, a), inverse, q), rm_isfinite_T(q));
    }
    let q = a / b;
    let back = q * b;
    let y = q + ((a - back) - rm_product_error_T(q, b, back)) / b;
    return select(q, y, rm_isfinite_T(y) && q != 0.0R);
}
