// needs: log_core
// log(x) as an unevaluated sum of two, good to about twice the precision of one; x positive and finite
fn rm_log_pair_f64(x: f64) -> vec2<f64> {
    let parts = rm_split_exponent_f64(x);
    let k = f64(parts.k);
    let f = parts.m - 1.0lf;
    // s = f / (2 + f)
    let dh = rm_keep_f64(2.0lf + f, f);
    let dl = rm_lost_f64(2.0lf, f, dh);
    let sh = rm_keep_f64(f / dh, f);
    let sl = (rm_residual_f64(f, sh, dh) - sh * dl) / dh;
    // z = s^2
    let zh = rm_keep_f64(sh * sh, f);
    let zl = rm_product_error_f64(sh, sh, zh) + 2.0lf * sh * sl;
    // u = 2/3 + z R(z),  w = 2 + z u,  log(1 + f) = s w
    let q = zh * (fma(fma(fma(fma(fma(fma(fma(0.1173010786189303lf, zh, 0.1170557189567721lf), zh, 0.13334829573906534lf), zh, 0.1538459450380989lf), zh, 0.18181818339697634lf), zh, 0.22222222221636845lf), zh, 0.28571428571429397lf), zh, 0.4lf));
    let uh = rm_keep_f64(0.6666666666666666lf + q, f);
    let ul = rm_lost_f64(0.6666666666666666lf, q, uh) + 3.700743415417188e-17lf;
    let th = rm_keep_f64(zh * uh, f);
    let tl = rm_product_error_f64(zh, uh, th) + fma(zh, ul, zl * uh);
    let wh = rm_keep_f64(2.0lf + th, f);
    let wl = rm_lost_f64(2.0lf, th, wh) + tl;
    let ph = rm_keep_f64(sh * wh, f);
    let pl = rm_product_error_f64(sh, wh, ph) + fma(sh, wl, sl * wh);
    // + k ln 2
    let a = k * 0.6931471805598903lf;
    let sum = rm_keep_f64(a + ph, f);
    let low = rm_lost_f64(a, ph, sum) + (pl + fma(k, 5.497923018708371e-14lf, k * 1.94704509238075e-31lf));
    let high = rm_keep_f64(sum + low, f);
    return vec2<f64>(high, rm_lost_f64(sum, low, high));
}
