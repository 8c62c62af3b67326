// needs: trig_fused
fn rm_sin_T(x: REAL) -> REAL {
    if FUSED {
        return select(rm_sin_shifted_T(x, 0u), x, x == 0.0R);
    }
    let angle = rm_reduce_T(select(0.0R, x, rm_isfinite_T(x)));
    let y = select(rm_sin_poly_T(angle.r, angle.tail), rm_cos_poly_T(angle.r, angle.tail), (angle.quadrant & 1u) == 1u);
    let v = select(y, -y, (angle.quadrant & 2u) == 2u);
    return select(select(rm_nan_T(), v, rm_isfinite_T(x)), x, x == 0.0R);
}
