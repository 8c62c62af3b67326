// needs: erfcinv_core
fn rm_erfcinv_T(c: REAL) -> REAL {
    if c >= 0.375R && c <= 1.625R {
        return rm_erfinv_middle_T(1.0R - c);
    }
    if rm_isnan_T(c) || c > 2.0R || (c < 0.0R && !rm_iszero_T(c)) {
        return rm_nan_T();
    }
    if rm_iszero_T(c) || c == 2.0R {
        return select(rm_inf_T(), -rm_inf_T(), c == 2.0R);
    }
    let x = rm_erfcinv_tail_T(select(c, 2.0R - c, c > 1.0R));
    return select(x, -x, c > 1.0R);
}
