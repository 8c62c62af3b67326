// needs: bits, tan, sinh, exp, sin, cos, sqrt
// the hyperbolic tangent of a + b i (Kahan's form, which keeps its accuracy near the poles)
fn rm_ctanh_T(a: REAL, b: REAL) -> vec2<REAL> {
    if rm_isnan_T(a) || !rm_isfinite_T(b) {
        let limit = rm_isinf_T(a);
        let x = select(select(rm_nan_T(), rm_copysign_T(1.0R, a), limit), a, rm_iszero_T(a));
        return vec2<REAL>(x, select(select(rm_nan_T(), 0.0R, limit), b, rm_iszero_T(b)));
    }
    if abs(a) > 22.0R {
        return vec2<REAL>(rm_copysign_T(1.0R, a), 4.0R * rm_sin_T(b) * rm_cos_T(b) * rm_exp_T(-2.0R * abs(a)));
    }
    let t = rm_tan_T(b);
    let s = rm_sinh_T(a);
    let beta = fma(t, t, 1.0R);
    let below = fma(beta * s, s, 1.0R);
    // where the square of the tangent overflows, all is divided by it
    if !rm_isfinite_T(beta) || !rm_isfinite_T(below) {
        return vec2<REAL>(rm_sqrt_T(fma(s, s, 1.0R)) / s, 1.0R / (t * s * s));
    }
    return vec2<REAL>(beta * s * rm_sqrt_T(fma(s, s, 1.0R)) / below, t / below);
}
