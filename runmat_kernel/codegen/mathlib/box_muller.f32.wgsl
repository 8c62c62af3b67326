// needs: log_core, bits
// Two independent normal numbers from u1 in (0, 1] and u2 in [0, 1): r cos(2 pi u2) and r sin(2 pi u2), r^2 = -2 log(u1).
// u1 is at least 2^-32, so neither the logarithm nor the root needs its special cases.
fn rm_box_muller_f32(u1: f32, u2: f32) -> vec2<f32> {
    let own = bitcast<u32>(u1) + (0x3f800000u - 0x3f3504f3u);
    let e = f32(i32(own >> 23u) - 127);
    let f = bitcast<f32>((own & 0x007fffffu) + 0x3f3504f3u) - 1.0f;
    let square = -2.0f * fma(e, 0.693145751953125f, f + fma(e, 1.428606765330187e-06f, rm_log1p_tail_f32(f)));
    // the root with one correction by its residual, since Vulkan allows 3 ulp
    let inverse = inverseSqrt(square);
    let root = square * inverse;
    let r = select(0.0f, fma(fma(-root, root, square), 0.5f * inverse, root), square > 0.0f);
    // u2 in quarters of a turn: k of them and an angle of at most pi/4
    let k = rm_nearest_f32(u2, 4.0f);
    let angle = fma(4.0f, u2, -k.value) * 1.5707963267948966f;
    let z = angle * angle;
    let p = fma(fma(fma(2.7249059257883346e-06f, z, -0.00019840079767163843f), z, 0.008333331905305386f), z, -0.1666666716337204f);
    let q = fma(fma(fma(-2.7300234251015354e-07f, z, 2.4800594474072568e-05f), z, -0.00138888880610466f), z, 0.0416666679084301f);
    let s = fma(z * angle, p, angle);
    let c = fma(z, fma(z, q, -0.5f), 1.0f);
    let odd = (k.bits & 1u) == 1u;
    let x = bitcast<u32>(select(c, s, odd)) ^ (((k.bits + 1u) & 2u) << 30u);
    let y = bitcast<u32>(select(s, c, odd)) ^ ((k.bits & 2u) << 30u);
    return vec2<f32>(r * bitcast<f32>(x), r * bitcast<f32>(y));
}
