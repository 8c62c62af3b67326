// needs: bits
// sin(r + quadrant pi/2) for |r| <= pi/4, on devices whose fma rounds once: one polynomial whose coefficients are chosen by the quadrant
fn rm_sin_turned_f32(r: f32, quadrant: u32) -> f32 {
    let odd = (quadrant & 1u) == 1u;
    let z = r * r;
    let p = fma(fma(fma(select(2.7249059257883346e-06f, 2.4462835426675156e-05f, odd), z, select(-0.00019840079767163843f, -0.0013887581881135702f, odd)), z, select(0.008333331905305386f, 0.04166664928197861f, odd)), z, select(-0.1666666716337204f, -0.5f, odd));
    let base = select(r, 1.0f, odd);
    return bitcast<f32>(bitcast<u32>(fma(base * z, p, base)) ^ ((quadrant & 2u) << 30u));
}
// sin(x + quadrants pi/2) for |x| < 65536, on devices whose fma rounds once: three fused steps of reduction
struct rm_turned_f32 { r: f32, quadrant: u32 }
fn rm_reduce_near_f32(x: f32, quadrants: u32) -> rm_turned_f32 {
    let k = rm_nearest_f32(x, 0.6366197466850281f);
    let r = fma(k.value, 1.7151245100058819e-15f, fma(k.value, 4.371138828673793e-08f, fma(k.value, -1.5707963705062866f, x)));
    let quadrant = quadrants + k.bits;
    return rm_turned_f32(r, quadrant);
}
fn rm_sin_shifted_near_f32(x: f32, quadrants: u32) -> f32 {
    let angle = rm_reduce_near_f32(x, quadrants);
    return rm_sin_turned_f32(angle.r, angle.quadrant);
}
