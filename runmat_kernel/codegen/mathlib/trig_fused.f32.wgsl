// needs: trig_near, trig_reduce
// sin(x + quadrants pi/2) for any x, on devices whose fma rounds once
fn rm_sin_shifted_f32(x: f32, quadrants: u32) -> f32 {
    var turned = rm_reduce_near_f32(x, quadrants);
    if !(abs(x) < 65536.0f) {
        let angle = rm_reduce_large_f32(x);
        turned = rm_turned_f32(select(rm_nan_f32(), angle.r, rm_isfinite_f32(x)), quadrants + angle.quadrant);
    }
    return rm_sin_turned_f32(turned.r, turned.quadrant);
}
