// needs: log
// log(x) for 1e-30 <= x <= 1e30
fn rm_log_near_T(x: REAL) -> REAL {
    return select(rm_log_normal_T(x), x, rm_isnan_T(x));
}
