// needs: expm1
fn rm_sinh_f32(x: f32) -> f32 {
    let a = abs(x);
    let z = x * x;
    let small = fma(x * z, fma(fma(fma(fma(2.545711375034898e-08f, z, 2.755376272034482e-06f), z, 0.0001984128321055323f), z, 0.008333333767950535f), z, 0.1666666716337204f), x);
    let e = rm_expm1_f32(min(a, 20.0f));
    // e^a / 2 by its exponent: e^a itself may overflow
    let parts = rm_exp_core_f32(min(a, 1000.0f), 0.0f);
    let large = rm_ldexp_f32(1.0f + parts.expm1, parts.k - 1);
    let y = select(0.5f * (e + e / (e + 1.0f)), large, a > 20.0f);
    // NaN takes the small road, which hands it on
    return select(small, rm_copysign_f32(y, x), a >= 1.0f);
}
