// needs: fmod, nearly_whole
// mod(x, 0) is x, the sign is that of y, of zeros too
fn rm_mod_T(x: REAL, y: REAL) -> REAL {
    if y == 0.0R || rm_isnan_T(x) {
        return x;
    }
    if rm_isnan_T(y) || rm_isinf_T(x) {
        return rm_nan_T();
    }
    if rm_nearly_whole_T(x, y) {
        return rm_copysign_T(0.0R, y);
    }
    var r = abs(x);
    if r >= abs(y) {
        r = rm_fmod_T(x, y);
    }
    if r == 0.0R {
        return rm_copysign_T(0.0R, y);
    }
    if (x < 0.0R) != (y < 0.0R) {
        return select(rm_copysign_T(abs(y) - r, y), y, rm_isinf_T(y));
    }
    return rm_copysign_T(r, y);
}
