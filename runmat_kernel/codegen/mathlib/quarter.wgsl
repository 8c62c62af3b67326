// needs: turn_core
// a >= 0 in quarters of a turn: a pi = quadrant pi/2 + r + tail
fn rm_reduce_pi_T(a: REAL) -> rm_angle_T {
    // from 2^54 on, all numbers are even
    let b = select(a, 0.0R, a >= 18014398509481984.0R);
    let t = b + b;
    var q = floor(t);
    if t - q >= 0.5R { q += 1.0R; }
    let p = rm_pi_pair_T(fma(q, -0.5R, b));
    return rm_angle_T(u32(q - 4.0R * floor(q * 0.25R)), p.x, p.y);
}
// a >= 0 degrees; ``rest`` are the degrees beyond the quadrant
struct rm_degree_angle_T { angle: rm_angle_T, rest: REAL }
fn rm_reduce_degrees_T(a: REAL) -> rm_degree_angle_T {
    var b = a;
    if a >= 360.0R { b = rm_fmod_T(a, 360.0R); }
    let q = floor(fma(b, 0.011111111111111112R, 0.5R));
    let rest = fma(q, -90.0R, b);
    let p = rm_degree_pair_T(rest);
    return rm_degree_angle_T(rm_angle_T(u32(q) & 3u, p.x, p.y), rest);
}
// the sine of an angle shifted by quadrants; ``third`` says that r is 30 degrees of either sign
fn rm_quarter_sine_T(angle: rm_angle_T, quadrants: u32, third: bool) -> REAL {
    let quadrant = angle.quadrant + quadrants;
    let s = select(rm_sin_poly_T(angle.r, angle.tail), rm_copysign_T(0.5R, angle.r), third);
    let y = select(s, rm_cos_poly_T(angle.r, angle.tail), (quadrant & 1u) == 1u);
    // an odd number of half turns gives +0
    return select(y, -y, (quadrant & 2u) == 2u && !rm_iszero_T(y));
}
// sin(x) from sin(|x|) = y in the given quadrant: zeros of odd half turns are positive
fn rm_odd_sine_T(x: REAL, y: REAL, quadrant: u32) -> REAL {
    return select(y, -y, rm_signbit_T(x) && !(rm_iszero_T(y) && quadrant != 0u));
}
