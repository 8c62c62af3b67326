// needs: trig_core
// the tangent of quadrant pi/2 + r + tail
fn rm_tan_of_T(angle: rm_angle_T) -> REAL {
    let s = rm_sin_pair_T(angle.r, angle.tail);
    let c = rm_cos_pair_T(angle.r, angle.tail);
    let odd = (angle.quadrant & 1u) == 1u;
    let n = select(s, -c, odd);
    let d = select(c, s, odd);
    // the quotient of two sums, corrected by its residual
    let numerator = rm_keep_T(n.x + n.y, angle.r);
    let denominator = rm_keep_T(d.x + d.y, angle.r);
    // hidden, since a driver may take n / d + e / d together as (n + e) / d
    let q = rm_keep_T(numerator / denominator, angle.r);
    let residual = rm_residual_T(numerator, q, denominator);
    return q + (residual + (rm_lost_T(n.x, n.y, numerator) - q * rm_lost_T(d.x, d.y, denominator))) / denominator;
}
