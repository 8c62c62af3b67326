// needs: bits
// By bits: drivers write a choice between 0 and -1 as the negative of a condition, which gives -0.
fn rm_sign_T(x: REAL) -> REAL {
    let s = rm_from_bits_T(select(rm_bits_T(0.0R), rm_bits_T(rm_copysign_T(1.0R, x)), x < 0.0R || x > 0.0R));
    return select(s, x, rm_isnan_T(x));
}
