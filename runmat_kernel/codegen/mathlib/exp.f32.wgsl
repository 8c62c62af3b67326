// needs: exp_core
fn rm_exp_f32(x: f32) -> f32 {
    let bound = clamp(x, -104.0f, 89.0f);
    var y: f32;
    if FUSED {
        let k = round(bound * 1.4426950216293335f);
        let r = fma(k, 1.9046542121259336e-09f, fma(k, -0.6931471824645996f, bound));
        y = rm_ldexp_f32(fma(r, fma(r, fma(fma(fma(fma(fma(0.00019891247211489826f, r, 0.0013933881418779492f), r, 0.00833331048488617f), r, 0.041666463017463684f), r, 0.1666666716337204f), r, 0.5f), 1.0f), 1.0f), i32(k));
    } else {
        let parts = rm_exp_core_f32(bound, 0.0f);
        y = rm_ldexp_f32(1.0f + parts.expm1, parts.k);
    }
    return select(y, x + x, rm_isnan_f32(x));
}
