// needs: trig_reduce, rdivide
// 1 / cos(x), from the cosine as a sum of two
fn rm_sec_T(x: REAL) -> REAL {
    if !rm_isfinite_T(x) {
        return rm_nan_T();
    }
    let angle = rm_reduce_T(x);
    let quadrant = angle.quadrant + 1u;
    let s = select(rm_sin_pair_T(angle.r, angle.tail), rm_cos_pair_T(angle.r, angle.tail), (quadrant & 1u) == 1u);
    let d = rm_keep_T(s.x + s.y, s.x);
    let q = rm_keep_T(1.0R / d, d);
    let v = q + (rm_residual_T(1.0R, q, d) - q * rm_lost_T(s.x, s.y, d)) / d;
    return select(v, -v, (quadrant & 2u) == 2u);
}
