// needs: erfcx_core
fn rm_erf_T(x: REAL) -> REAL {
    let a = abs(x);
    if !(a > 1.0R) {
        // NaN takes this road, which hands it on
        return fma(x, rm_erf_tail_T(x * x), x);
    }
    return rm_copysign_T(1.0R - rm_erfc_positive_T(a), x);
}
