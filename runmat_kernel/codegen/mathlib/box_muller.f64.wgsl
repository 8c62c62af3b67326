// needs: log, sqrt, trig_core
// Two independent normal numbers from u1 in (0, 1] and u2 in [0, 1): r cos(2 pi u2) and r sin(2 pi u2), r^2 = -2 log(u1).
fn rm_box_muller_f64(u1: f64, u2: f64) -> vec2<f64> {
    let r = rm_sqrt_f64(-2.0lf * rm_log_f64(u1));
    // u2 in quarters of a turn: k of them and an angle of at most pi/4
    let k = rm_nearest_f64(u2, 4.0lf);
    let angle = fma(4.0lf, u2, -k.value) * 1.5707963267948966lf;
    let s = rm_sin_poly_f64(angle, 0.0lf);
    let c = rm_cos_poly_f64(angle, 0.0lf);
    let odd = (k.bits & 1lu) == 1lu;
    let x = select(c, s, odd);
    let y = select(s, c, odd);
    return vec2<f64>(select(r, -r, ((k.bits + 1lu) & 2lu) == 2lu) * x, select(r, -r, (k.bits & 2lu) == 2lu) * y);
}
