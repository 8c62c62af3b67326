// needs: log_core
fn rm_log2_f64(x: f64) -> f64 {
    let parts = rm_split_exponent_f64(x);
    let k = f64(parts.k);
    let f = parts.m - 1.0lf;
    let tail = rm_log1p_tail_f64(f);
    // log(m) as a short high part and a rest, so that the product with 1/log(base) loses nothing
    let high = bitcast<f64>(bitcast<u64>(f + tail) & 0xfffffffff8000000lu);
    let rest = tail - (high - f);
    let top = high * 1.4426950365304947lf;
    let low = fma(rest, 1.4426950408889634lf, high * 4.3584687174185184e-09lf);
    let main = k;
    let sum = rm_keep_f64(main + top, k);
    let y = sum + (((main - sum) + top) + low);
    return rm_log_special_f64(x, y);
}
