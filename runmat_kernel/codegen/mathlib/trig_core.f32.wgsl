// needs: bits
// sine and cosine of r + tail for |r| <= pi/4, each as a sum of two
fn rm_sin_pair_f32(r: f32, tail: f32) -> vec2<f32> {
    let z = r * r;
    let s = fma(fma(fma(2.7249059257883346e-06f, z, -0.00019840079767163843f), z, 0.008333331905305386f), z, -0.1666666716337204f);
    return vec2<f32>(r, fma(z * r, s, fma(-0.5f * z, tail, tail)));
}
fn rm_cos_pair_f32(r: f32, tail: f32) -> vec2<f32> {
    let z = r * r;
    let q = fma(fma(fma(-2.7300234251015354e-07f, z, 2.4800594474072568e-05f), z, -0.00138888880610466f), z, 0.0416666679084301f);
    let half = 0.5f * z;
    let w = rm_keep_f32(1.0f - half, r);
    return vec2<f32>(w, rm_lost_f32(1.0f, -half, w) + fma(z * z, q, -r * tail));
}
fn rm_sin_poly_f32(r: f32, tail: f32) -> f32 {
    let s = rm_sin_pair_f32(r, tail);
    return s.x + s.y;
}
fn rm_cos_poly_f32(r: f32, tail: f32) -> f32 {
    let s = rm_cos_pair_f32(r, tail);
    return s.x + s.y;
}
struct rm_angle_f32 { quadrant: u32, r: f32, tail: f32 }
