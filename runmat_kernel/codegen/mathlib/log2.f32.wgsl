// needs: log_core
fn rm_log2_f32(x: f32) -> f32 {
    let parts = rm_split_exponent_f32(x);
    let k = f32(parts.k);
    let f = parts.m - 1.0f;
    let tail = rm_log1p_tail_f32(f);
    // log(m) as a short high part and a rest, so that the product with 1/log(base) loses nothing
    let high = bitcast<f32>(bitcast<u32>(f + tail) & 0xfffff000u);
    let rest = tail - (high - f);
    let top = high * 1.4423828125f;
    let low = fma(rest, 1.4426950216293335f, high * 0.00031222839606925845f);
    let main = k;
    let sum = rm_keep_f32(main + top, k);
    let y = sum + (((main - sum) + top) + low);
    return rm_log_special_f32(x, y);
}
