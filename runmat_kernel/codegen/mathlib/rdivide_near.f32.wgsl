// needs: bits
// a / b for |a| < 1e20 and 1e-4 < b < 1e15.  A small numerator is scaled up, lest what the quotient lost be subnormal; not in a branch,
// which drivers compile slowly.
fn rm_rdivide_near_f32(a: f32, b: f32) -> f32 {
    let small = abs(a) < 1.0e-20f;
    let n = select(a, a * 1.2089258196146292e24f, small);
    let inverse = 1.0f / b;
    let q = select(rm_keep_f32(n * inverse, b), n * inverse, FUSED);
    let quotient = fma(rm_residual_f32(n, q, b), inverse, q);
    return select(select(quotient, quotient * 8.271806125530277e-25f, small), q, q == 0.0f);
}
