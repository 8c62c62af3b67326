// needs: gamma_core, log_pair
// log gamma(x) as a sum of two, for x from rm_stirling_from to 1e30
fn rm_stirling_T(x: REAL) -> vec2<REAL> {
    let l = rm_log_pair_T(x);
    let w = x - 0.5R;
    let product = rm_keep_T(w * l.x, x);
    let lost = rm_product_error_T(w, l.x, product) + w * l.y;
    let difference = rm_keep_T(product - x, x);
    let lost2 = rm_lost_T(product, -x, difference);
    let c = rm_half_log_two_pi_T;
    let sum = rm_keep_T(difference + c.x, x);
    let lost3 = rm_lost_T(difference, c.x, sum);
    let inverse = 1.0R / x;
    let low = fma(inverse, rm_stirling_tail_T(inverse * inverse), c.y) + (lost + (lost2 + lost3));
    let high = rm_keep_T(sum + low, x);
    return vec2<REAL>(high, rm_lost_T(sum, low, high));
}
