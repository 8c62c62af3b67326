// needs: power_core
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
