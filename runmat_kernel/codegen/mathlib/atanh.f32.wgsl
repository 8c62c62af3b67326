// needs: log1p
fn rm_atanh_f32(x: f32) -> f32 {
    let a = abs(x);
    let z = x * x;
    let small = fma(x * z, fma(fma(fma(fma(fma(fma(fma(0.15806446969509125f, z, 0.018622824922204018f), z, 0.08798372745513916f), z, 0.0895482525229454f), z, 0.11120034009218216f), z, 0.14285430312156677f), z, 0.20000003278255463f), z, 0.3333333432674408f), x);
    let y = rm_copysign_f32(0.5f * rm_log1p_f32((a + a) / (1.0f - a)), x);
    return select(select(y, small, a <= 0.5f), rm_nan_f32(), !(a <= 1.0f));
}
