// needs: bits
// a / b for |a| < 1e20 and 1e-4 < b < 1e15.  A small numerator is scaled up, lest the residual be subnormal; a subnormal one by whole
// numbers, since devices take it for zero.
fn rm_rdivide_near_f32(a: f32, b: f32) -> f32 {
    let small = abs(a) < 1.0e-20f;
    let own = bitcast<u32>(a) & 0x7fffffffu;
    let raised = select(a * 1.2089258196146292e24f, rm_copysign_f32(f32(own) * 1.6940658945086007e-21f, a), own < 0x00800000u);
    let n = select(a, raised, small);
    let inverse = 1.0f / b;
    let q = select(rm_keep_f32(n * inverse, b), n * inverse, FUSED);
    let quotient = fma(rm_residual_f32(n, q, b), inverse, q);
    return select(select(quotient, quotient * 8.271806125530277e-25f, small), q, rm_iszero_f32(q));
}
