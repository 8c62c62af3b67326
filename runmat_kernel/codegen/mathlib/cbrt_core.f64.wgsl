// needs: rdivide
// the cube root of 1 <= m <= 2 to five digits
fn rm_cbrt_start_f64(m: f64) -> f64 {
    return fma(fma(fma(fma(-0.010102212336338642lf, m, 0.08307903547963541lf), m, -0.2939541180848237lf), m, 0.7117423866025924lf), m, 0.5092481335492415lf);
}
