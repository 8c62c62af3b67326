// needs: bits
// sin(r + quadrant pi/2) for |r| <= pi/4, on devices whose fma rounds once: one polynomial whose coefficients are chosen by the quadrant
fn rm_sin_turned_f64(r: f64, quadrant: u32) -> f64 {
    let odd = (quadrant & 1u) == 1u;
    let z = r * r;
    let p = fma(fma(fma(fma(fma(fma(select(-7.586526259823632e-13lf, -1.1367708458009183e-11lf, odd), z, select(1.6058528716428674e-10lf, 2.0875881808132976e-09lf, odd)), z, select(-2.5052106214109338e-08lf, -2.755731553519472e-07lf, odd)), z, select(2.75573192192863e-06lf, 2.4801587293603664e-05lf, odd)), z, select(-0.00019841269841264998lf, -0.001388888888888066lf, odd)), z, select(0.008333333333333331lf, 0.04166666666666664lf, odd)), z, select(-0.16666666666666666lf, -0.5lf, odd));
    let base = select(r, 1.0lf, odd);
    return bitcast<f64>(bitcast<u64>(fma(base * z, p, base)) ^ (u64(quadrant & 2u) << 62u));
}
// sin(x + quadrants pi/2) for |x| < 1048576, on devices whose fma rounds once: three fused steps of reduction
struct rm_turned_f64 { r: f64, quadrant: u32 }
fn rm_reduce_near_f64(x: f64, quadrants: u32) -> rm_turned_f64 {
    let k = rm_nearest_f64(x, 0.6366197723675814lf);
    let r = fma(k.value, 1.4973849048591698e-33lf, fma(k.value, -6.123233995736766e-17lf, fma(k.value, -1.5707963267948966lf, x)));
    let quadrant = quadrants + u32(k.bits & 3lu);
    return rm_turned_f64(r, quadrant);
}
fn rm_sin_shifted_near_f64(x: f64, quadrants: u32) -> f64 {
    let angle = rm_reduce_near_f64(x, quadrants);
    return rm_sin_turned_f64(angle.r, angle.quadrant);
}
