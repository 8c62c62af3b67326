// needs: atan, degrees
fn rm_atand_T(x: REAL) -> REAL {
    let y = rm_copysign_T(rm_degrees_T(rm_atan_pair_T(min(abs(x), 1.0e30R), 1.0R)), x);
    return select(y, x, rm_isnan_T(x) || rm_iszero_T(x));
}
