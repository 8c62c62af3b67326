// needs: sinh, cosh, sin, cos
// the hyperbolic cosine of a + b i; a part that is zero stays so, with its sign, also beside infinite factors
fn rm_ccosh_T(a: REAL, b: REAL) -> vec2<REAL> {
    let s = rm_sin_T(b);
    let y = select(rm_sinh_T(a) * s, select(a, -a, s < 0.0R), a == 0.0R);
    return vec2<REAL>(rm_cosh_T(a) * rm_cos_T(b), select(y, select(select(b, -b, a < 0.0R), a * b, a == 0.0R), b == 0.0R));
}
