// needs: fmod, nearly_whole
// rem(x, 0) is NaN, the sign is that of x, of zeros too
fn rm_rem_T(x: REAL, y: REAL) -> REAL {
    if rm_isnan_T(y) || !rm_isfinite_T(x) || y == 0.0R {
        return rm_nan_T();
    }
    if rm_nearly_whole_T(x, y) {
        return rm_copysign_T(0.0R, x);
    }
    if rm_isinf_T(y) || abs(x) < abs(y) {
        return x;
    }
    return rm_copysign_T(rm_fmod_T(x, y), x);
}
