// needs: asin_core
fn rm_asin_f64(x: f64) -> f64 {
    let a = abs(x);
    if a <= 0.5lf {
        return fma(x, rm_asin_tail_f64(x * x), x);
    }
    let s = rm_asin_far_f64(0.5lf * (1.0lf - a));
    let y = 1.5707963267948966lf - ((2.0lf * s.x - 6.123233995736766e-17lf) + 2.0lf * s.y);
    return select(rm_copysign_f64(y, x), rm_nan_f64(), !(a <= 1.0lf));
}
