// needs: log_pair, exp_core, power, rdivide
// the real n-th root; of negative numbers for odd n
fn rm_nthroot_T(x: REAL, n: REAL) -> REAL {
    let a = abs(x);
    var v = 0.0R;
    if n == 1.0R {
        v = a;
    } else if rm_iszero_T(x) || !rm_isfinite_T(x) || !rm_isfinite_T(n) || rm_iszero_T(n) {
        v = rm_power_T(a, rm_rdivide_T(1.0R, n));
    } else {
        // log |x| / n as a sum of two
        let l = rm_log_pair_T(a);
        let q = rm_keep_T(l.x / n, n);
        let limit = clamp(q, -2000.0R, 2000.0R);
        let parts = rm_exp_core_T(limit, select(0.0R, (rm_residual_T(l.x, q, n) + l.y) / n, limit == q));
        v = rm_ldexp_T(1.0R + parts.expm1, parts.k);
        if abs(q) < 80.0R {
            // one step of Newton on logarithms, so that roots of powers are exact
            let m = rm_log_pair_T(v);
            v = v + v * ((rm_residual_T(l.x, m.x, n) + (l.y - m.y * n)) / n);
        }
    }
    return select(v, -v, x < 0.0R);
}
