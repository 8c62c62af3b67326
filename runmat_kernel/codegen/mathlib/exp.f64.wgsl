// needs: exp_core, exp_fused
fn rm_exp_f64(x: f64) -> f64 {
    if FUSED {
        // subnormal results by a detour of 2^512
        let low = x < -708.396418532264lf;
        let y = rm_exp_normal_f64(select(x, max(x, -746.0lf) + 354.891356446692lf, low));
        let v = select(select(y, y * 7.458340731200207e-155lf, low), rm_inf_f64(), x > 709.782712893384lf);
        return select(v, x, rm_isnan_f64(x));
    }
    let parts = rm_exp_core_f64(clamp(x, -746.0lf, 710.0lf), 0.0lf);
    return select(rm_ldexp_f64(1.0lf + parts.expm1, parts.k), x + x, rm_isnan_f64(x));
}
