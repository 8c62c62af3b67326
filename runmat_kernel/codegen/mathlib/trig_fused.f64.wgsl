// needs: trig_near, trig_reduce
// sin(x + quadrants pi/2) for any x, on devices whose fma rounds once
fn rm_sin_shifted_f64(x: f64, quadrants: u32) -> f64 {
    var turned = rm_reduce_near_f64(x, quadrants);
    if !(abs(x) < 1048576.0lf) {
        let angle = rm_reduce_large_f64(x);
        turned = rm_turned_f64(select(rm_nan_f64(), angle.r, rm_isfinite_f64(x)), quadrants + angle.quadrant);
    }
    return rm_sin_turned_f64(turned.r, turned.quadrant);
}
