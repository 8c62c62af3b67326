// needs: bits
// Vulkan allows a quotient 2.5 ulp: one correction by the residual makes 6/3 exactly 2.
fn rm_rdivide_T(a: REAL, b: REAL) -> REAL {
    let inverse = 1.0R / b;
    let q = a * inverse;
    if abs(b) > 1.0e-37R && abs(b) < 1.0e37R && abs(a) > 1.0e-30R && rm_isfinite_T(q) {
        return fma(rm_residual_T(a, q, b), inverse, q);
    }
    return a / b;
}
