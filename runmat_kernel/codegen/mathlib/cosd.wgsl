// needs: quarter
// the cosine of degrees, exact at multiples of 90 and 60
fn rm_cosd_T(x: REAL) -> REAL {
    let reduced = rm_reduce_degrees_T(select(0.0R, abs(x), rm_isfinite_T(x)));
    return select(rm_nan_T(), rm_quarter_sine_T(reduced.angle, 1u, abs(reduced.rest) == 30.0R), rm_isfinite_T(x));
}
