// needs: bits
// the larger one; NaN only if both are
fn rm_max_T(a: REAL, b: REAL) -> REAL {
    if NAN_MAX {
        return max(a, b);
    }
    return select(b, a, a > b || rm_isnan_T(b));
}
