// needs: log_pair, exp_core
// x^y for x positive and finite and y finite
fn rm_power_core_T(x: REAL, y: REAL) -> REAL {
    let l = rm_log_pair_T(x);
    let product = y * l.x;
    let error = rm_product_error_T(y, l.x, product) + y * l.y;
    let limit = clamp(product, -2000.0R, 2000.0R);
    let parts = rm_exp_core_T(limit, select(0.0R, error, limit == product));
    return rm_ldexp_T(1.0R + parts.expm1, parts.k);
}
// x^y; a negative x with a y that is no integer gives NaN here (the host knows the complex result)
fn rm_power_T(x: REAL, y: REAL) -> REAL {
    if y == 0.0R || x == 1.0R {
        return 1.0R;
    }
    if y == 1.0R || rm_isnan_T(x) {
        return x;
    }
    if rm_isnan_T(y) {
        return y;
    }
    let a = abs(x);
    let integer = y == floor(y);
    let half = 0.5R * y;
    let odd = integer && rm_isfinite_T(y) && half != floor(half);
    let negative = rm_signbit_T(x);
    if negative && !integer && a != 0.0R && rm_isfinite_T(x) {
        return rm_nan_T();
    }
    var v = 0.0R;
    if a == 1.0R {
        v = 1.0R;
    } else if a == 0.0R || rm_isinf_T(x) || rm_isinf_T(y) {
        let grows = (a > 1.0R) == (y > 0.0R);
        v = select(0.0R, rm_inf_T(), grows);
    } else {
        v = rm_power_core_T(a, clamp(y, -1.0e30R, 1.0e30R));
    }
    return select(v, -v, negative && odd);
}
