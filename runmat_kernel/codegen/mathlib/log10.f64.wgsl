// needs: log_core
fn rm_log10_f64(x: f64) -> f64 {
    let parts = rm_split_exponent_f64(x);
    let k = f64(parts.k);
    let f = parts.m - 1.0lf;
    let tail = rm_log1p_tail_f64(f);
    // log(m) as a short high part and a rest, so that the product with 1/log(base) loses nothing
    let high = bitcast<f64>(bitcast<u64>(f + tail) & 0xfffffffff8000000lu);
    let rest = tail - (high - f);
    let top = high * 0.434294480830431lf;
    let low = k * 2.8363394551044964e-14lf + fma(rest, 0.4342944819032518lf, high * 1.0728208431540585e-09lf);
    let main = k * 0.30102999566395283lf;
    let sum = rm_keep_f64(main + top, k);
    let y = sum + (((main - sum) + top) + low);
    return rm_log_special_f64(x, y);
}
