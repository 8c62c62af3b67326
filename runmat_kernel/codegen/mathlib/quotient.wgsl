// needs: bits, rdivide
// (a + b i) / (c + d i), with both scaled by powers of two and divided by the larger part first; by real numbers part by part
fn rm_quotient_T(a: REAL, b: REAL, c: REAL, d: REAL) -> vec2<REAL> {
    if rm_iszero_T(d) {
        return vec2<REAL>(rm_rdivide_T(a, c), rm_rdivide_T(b, c));
    }
    let up = rm_exponent_T(max(abs(a), abs(b)));
    let down = rm_exponent_T(max(abs(c), abs(d)));
    let x = rm_ldexp_T(a, -up);
    let y = rm_ldexp_T(b, -up);
    let u = rm_ldexp_T(c, -down);
    let v = rm_ldexp_T(d, -down);
    let wide = abs(u) >= abs(v);
    let q = select(u, v, wide) / select(v, u, wide);
    let size = select(u * q + v, u + v * q, wide);
    let real = select(x * q + y, x + y * q, wide) / size;
    let imaginary = select(y * q - x, y - x * q, wide) / size;
    return vec2<REAL>(rm_ldexp_T(real, up - down), rm_ldexp_T(imaginary, up - down));
}
