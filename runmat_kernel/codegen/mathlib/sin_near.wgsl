// needs: trig_near, sin
// sin(x) for |x| <= 60000
fn rm_sin_near_T(x: REAL) -> REAL {
    if FUSED {
        return select(rm_sin_shifted_near_T(x, 0u), x, x == 0.0R);
    }
    return rm_sin_T(x);
}
