// needs: bits
// exp(r + extra) - 1 for |r| <= ln(2)/2 with r = x - k ln 2, and k: the reduction and the polynomial shared by exp, expm1, power ...
struct rm_exp_parts_f64 { k: i32, expm1: f64 }
fn rm_exp_core_f64(x: f64, extra: f64) -> rm_exp_parts_f64 {
    let kf = floor(fma(x, 1.4426950408889634lf, 0.5lf));
    // the leading part of ln 2 has so few bits that its product with k is exact
    let high = fma(kf, -0.6931471805598903lf, x);
    let tail = fma(kf, -5.497923018708371e-14lf, extra);
    let r = rm_keep_f64(high + tail, kf);
    let error = (high - r) + tail;
    let p = fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(1.6086770194332677e-10lf, r, 2.0918351141207293e-09lf), r, 2.50520707088271e-08lf), r, 2.755726270076176e-07lf), r, 2.7557319247579834e-06lf), r, 2.4801587336984012e-05lf), r, 0.00019841269841263163lf), r, 0.001388888888887887lf), r, 0.008333333333333333lf), r, 0.04166666666666668lf), r, 0.16666666666666666lf), r, 0.5lf);
    return rm_exp_parts_f64(i32(kf), r + fma(r * r, p, error));
}
