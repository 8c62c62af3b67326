// needs: expm1
fn rm_sinh_f64(x: f64) -> f64 {
    let a = abs(x);
    let z = x * x;
    let small = fma(x * z, fma(fma(fma(fma(fma(fma(fma(fma(8.309260939020764e-18lf, z, 2.8112906307818087e-15lf), z, 7.647165419659899e-13lf), z, 1.6059043826860684e-10lf), z, 2.5052108385476243e-08lf), z, 2.7557319223985825e-06lf), z, 0.0001984126984126984lf), z, 0.008333333333333333lf), z, 0.16666666666666666lf), x);
    let e = rm_expm1_f64(min(a, 20.0lf));
    // e^a / 2 by its exponent: e^a itself may overflow
    let parts = rm_exp_core_f64(min(a, 1000.0lf), 0.0lf);
    let large = rm_ldexp_f64(1.0lf + parts.expm1, parts.k - 1);
    let y = select(0.5lf * (e + e / (e + 1.0lf)), large, a > 20.0lf);
    // NaN takes the small road, which hands it on
    return select(small, rm_copysign_f64(y, x), a >= 1.0lf);
}
