// needs: expm1
fn rm_sinh_T(x: REAL) -> REAL {
    let a = abs(x);
    let e = rm_expm1_T(min(a, 20.0R));
    // e^a / 2 by its exponent: e^a itself may overflow
    let parts = rm_exp_core_T(min(a, 1000.0R), 0.0R);
    let large = rm_ldexp_T(1.0R + parts.expm1, parts.k - 1);
    let y = select(0.5R * (e + e / (e + 1.0R)), large, a > 20.0R);
    return select(rm_copysign_T(y, x), x, x == 0.0R || rm_isnan_T(x));
}
