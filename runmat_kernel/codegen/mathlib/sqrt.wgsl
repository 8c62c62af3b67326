// needs: bits
// Vulkan allows sqrt 3 ulp: one correction by the residual makes it right.
fn rm_sqrt_T(x: REAL) -> REAL {
    let s = sqrt(x);
    if FUSED {
        let h = 0.5R / s;
        return select(s, fma(fma(-s, s, x), h, s), x > 0.0R && rm_isfinite_T(x));
    }
    let square = s * s;
    let y = s + ((x - square) - rm_product_error_T(s, s, square)) / (s + s);
    return select(s, y, x > 0.0R && rm_isfinite_T(x) && rm_isfinite_T(y));
}
