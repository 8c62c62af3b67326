// needs: asin_core, degrees, turn_core
fn rm_acosd_T(x: REAL) -> REAL {
    let a = abs(x);
    if a <= 0.5R {
        let half = rm_pi_pair_T(0.5R);
        let high = rm_keep_T(half.x - x, x);
        return rm_degrees_T(vec2<REAL>(high, rm_lost_T(half.x, -x, high) + (half.y - x * rm_asin_tail_T(x * x))));
    }
    let s = 2.0R * rm_asin_far_T(0.5R * (1.0R - a));
    let whole = rm_pi_pair_T(1.0R);
    let high = rm_keep_T(whole.x - s.x, s.x);
    let far = vec2<REAL>(high, rm_lost_T(whole.x, -s.x, high) + (whole.y - s.y));
    return select(rm_degrees_T(select(s, far, x < 0.0R)), rm_nan_T(), !(a <= 1.0R));
}
