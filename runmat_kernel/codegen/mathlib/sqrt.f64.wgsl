// needs: bits
// Vulkan allows sqrt some error: one correction by the residual makes it right.
fn rm_sqrt_f64(x: f64) -> f64 {
    let s = sqrt(x);
    let y = fma(rm_residual_f64(x, s, s), 0.5lf / s, s);
    // an NVIDIA driver has NaN for the root of infinity, and takes tests of the bits of a widened single for finite
    return select(select(s, x, x > 1.7976931348623157e308lf), y, x > 0.0lf && x <= 1.7976931348623157e308lf);
}
