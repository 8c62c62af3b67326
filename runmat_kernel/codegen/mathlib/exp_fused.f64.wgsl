// needs: bits
// exp(x) where the result is a normal number, on devices whose fma rounds once
fn rm_exp_normal_f64(x: f64) -> f64 {
    let k = rm_nearest_f64(x, 1.4426950408889634lf);
    let r = fma(k.value, -2.3190468138462996e-17lf, fma(k.value, -0.6931471805599453lf, x));
    let y = fma(r, fma(r, fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(1.6086770194332677e-10lf, r, 2.0918351141207293e-09lf), r, 2.50520707088271e-08lf), r, 2.755726270076176e-07lf), r, 2.7557319247579834e-06lf), r, 2.4801587336984012e-05lf), r, 0.00019841269841263163lf), r, 0.001388888888887887lf), r, 0.008333333333333333lf), r, 0.04166666666666668lf), r, 0.16666666666666666lf), r, 0.5lf), 1.0lf), 1.0lf);
    return bitcast<f64>(bitcast<u64>(y) + (k.bits << 52u));
}
