// needs: bits, hypot, sqrt
// the square root of a + b i, in the right half plane
fn rm_csqrt_T(a: REAL, b: REAL) -> vec2<REAL> {
    if rm_isinf_T(b) {
        return vec2<REAL>(rm_inf_T(), b);
    }
    if rm_isnan_T(a) || (rm_isnan_T(b) && rm_isfinite_T(a)) {
        return vec2<REAL>(rm_nan_T(), rm_nan_T());
    }
    if rm_isinf_T(a) {
        let rest = select(0.0R, rm_nan_T(), rm_isnan_T(b));
        if a > 0.0R {
            return vec2<REAL>(a, select(rm_copysign_T(rest, b), rest, rm_isnan_T(b)));
        }
        return vec2<REAL>(rest, rm_copysign_T(rm_inf_T(), b));
    }
    if rm_iszero_T(a) && rm_iszero_T(b) {
        return vec2<REAL>(0.0R, b);
    }
    // by powers of four, so that the modulus neither overflows nor loses bits
    let size = max(abs(a), abs(b));
    let scale = select(select(1.0R, 281474976710656.0R, size < 1.0e-20R), 0.0625R, size > 1.0e30R);
    let back = select(select(1.0R, 5.9604644775390625e-08R, size < 1.0e-20R), 4.0R, size > 1.0e30R);
    let x = a * scale;
    let y = b * scale;
    let t = rm_sqrt_T(0.5R * (abs(x) + rm_hypot_T(x, y)));
    let large = t * back;
    let small = y / (2.0R * t) * back;
    if a >= 0.0R {
        return vec2<REAL>(large, small);
    }
    return vec2<REAL>(abs(small), rm_copysign_T(large, b));
}
