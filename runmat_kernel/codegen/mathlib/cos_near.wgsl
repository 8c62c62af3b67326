// needs: trig_near, cos
// cos(x) for |x| <= 60000
fn rm_cos_near_T(x: REAL) -> REAL {
    if FUSED {
        return rm_sin_shifted_near_T(x, 1u);
    }
    return rm_cos_T(x);
}
