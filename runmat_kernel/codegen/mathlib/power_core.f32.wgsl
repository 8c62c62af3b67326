// needs: log_pair, exp_core
// 2^(y log2 x) for x positive and normal, |y| <= 4 and a result well inside the normal numbers, on devices whose fma rounds once: with
// such exponents the logarithm needs no more than its leading product to twice the precision; 1.3 ulp
struct rm_power_quick_f32 { value: f32, exponent: f32 }
fn rm_power_small_f32(x: f32, y: f32) -> rm_power_quick_f32 {
    let own = bitcast<u32>(x) + (0x3f800000u - 0x3f3504f3u);
    let k = f32(i32(own >> 23u) - 127);
    let f = bitcast<f32>((own & 0x007fffffu) + 0x3f3504f3u) - 1.0f;
    // log2(1 + f) = high + t
    let p = fma(fma(fma(fma(fma(fma(fma(fma(-0.10976142436265945f, f, 0.18839620053768158f), f, -0.19235090911388397f), f, 0.204288050532341f), f, -0.23939305543899536f), f, 0.2885792851448059f), f, -0.3607088029384613f), f, 0.4808981418609619f), f, -0.7213471531867981f);
    let high = f * 1.4426950216293335f;
    let t = fma(f * f, p, fma(f, 1.925963033500011e-08f, rm_product_error_f32(f, 1.4426950216293335f, high)));
    let a = y * k;
    let b = y * high;
    let rest = fma(y, t, rm_product_error_f32(y, k, a) + rm_product_error_f32(y, high, b));
    let exponent = a + (b + rest);
    let n = rm_nearest_f32(exponent, 1.0f);
    let r = ((a - n.value) + b) + rest;
    let q = fma(fma(fma(fma(fma(0.00015353360504377633f, r, 0.0013398875016719103f), r, 0.00961843691766262f), r, 0.055503323674201965f), r, 0.24022647738456726f), r, 0.6931471824645996f);
    return rm_power_quick_f32(bitcast<f32>(bitcast<u32>(fma(r, q, 1.0f)) + (n.bits << 23u)), exponent);
}
// x^y for x positive and finite and y finite
fn rm_power_core_f32(x: f32, y: f32) -> f32 {
    // powers and roots that come out even must: 3^3, 9^1.5
    let sixteenths = 16.0f * y;
    if FUSED && abs(y) <= 4.0f && sixteenths != floor(sixteenths) && bitcast<u32>(x) >= 0x00800000u {
        let quick = rm_power_small_f32(x, y);
        if abs(quick.exponent) < 125.0f {
            return quick.value;
        }
    }
    let l = rm_log_pair_f32(x);
    let product = y * l.x;
    let error = rm_product_error_f32(y, l.x, product) + y * l.y;
    let limit = clamp(product, -2000.0f, 2000.0f);
    let parts = rm_exp_core_f32(limit, select(0.0f, error, limit == product));
    return rm_ldexp_f32(1.0f + parts.expm1, parts.k);
}
