// needs: tanh, expm1, rdivide
fn rm_coth_T(x: REAL) -> REAL {
    let a = abs(x);
    if !(a >= 0.55R) {
        return rm_rdivide_T(1.0R, rm_copysign_T(rm_tanh_T(x), x));
    }
    return rm_copysign_T(1.0R + rm_rdivide_T(2.0R, rm_expm1_T(2.0R * min(a, 40.0R))), x);
}
