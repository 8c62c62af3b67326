// needs: log, sqrt, trig_core
// Two independent normal numbers from u1 in (0, 1] and u2 in [0, 1): r cos(2 pi u2) and r sin(2 pi u2), r^2 = -2 log(u1).
fn rm_box_muller_T(u1: REAL, u2: REAL) -> vec2<REAL> {
    let r = rm_sqrt_T(-2.0R * rm_log_T(u1));
    let quarter = 4.0R * u2;
    let k = floor(quarter + 0.5R);
    let angle = (quarter - k) * 1.5707963267948966R;
    let s = rm_sin_poly_T(angle, 0.0R);
    let c = rm_cos_poly_T(angle, 0.0R);
    let quadrant = u32(i32(k)) & 3u;
    let odd = (quadrant & 1u) == 1u;
    let x = select(c, s, odd);
    let y = select(s, c, odd);
    return vec2<REAL>(r * select(x, -x, ((quadrant + 1u) & 2u) == 2u), r * select(y, -y, (quadrant & 2u) == 2u));
}
