// needs: quarter, tan_core
// the tangent of degrees, exact at multiples of 45; infinite at odd multiples of 90: tand(90) is Inf, tand(270) -Inf
fn rm_tand_T(x: REAL) -> REAL {
    if !rm_isfinite_T(x) {
        return rm_nan_T();
    }
    let reduced = rm_reduce_degrees_T(abs(x));
    let quadrant = reduced.angle.quadrant;
    var v = 0.0R;
    if rm_iszero_T(reduced.rest) {
        // half turns that are no whole ones give -0 on both sides
        v = select(select(0.0R, rm_copysign_T(0.0R, -x), quadrant == 2u), select(rm_inf_T(), -rm_inf_T(), quadrant == 3u), (quadrant & 1u) == 1u);
    } else if abs(reduced.rest) == 45.0R {
        v = select(1.0R, -1.0R, (reduced.rest < 0.0R) != ((quadrant & 1u) == 1u));
    } else {
        v = rm_tan_of_T(reduced.angle);
    }
    return select(v, -v, rm_signbit_T(x));
}
