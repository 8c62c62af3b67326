// needs: log1p
fn rm_atanh_f64(x: f64) -> f64 {
    let a = abs(x);
    let z = x * x;
    let small = fma(x * z, fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(0.28745307099386835lf, z, -0.34518706257202547lf), z, 0.30585810223531884lf), z, -0.09705926797282843lf), z, 0.07665971725356799lf), z, 0.02704144538218457lf), z, 0.04176243407174225lf), z, 0.04324450005688705lf), z, 0.04764241507266868lf), z, 0.0526298288643643lf), z, 0.0588236262622451lf), z, 0.06666666279670556lf), z, 0.07692307703084865lf), z, 0.09090909090710843lf), z, 0.11111111111113325lf), z, 0.14285714285714274lf), z, 0.2lf), z, 0.3333333333333333lf), x);
    let y = rm_copysign_f64(0.5lf * rm_log1p_f64((a + a) / (1.0lf - a)), x);
    return select(select(y, small, a <= 0.5lf), rm_nan_f64(), !(a <= 1.0lf));
}
