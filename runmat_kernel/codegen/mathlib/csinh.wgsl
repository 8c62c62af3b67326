// needs: sinh, cosh, sin, cos
// the hyperbolic sine of a + b i; a part that is zero stays so, with its sign, also beside infinite factors
fn rm_csinh_T(a: REAL, b: REAL) -> vec2<REAL> {
    let c = rm_cos_T(b);
    let x = select(rm_sinh_T(a) * c, select(a, -a, c < 0.0R), a == 0.0R);
    return vec2<REAL>(x, select(rm_cosh_T(a) * rm_sin_T(b), b, b == 0.0R));
}
