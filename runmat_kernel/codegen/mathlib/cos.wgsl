// needs: trig_fused
fn rm_cos_T(x: REAL) -> REAL {
    if FUSED {
        return rm_sin_shifted_T(x, 1u);
    }
    let angle = rm_reduce_T(select(0.0R, x, rm_isfinite_T(x)));
    let y = select(rm_cos_poly_T(angle.r, angle.tail), rm_sin_poly_T(angle.r, angle.tail), (angle.quadrant & 1u) == 1u);
    let v = select(y, -y, ((angle.quadrant + 1u) & 2u) == 2u);
    return select(rm_nan_T(), v, rm_isfinite_T(x));
}
