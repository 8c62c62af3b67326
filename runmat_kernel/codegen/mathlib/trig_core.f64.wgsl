// needs: bits
// sine and cosine of r + tail for |r| <= pi/4, each as a sum of two
fn rm_sin_pair_f64(r: f64, tail: f64) -> vec2<f64> {
    let z = r * r;
    let s = fma(fma(fma(fma(fma(fma(-7.586526259823632e-13lf, z, 1.6058528716428674e-10lf), z, -2.5052106214109338e-08lf), z, 2.75573192192863e-06lf), z, -0.00019841269841264998lf), z, 0.008333333333333331lf), z, -0.16666666666666666lf);
    return vec2<f64>(r, fma(z * r, s, fma(-0.5lf * z, tail, tail)));
}
fn rm_cos_pair_f64(r: f64, tail: f64) -> vec2<f64> {
    let z = r * r;
    let q = fma(fma(fma(fma(fma(fma(4.745776908062333e-14lf, z, -1.1470459273845642e-11lf), z, 2.0876755780884776e-09lf), z, -2.755731922137343e-07lf), z, 2.4801587301584608e-05lf), z, -0.0013888888888888887lf), z, 0.041666666666666664lf);
    let half = 0.5lf * z;
    let w = rm_keep_f64(1.0lf - half, r);
    return vec2<f64>(w, rm_lost_f64(1.0lf, -half, w) + fma(z * z, q, -r * tail));
}
fn rm_sin_poly_f64(r: f64, tail: f64) -> f64 {
    let s = rm_sin_pair_f64(r, tail);
    return s.x + s.y;
}
fn rm_cos_poly_f64(r: f64, tail: f64) -> f64 {
    let s = rm_cos_pair_f64(r, tail);
    return s.x + s.y;
}
struct rm_angle_f64 { quadrant: u32, r: f64, tail: f64 }
