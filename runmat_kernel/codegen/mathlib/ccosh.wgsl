// needs: bits, sinh, cosh, sin, cos, exp
// the hyperbolic cosine of a + b i; a part that is zero stays so, with its sign, also beside infinite factors
fn rm_ccosh_T(a: REAL, b: REAL) -> vec2<REAL> {
    let c = rm_cos_T(b);
    let s = rm_sin_T(b);
    var parts = vec2<REAL>(rm_cosh_T(a) * c, rm_sinh_T(a) * s);
    if abs(a) > 32.0R {
        // half of the exponent at a time: the product may be finite where the hyperbolic functions are not
        let h = rm_exp_T(0.5R * abs(a));
        parts = vec2<REAL>(0.5R * h * c * h, 0.5R * h * select(s, -s, a < 0.0R) * h);
        parts.x = select(parts.x, abs(a), rm_isinf_T(a) && !rm_isfinite_T(b));
    }
    let y = select(parts.y, select(a, -a, s < 0.0R), a == 0.0R);
    return vec2<REAL>(parts.x, select(y, select(select(b, -b, a < 0.0R), a * b, a == 0.0R), b == 0.0R));
}
