// needs: bits
// a / b for |a| < 1e20 and 1e-4 < b < 1e15.  A small numerator is scaled up, lest what the quotient lost be subnormal; not in a branch,
// which drivers compile slowly.
fn rm_rdivide_near_f64(a: f64, b: f64) -> f64 {
    let small = abs(a) < 1.0e-20lf;
    let n = select(a, a * 4.149515568880993e180lf, small);
    let inverse = 1.0lf / b;
    let q = select(rm_keep_f64(n * inverse, b), n * inverse, FUSED);
    let quotient = fma(rm_residual_f64(n, q, b), inverse, q);
    return select(select(quotient, quotient * 2.409919865102884e-181lf, small), q, q == 0.0lf);
}
