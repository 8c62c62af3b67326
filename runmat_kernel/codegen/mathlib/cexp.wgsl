// needs: bits, exp, sin, cos
// the exponential of a + b i, half of the exponent at a time: the product may be finite where exp(a) is not; exp(Inf) stays real
fn rm_cexp_T(a: REAL, b: REAL) -> vec2<REAL> {
    let h = rm_exp_T(0.5R * a);
    let whole = rm_exp_T(a);
    let limit = rm_isinf_T(a) && !rm_isfinite_T(b);
    let y = select(h * rm_sin_T(b) * h, rm_copysign_T(0.0R, b), limit && a < 0.0R);
    return vec2<REAL>(select(h * rm_cos_T(b) * h, whole, limit || b == 0.0R), select(y, b, b == 0.0R));
}
