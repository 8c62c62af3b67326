// needs: trig_reduce
fn rm_tan_T(x: REAL) -> REAL {
    let angle = rm_reduce_T(select(0.0R, x, rm_isfinite_T(x)));
    let s = rm_sin_pair_T(angle.r, angle.tail);
    let c = rm_cos_pair_T(angle.r, angle.tail);
    let odd = (angle.quadrant & 1u) == 1u;
    let n = select(s, -c, odd);
    let d = select(c, s, odd);
    // the quotient of two sums, corrected by its residual
    let numerator = rm_keep_T(n.x + n.y, x);
    let denominator = rm_keep_T(d.x + d.y, x);
    let q = numerator / denominator;
    let residual = rm_residual_T(numerator, q, denominator);
    let v = q + (residual + (((n.x - numerator) + n.y) - q * ((d.x - denominator) + d.y))) / denominator;
    return select(select(rm_nan_T(), v, rm_isfinite_T(x)), x, x == 0.0R);
}
