// needs: bits
// exp(r + extra) - 1 for |r| <= ln(2)/2 with r = x - k ln 2, and k: the reduction and the polynomial shared by exp, expm1, power ...
struct rm_exp_parts_f32 { k: i32, expm1: f32 }
fn rm_exp_core_f32(x: f32, extra: f32) -> rm_exp_parts_f32 {
    let kf = floor(fma(x, 1.4426950216293335f, 0.5f));
    // the leading part of ln 2 has so few bits that its product with k is exact
    let high = fma(kf, -0.693145751953125f, x);
    let tail = fma(kf, -1.428606765330187e-06f, extra);
    let r = rm_keep_f32(high + tail, kf);
    let error = (high - r) + tail;
    let p = fma(fma(fma(fma(fma(0.00019891247211489826f, r, 0.0013933881418779492f), r, 0.00833331048488617f), r, 0.041666463017463684f), r, 0.1666666716337204f), r, 0.5f);
    return rm_exp_parts_f32(i32(kf), r + fma(r * r, p, error));
}
