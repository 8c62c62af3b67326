// needs: bits, sinh, cosh, sin, cos, exp
// the hyperbolic sine of a + b i; a part that is zero stays so, with its sign, also beside infinite factors
fn rm_csinh_T(a: REAL, b: REAL) -> vec2<REAL> {
    let c = rm_cos_T(b);
    let s = rm_sin_T(b);
    var parts = vec2<REAL>(rm_sinh_T(a) * c, rm_cosh_T(a) * s);
    if abs(a) > 32.0R {
        // half of the exponent at a time: the product may be finite where the hyperbolic functions are not
        let h = rm_exp_T(0.5R * abs(a));
        parts = vec2<REAL>(0.5R * h * select(c, -c, a < 0.0R) * h, 0.5R * h * s * h);
        parts.x = select(parts.x, abs(a), rm_isinf_T(a) && !rm_isfinite_T(b));
    }
    return vec2<REAL>(select(parts.x, select(a, -a, c < 0.0R), a == 0.0R), select(parts.y, b, b == 0.0R));
}
