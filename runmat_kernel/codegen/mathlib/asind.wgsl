// needs: asin_core, degrees, turn_core
fn rm_asind_T(x: REAL) -> REAL {
    let a = abs(x);
    if a <= 0.5R {
        return rm_copysign_T(rm_degrees_T(vec2<REAL>(a, a * rm_asin_tail_T(x * x))), x);
    }
    let s = rm_asin_far_T(0.5R * (1.0R - a));
    let half = rm_pi_pair_T(0.5R);
    let high = rm_keep_T(half.x - 2.0R * s.x, s.x);
    let y = rm_degrees_T(vec2<REAL>(high, rm_lost_T(half.x, -2.0R * s.x, high) + (half.y - 2.0R * s.y)));
    return select(rm_copysign_T(y, x), rm_nan_T(), !(a <= 1.0R));
}
