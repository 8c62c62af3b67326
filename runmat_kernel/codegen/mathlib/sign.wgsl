// needs: bits
fn rm_sign_T(x: REAL) -> REAL {
    let s = select(select(0.0R, -1.0R, x < 0.0R), 1.0R, x > 0.0R);
    return select(s, x, rm_isnan_T(x));
}
