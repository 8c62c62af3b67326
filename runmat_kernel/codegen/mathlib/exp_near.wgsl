// needs: exp
// exp(x) for -87 <= x <= 88
fn rm_exp_near_T(x: REAL) -> REAL {
    if FUSED {
        return select(rm_exp_normal_T(x), x, rm_isnan_T(x));
    }
    return rm_exp_T(x);
}
