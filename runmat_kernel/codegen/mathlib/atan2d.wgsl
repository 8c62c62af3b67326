// needs: atan2, degrees, turn_core, rdivide
fn rm_atan2d_T(y: REAL, x: REAL) -> REAL {
    let ax = abs(x);
    let ay = abs(y);
    if rm_isnan_T(x) || rm_isnan_T(y) {
        return rm_nan_T();
    }
    if !rm_isfinite_T(x) || !rm_isfinite_T(y) || rm_iszero_T(ax) || rm_iszero_T(ay) {
        return rm_copysign_T(rm_degrees_T(vec2<REAL>(abs(rm_atan2_T(y, x)), 0.0R)), y);
    }
    if x > 0.0R && ay < 1.0e-15R * ax {
        // the angle in radians may be subnormal; 2^32 keeps what the product lost from being so
        let c = rm_degrees_per_radian_T;
        let large = y * 4294967296.0R;
        let product = rm_keep_T(large * c.x, c.x);
        let lost = rm_product_error_T(large, c.x, product) + large * c.y;
        let q = rm_rdivide_T(product, x);
        return fma(q, lost / product, q) * 2.3283064365386963e-10R;
    }
    // scaled by a power of two, so that sum, quotient and its residual are right for tiny and huge operands
    let scale = select(1.0R, 0.00390625R, max(ax, ay) > 1.0e36R)
        * select(1.0R, 18446744073709551616.0R, min(ax, ay) < 1.0e-18R && max(ax, ay) < 1.0e18R);
    var angle = rm_atan_pair_T(rm_keep_T(ay * scale, ay), rm_keep_T(ax * scale, ay));
    if x < 0.0R {
        let whole = rm_pi_pair_T(1.0R);
        let high = rm_keep_T(whole.x - angle.x, angle.x);
        angle = vec2<REAL>(high, rm_lost_T(whole.x, -angle.x, high) + (whole.y - angle.y));
    }
    return rm_copysign_T(rm_degrees_T(angle), y);
}
