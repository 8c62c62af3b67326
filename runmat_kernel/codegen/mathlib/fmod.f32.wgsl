// needs: bits
fn rm_exponent_of_f32(x: f32) -> i32 { return i32((bitcast<u32>(x) >> 23u) & 255u); }
// the exact remainder of |x| / |y| for finite operands, y not zero: long division, as many bits of the quotient a turn as stay exact
fn rm_fmod_f32(x: f32, y: f32) -> f32 {
    let b = abs(y);
    var a = abs(x);
    while a >= b {
        let shift = rm_exponent_of_f32(a) - rm_exponent_of_f32(b);
        let t = rm_ldexp_f32(b, max(0, shift - 20));
        // the nearest quotient: the remainder is then always exact
        let q = round(a / t);
        // huge operands are scaled down for the product, which could overflow
        let huge = a > 1.0e30f;
        let scale = select(1.0f, 1.52587890625e-05f, huge);
        var r = rm_residual_f32(rm_keep_f32(a * scale, a), q, rm_keep_f32(t * scale, a)) * select(1.0f, 65536.0f, huge);
        if r < 0.0f { r += t; }
        a = r;
    }
    return a;
}
