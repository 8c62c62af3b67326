// needs: log_pair, exp_core
// x^y for x positive and finite and y finite
fn rm_power_core_f64(x: f64, y: f64) -> f64 {
    let l = rm_log_pair_f64(x);
    let product = y * l.x;
    let error = rm_product_error_f64(y, l.x, product) + y * l.y;
    let limit = clamp(product, -2000.0lf, 2000.0lf);
    let parts = rm_exp_core_f64(limit, select(0.0lf, error, limit == product));
    return rm_ldexp_f64(1.0lf + parts.expm1, parts.k);
}
