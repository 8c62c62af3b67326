// needs: log_core
// log(x) as an unevaluated sum of two, good to about twice the precision of one; x positive and finite
fn rm_log_pair_f32(x: f32) -> vec2<f32> {
    let parts = rm_split_exponent_f32(x);
    let k = f32(parts.k);
    let f = parts.m - 1.0f;
    // s = f / (2 + f)
    let dh = rm_keep_f32(2.0f + f, f);
    let dl = f - (dh - 2.0f);
    let sh = f / dh;
    let sl = (rm_residual_f32(f, sh, dh) - sh * dl) / dh;
    // z = s^2
    let zh = sh * sh;
    let zl = rm_product_error_f32(sh, sh, zh) + 2.0f * sh * sl;
    // u = 2/3 + z R(z),  w = 2 + z u,  log(1 + f) = s w
    let q = zh * (fma(fma(fma(0.19125734269618988f, zh, 0.2220456749200821f), zh, 0.28571534156799316f), zh, 0.4000000059604645f));
    let uh = rm_keep_f32(0.6666666865348816f + q, f);
    let ul = ((0.6666666865348816f - uh) + q) + -1.9868215517249155e-08f;
    let th = zh * uh;
    let tl = rm_product_error_f32(zh, uh, th) + fma(zh, ul, zl * uh);
    let wh = rm_keep_f32(2.0f + th, f);
    let wl = ((2.0f - wh) + th) + tl;
    let ph = sh * wh;
    let pl = rm_product_error_f32(sh, wh, ph) + fma(sh, wl, sl * wh);
    // + k ln 2
    let a = k * 0.693145751953125f;
    let sum = rm_keep_f32(a + ph, f);
    let low = rm_lost_f32(a, ph, sum) + (pl + fma(k, 1.428606765330187e-06f, k * 5.497923148104107e-14f));
    let high = rm_keep_f32(sum + low, f);
    return vec2<f32>(high, rm_lost_f32(sum, low, high));
}
