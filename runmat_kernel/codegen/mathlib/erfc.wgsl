// needs: erfcx_core
fn rm_erfc_T(x: REAL) -> REAL {
    let a = abs(x);
    if !(a > 0.5R) {
        return 1.0R - fma(x, rm_erf_tail_T(x * x), x);
    }
    let v = rm_erfc_positive_T(a);
    return select(v, 2.0R - v, x < 0.0R);
}
