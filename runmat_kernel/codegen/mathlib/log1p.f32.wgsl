// needs: log_core
fn rm_log1p_f32(x: f32) -> f32 {
    let u = rm_keep_f32(1.0f + x, x);
    // what rounding 1 + x lost, relative to u
    let lost = select(x - (u - 1.0f), 1.0f - (u - x), u >= 2.0f) / u;
    let parts = rm_split_exponent_f32(u);
    let k = f32(parts.k);
    let exact = parts.k == 0;
    let f = select(parts.m - 1.0f, x, exact);
    let correction = select(lost, 0.0f, exact);
    let y = fma(k, 0.693145751953125f, f + (fma(k, 1.428606765330187e-06f, correction) + rm_log1p_tail_f32(f)));
    let v = select(rm_log_special_f32(u, y), x, x == 0.0f);
    return select(v, x, x == rm_inf_f32() || rm_isnan_f32(x));
}
