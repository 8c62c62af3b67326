// needs: expm1, exp_fused
// tanh(x) for |x| < 0.55; NaN is handed on, zeros keep their sign
fn rm_tanh_small_f64(x: f64) -> f64 {
    let z = x * x;
    return select(fma(x * z, fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(1.1499201065321055e-06lf, z, -5.2730749057391365e-06lf), z, 1.5314107102051e-05lf), z, -3.906849436383477e-05lf), z, 9.686454181556678e-05lf), z, -0.000239120388892556lf), z, 0.000590026379802581lf), z, -0.0014558342967677643lf), z, 0.00359212803134432lf), z, -0.008863235529705658lf), z, 0.02186948853615077lf), z, -0.053968253968253915lf), z, 0.13333333333333333lf), z, -0.3333333333333333lf), x), x, x == 0.0lf);
}
fn rm_tanh_f64(x: f64) -> f64 {
    let a = min(abs(x), 20.0lf);
    var y: f64;
    if FUSED {
        // 1 - 2 / (e^2a + 1), the quotient by one Newton step
        let d = rm_exp_normal_f64(a + a) + 1.0lf;
        let q = 1.0lf / d;
        y = fma(-2.0lf, fma(fma(-d, q, 1.0lf), q, q), 1.0lf);
    } else {
        y = 1.0lf - 2.0lf / (rm_expm1_f64(a + a) + 2.0lf);
    }
    return select(rm_tanh_small_f64(x), rm_copysign_f64(y, x), abs(x) >= 0.55lf);
}
