// needs: bits
// Vulkan allows sqrt some error: one correction by the residual makes it right.
fn rm_sqrt_f64(x: f64) -> f64 {
    let s = sqrt(x);
    let y = fma(rm_residual_f64(x, s, s), 0.5lf / s, s);
    return select(s, y, x > 0.0lf && rm_isfinite_f64(x));
}
