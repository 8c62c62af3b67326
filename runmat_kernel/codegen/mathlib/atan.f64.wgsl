// needs: bits
// atan(n / d) for n >= 0, d >= 0, not both zero: base + (r + tail); ``lost`` is what rounding r lost
struct rm_atan_parts_f64 { base: f64, r: f64, tail: f64, lost: f64 }
fn rm_atan_split_f64(n: f64, d: f64) -> rm_atan_parts_f64 {
    // three intervals, each mapped to |r| <= tan(pi/8); base + tail is the angle of the interval
    let large = n > 2.414213562373095lf * d;
    let middle = !large && n > 0.41421356237309503lf * d;
    let numerator = select(select(n, n - d, middle), -d, large);
    let denominator = select(select(d, n + d, middle), n, large);
    // hidden, since a driver may take n / d + residual / d together as (n + residual) / d
    let quotient = rm_keep_f64(numerator / denominator, n);
    let correction = rm_residual_f64(numerator, quotient, denominator) / denominator;
    let r = rm_keep_f64(quotient + correction, quotient);
    let base = select(select(0.0lf, 0.7853981633974483lf, middle), 1.5707963267948966lf, large);
    let base_tail = select(select(0.0lf, 3.061616997868383e-17lf, middle), 6.123233995736766e-17lf, large);
    let z = r * r;
    let a = fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(0.016285183029865667lf, z, -0.034570044186095536lf), z, 0.04551573086664191lf), z, -0.052304498567092406lf), z, 0.05878928398517232lf), z, -0.06666424833613552lf), z, 0.07692296372129964lf), z, -0.09090908753400499lf), z, 0.11111111105153429lf), z, -0.14285714285659806lf), z, 0.19999999999999804lf), z, -0.3333333333333333lf);
    return rm_atan_parts_f64(base, r, fma(z * r, a, base_tail), rm_lost_f64(quotient, correction, r));
}
fn rm_atan_ratio_f64(n: f64, d: f64) -> f64 {
    let p = rm_atan_split_f64(n, d);
    return p.base + (p.r + p.tail);
}
// the same as a sum of two
fn rm_atan_pair_f64(n: f64, d: f64) -> vec2<f64> {
    let p = rm_atan_split_f64(n, d);
    let high = rm_keep_f64(p.base + p.r, p.r);
    return vec2<f64>(high, select(rm_lost_f64(p.base, p.r, high), 0.0lf, p.base == 0.0lf) + (p.lost + p.tail));
}
// what is returned as it is, is chosen before the sign is put on: drivers may mistake a choice between x and bits of x
fn rm_atan_f64(x: f64) -> f64 {
    let magnitude = abs(x);
    let angle = rm_atan_ratio_f64(min(magnitude, 1e300lf), 1.0lf);
    return rm_copysign_f64(select(angle, magnitude, rm_isnan_f64(x) || x == 0.0lf), x);
}
