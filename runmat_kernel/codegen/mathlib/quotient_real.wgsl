// needs: bits
// real part of (a + b i) / (c + d i), divided by the larger part first so that no square overflows
fn rm_quotient_real_T(a: REAL, b: REAL, c: REAL, d: REAL) -> REAL {
    if rm_iszero_T(c) && rm_iszero_T(d) {
        return a / abs(c);
    }
    if abs(c) >= abs(d) {
        let q = d / c;
        return (a + b * q) / (c + d * q);
    }
    let q = c / d;
    return (a * q + b) / (c * q + d);
}
