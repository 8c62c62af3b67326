// needs: bits
// the smaller one; NaN only if both are
fn rm_min_T(a: REAL, b: REAL) -> REAL {
    if NAN_MAX {
        return min(a, b);
    }
    return select(b, a, a < b || rm_isnan_T(b));
}
