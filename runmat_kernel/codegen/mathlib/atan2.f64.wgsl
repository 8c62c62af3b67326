// needs: atan
fn rm_atan2_f64(y: f64, x: f64) -> f64 {
    let ax = abs(x);
    let ay = abs(y);
    var angle = 0.0lf;
    if rm_isinf_f64(x) && rm_isinf_f64(y) {
        angle = 0.7853981633974483lf;
    } else if rm_isinf_f64(y) || (ax == 0.0lf && ay != 0.0lf) {
        angle = 1.5707963267948966lf;
    } else if ay != 0.0lf && !rm_isinf_f64(x) {
        // scaled by a power of two, so that sum, quotient and its residual are right for subnormal and huge operands
        let scale = select(1.0lf, 0.00390625lf, max(ax, ay) > 1.0715086071862673e+301lf)
            * select(1.0lf, 1.3407807929942597e+154lf, min(ax, ay) < 3.054936363499605e-151lf && max(ax, ay) < 1e150lf);
        angle = rm_atan_ratio_f64(rm_keep_f64(ay * scale, ay), rm_keep_f64(ax * scale, ay));
    }
    if rm_signbit_f64(x) {
        angle = 3.141592653589793lf - (angle - 1.2246467991473532e-16lf);
    }
    return select(rm_copysign_f64(angle, y), rm_nan_f64(), rm_isnan_f64(x) || rm_isnan_f64(y));
}
