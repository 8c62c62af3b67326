// needs: quarter
// sin(pi x), exact at halves
fn rm_sinpi_T(x: REAL) -> REAL {
    let angle = rm_reduce_pi_T(select(0.0R, abs(x), rm_isfinite_T(x)));
    let y = rm_odd_sine_T(x, rm_quarter_sine_T(angle, 0u, false), angle.quadrant);
    return select(rm_nan_T(), y, rm_isfinite_T(x));
}
