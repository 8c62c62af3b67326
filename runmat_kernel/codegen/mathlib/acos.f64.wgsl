// needs: asin_core
fn rm_acos_f64(x: f64) -> f64 {
    let a = abs(x);
    if a <= 0.5lf {
        let tail = x * rm_asin_tail_f64(x * x);
        return 1.5707963267948966lf - (x - (6.123233995736766e-17lf - tail));
    }
    let s = rm_asin_far_f64(0.5lf * (1.0lf - a));
    let near = 2.0lf * (s.x + s.y);
    let far = 3.141592653589793lf - 2.0lf * (s.x - (6.123233995736766e-17lf - s.y));
    return select(select(near, far, x < 0.0lf), rm_nan_f64(), !(a <= 1.0lf));
}
