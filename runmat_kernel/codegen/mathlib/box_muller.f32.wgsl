// needs: log, sqrt, trig_core
// Two independent normal numbers from u1 in (0, 1] and u2 in [0, 1): r cos(2 pi u2) and r sin(2 pi u2), r^2 = -2 log(u1).
fn rm_box_muller_f32(u1: f32, u2: f32) -> vec2<f32> {
    let r = rm_sqrt_f32(-2.0f * rm_log_f32(u1));
    // u2 in quarters of a turn: k of them and an angle of at most pi/4
    let k = rm_nearest_f32(u2, 4.0f);
    let angle = fma(4.0f, u2, -k.value) * 1.5707963267948966f;
    let s = rm_sin_poly_f32(angle, 0.0f);
    let c = rm_cos_poly_f32(angle, 0.0f);
    let odd = (k.bits & 1u) == 1u;
    let x = select(c, s, odd);
    let y = select(s, c, odd);
    return vec2<f32>(select(r, -r, ((k.bits + 1u) & 2u) == 2u) * x, select(r, -r, (k.bits & 2u) == 2u) * y);
}
