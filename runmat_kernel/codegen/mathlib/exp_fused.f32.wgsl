// needs: bits
// exp(x) where the result is a normal number, on devices whose fma rounds once
fn rm_exp_normal_f32(x: f32) -> f32 {
    let k = rm_nearest_f32(x, 1.4426950216293335f);
    let r = fma(k.value, 1.9046542121259336e-09f, fma(k.value, -0.6931471824645996f, x));
    let y = fma(r, fma(r, fma(fma(fma(fma(fma(0.00019891247211489826f, r, 0.0013933881418779492f), r, 0.00833331048488617f), r, 0.041666463017463684f), r, 0.1666666716337204f), r, 0.5f), 1.0f), 1.0f);
    return bitcast<f32>(bitcast<u32>(y) + (k.bits << 23u));
}
