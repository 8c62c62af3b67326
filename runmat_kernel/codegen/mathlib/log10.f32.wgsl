// needs: log_core
fn rm_log10_f32(x: f32) -> f32 {
    let parts = rm_split_exponent_f32(x);
    let k = f32(parts.k);
    let f = parts.m - 1.0f;
    let tail = rm_log1p_tail_f32(f);
    // log(m) as a short high part and a rest, so that the product with 1/log(base) loses nothing
    let high = bitcast<f32>(bitcast<u32>(f + tail) & 0xfffff000u);
    let rest = tail - (high - f);
    let top = high * 0.4342041015625f;
    let low = k * 4.605039066518657e-06f + fma(rest, 0.4342944920063019f, high * 9.038033749675378e-05f);
    let main = k * 0.301025390625f;
    let sum = rm_keep_f32(main + top, k);
    let y = sum + (((main - sum) + top) + low);
    return rm_log_special_f32(x, y);
}
