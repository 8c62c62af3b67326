// needs: quarter
// cos(pi x), exact at halves
fn rm_cospi_T(x: REAL) -> REAL {
    let angle = rm_reduce_pi_T(select(0.0R, abs(x), rm_isfinite_T(x)));
    return select(rm_nan_T(), rm_quarter_sine_T(angle, 1u, false), rm_isfinite_T(x));
}
