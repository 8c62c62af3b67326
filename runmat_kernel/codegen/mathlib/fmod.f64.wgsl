// needs: bits
fn rm_exponent_of_f64(x: f64) -> i32 {
    let own = i32((bitcast<u64>(x) >> 52u) & 2047lu);
    // a subnormal's leading bit is lower than its exponent says
    return select(own, i32((bitcast<u64>(x * 18014398509481984.0lf) >> 52u) & 2047lu) - 54, own == 0);
}
// the exact remainder of |x| / |y| for finite operands, y not zero: long division, as many bits of the quotient a turn as stay exact
fn rm_fmod_f64(x: f64, y: f64) -> f64 {
    let b = abs(y);
    var a = abs(x);
    while a >= b {
        let shift = rm_exponent_of_f64(a) - rm_exponent_of_f64(b);
        let t = rm_ldexp_f64(b, max(0, shift - 48));
        // the nearest quotient: the remainder is then always exact
        let q = floor(a / t + 0.5lf);
        // huge operands are scaled down for the product, which could overflow
        let huge = a > 1.0e300lf;
        let scale = select(1.0lf, 1.52587890625e-05lf, huge);
        var r = rm_residual_f64(rm_keep_f64(a * scale, a), q, rm_keep_f64(t * scale, a)) * select(1.0lf, 65536.0lf, huge);
        if r < 0.0lf { r += t; }
        a = r;
    }
    return a;
}
