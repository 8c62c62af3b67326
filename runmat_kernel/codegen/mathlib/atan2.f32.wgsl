// needs: atan
fn rm_atan2_f32(y: f32, x: f32) -> f32 {
    let ax = abs(x);
    let ay = abs(y);
    var angle = 0.0f;
    if rm_isinf_f32(x) && rm_isinf_f32(y) {
        angle = 0.7853981852531433f;
    } else if rm_isinf_f32(y) || (ax == 0.0f && ay != 0.0f) {
        angle = 1.5707963705062866f;
    } else if ay != 0.0f && !rm_isinf_f32(x) {
        // scaled by a power of two, so that sum, quotient and its residual are right for subnormal and huge operands
        let scale = select(1.0f, 0.00390625f, max(ax, ay) > 1.329227995784916e+36f)
            * select(1.0f, 1.8446744073709552e+19f, min(ax, ay) < 8.673617379884035e-19f && max(ax, ay) < 1e18f);
        angle = rm_atan_ratio_f32(rm_keep_f32(ay * scale, ay), rm_keep_f32(ax * scale, ay));
    }
    if rm_signbit_f32(x) {
        angle = 3.1415927410125732f - (angle - -8.742277657347586e-08f);
    }
    return select(rm_copysign_f32(angle, y), rm_nan_f32(), rm_isnan_f32(x) || rm_isnan_f32(y));
}
