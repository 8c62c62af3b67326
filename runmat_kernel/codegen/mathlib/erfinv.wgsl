// needs: erfcinv_core
fn rm_erfinv_T(y: REAL) -> REAL {
    let a = abs(y);
    if a <= 0.625R {
        return rm_erfinv_middle_T(y);
    }
    if !(a < 1.0R) {
        return select(rm_nan_T(), rm_copysign_T(rm_inf_T(), y), a == 1.0R);
    }
    return rm_copysign_T(rm_erfcinv_tail_T(1.0R - a), y);
}
