// needs: bits
// Vulkan allows a quotient 2.5 ulp: one correction by the residual makes 6/3 exactly 2.
fn rm_rdivide_T(a: REAL, b: REAL) -> REAL {
    let q = a / b;
    let y = q + fma(-q, b, a) / b;
    return select(q, y, rm_isfinite_T(y) && q != 0.0R);
}
