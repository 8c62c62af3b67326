// needs: quarter
// the sine of degrees, exact at multiples of 90 and 30
fn rm_sind_T(x: REAL) -> REAL {
    let reduced = rm_reduce_degrees_T(select(0.0R, abs(x), rm_isfinite_T(x)));
    let y = rm_quarter_sine_T(reduced.angle, 0u, abs(reduced.rest) == 30.0R);
    return select(rm_nan_T(), rm_odd_sine_T(x, y, reduced.angle.quadrant), rm_isfinite_T(x));
}
