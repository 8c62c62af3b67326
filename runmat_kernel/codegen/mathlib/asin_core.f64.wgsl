// needs: bits
// (asin(x) - x) / x for 0 <= x^2 = z <= 1/4
fn rm_asin_tail_f64(z: f64) -> f64 {
    return z * (fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(0.029635026263548546lf, z, -0.019277545928584553lf), z, 0.019579201619744684lf), z, 0.0030350071727267636lf), z, 0.009322101501082774lf), z, 0.009621402747344831lf), z, 0.011566511821890942lf), z, 0.013963775787848137lf), z, 0.017352816768546473lf), z, 0.022372157435623815lf), z, 0.030381944475693704lf), z, 0.04464285714255019lf), z, 0.07500000000000119lf), z, 0.16666666666666666lf));
}
// sqrt(z) as a sum of two, and twice its arc sine, for z <= 1/4
fn rm_asin_far_f64(z: f64) -> vec2<f64> {
    let root = sqrt(z);
    let rest = select(rm_residual_f64(z, root, root) / (root + root), 0.0lf, z == 0.0lf);
    let s = rm_keep_f64(root + rest, z);
    let error = rm_lost_f64(root, rest, s);
    return vec2<f64>(s, select(fma(s, rm_asin_tail_f64(z), error), 0.0lf, z == 0.0lf));
}
