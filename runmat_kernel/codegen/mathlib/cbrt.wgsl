// needs: cbrt_core
// the real cube root: one step of Halley from a start of half the digits, whose square is exact
fn rm_cbrt_T(x: REAL) -> REAL {
    if rm_iszero_T(x) || !rm_isfinite_T(x) {
        return x;
    }
    let split = rm_split_T(x);
    let k = (split.exponent + 3000) / 3 - 1000;
    let j = split.exponent - 3 * k;
    let mantissa = abs(split.mantissa);
    let m = mantissa * select(select(1.0R, 2.0R, j == 1), 4.0R, j == 2);
    let start = rm_cbrt_start_T(mantissa) * select(select(1.0R, 1.2599210498948732R, j == 1), 1.5874010519681994R, j == 2);
    let cube = start * start * start;
    let t = rm_head_T(start * ((cube + 2.0R * m) / (2.0R * cube + m)));
    let square = t * t;
    let residual = rm_residual_T(m, square, t);
    return rm_copysign_T(rm_ldexp_T(t + t * (residual / (2.0R * square * t + m)), k), x);
}
