// needs: exp_core
fn rm_exp_f64(x: f64) -> f64 {
    let bound = clamp(x, -746.0lf, 710.0lf);
    var y: f64;
    if FUSED {
        let k = round(bound * 1.4426950408889634lf);
        let r = fma(k, -2.3190468138462996e-17lf, fma(k, -0.6931471805599453lf, bound));
        y = rm_ldexp_f64(fma(r, fma(r, fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(1.6086770194332677e-10lf, r, 2.0918351141207293e-09lf), r, 2.50520707088271e-08lf), r, 2.755726270076176e-07lf), r, 2.7557319247579834e-06lf), r, 2.4801587336984012e-05lf), r, 0.00019841269841263163lf), r, 0.001388888888887887lf), r, 0.008333333333333333lf), r, 0.04166666666666668lf), r, 0.16666666666666666lf), r, 0.5lf), 1.0lf), 1.0lf), i32(k));
    } else {
        let parts = rm_exp_core_f64(bound, 0.0lf);
        y = rm_ldexp_f64(1.0lf + parts.expm1, parts.k);
    }
    return select(y, x + x, rm_isnan_f64(x));
}
