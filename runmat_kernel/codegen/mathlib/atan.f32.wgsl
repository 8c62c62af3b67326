// needs: bits
// atan(n / d) for n >= 0, d >= 0, not both zero: base + (r + tail); ``lost`` is what rounding r lost
struct rm_atan_parts_f32 { base: f32, r: f32, tail: f32, lost: f32 }
fn rm_atan_split_f32(n: f32, d: f32) -> rm_atan_parts_f32 {
    // three intervals, each mapped to |r| <= tan(pi/8); base + tail is the angle of the interval
    let large = n > 2.4142136573791504f * d;
    let middle = !large && n > 0.4142135679721832f * d;
    let numerator = select(select(n, n - d, middle), -d, large);
    let denominator = select(select(d, n + d, middle), n, large);
    // hidden, since a driver may take n / d + residual / d together as (n + residual) / d
    let quotient = rm_keep_f32(numerator / denominator, n);
    let correction = rm_residual_f32(numerator, quotient, denominator) / denominator;
    let r = rm_keep_f32(quotient + correction, quotient);
    let base = select(select(0.0f, 0.7853981852531433f, middle), 1.5707963705062866f, large);
    let base_tail = select(select(0.0f, -2.1855694143368964e-08f, middle), -4.371138828673793e-08f, large);
    let z = r * r;
    let a = fma(fma(fma(fma(fma(0.05048054829239845f, z, -0.08624643832445145f), z, 0.11071360856294632f), z, -0.14284150302410126f), z, 0.19999977946281433f), z, -0.3333333432674408f);
    return rm_atan_parts_f32(base, r, fma(z * r, a, base_tail), rm_lost_f32(quotient, correction, r));
}
fn rm_atan_ratio_f32(n: f32, d: f32) -> f32 {
    let p = rm_atan_split_f32(n, d);
    return p.base + (p.r + p.tail);
}
// the same as a sum of two
fn rm_atan_pair_f32(n: f32, d: f32) -> vec2<f32> {
    let p = rm_atan_split_f32(n, d);
    let high = rm_keep_f32(p.base + p.r, p.r);
    return vec2<f32>(high, select(rm_lost_f32(p.base, p.r, high), 0.0f, p.base == 0.0f) + (p.lost + p.tail));
}
// what is returned as it is, is chosen before the sign is put on: drivers may mistake a choice between x and bits of x
fn rm_atan_f32(x: f32) -> f32 {
    let magnitude = abs(x);
    let angle = rm_atan_ratio_f32(min(magnitude, 1e30f), 1.0f);
    return rm_copysign_f32(select(angle, magnitude, rm_isnan_f32(x) || x == 0.0f), x);
}
