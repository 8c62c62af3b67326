// needs: bits
// imaginary part of (a + b i) / (c + d i)
fn rm_quotient_imag_T(a: REAL, b: REAL, c: REAL, d: REAL) -> REAL {
    if rm_iszero_T(c) && rm_iszero_T(d) {
        return b / abs(c);
    }
    if abs(c) >= abs(d) {
        let q = d / c;
        return (b - a * q) / (c + d * q);
    }
    let q = c / d;
    return (b * q - a) / (c * q + d);
}
