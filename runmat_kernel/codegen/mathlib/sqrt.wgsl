// needs: bits
// Vulkan allows sqrt 3 ulp: one correction by the residual makes it right.
fn rm_sqrt_T(x: REAL) -> REAL {
    let s = sqrt(x);
    let y = s + fma(-s, s, x) / (s + s);
    return select(s, y, x > 0.0R && rm_isfinite_T(x) && rm_isfinite_T(y));
}
