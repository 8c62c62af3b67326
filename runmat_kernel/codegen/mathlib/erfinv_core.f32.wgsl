// needs: bits
// erfinv(y) / y for z = y^2 <= 0.391
fn rm_erfinv_ratio_f32(z: f32) -> f32 {
    return fma(fma(fma(fma(fma(fma(fma(fma(fma(0.22094659507274628f, z, -0.18784713745117188f), z, 0.15423496067523956f), z, 0.0069580841809511185f), z, 0.05828310549259186f), z, 0.06424524635076523f), z, 0.08659628033638f), z, 0.12755480408668518f), z, 0.23201368749141693f), z, 0.8862269520759583f);
}
// the x with erfc(x) = exp(-s^2), to a few parts in ten million, for s from 5/6 to 2.5
fn rm_erfcinv_near_f32(s: f32) -> f32 {
    return fma(fma(fma(fma(fma(fma(fma(-0.0014506434090435505f, s, 0.020905626937747f), s, -0.13156427443027496f), s, 0.47295528650283813f), s, -1.0607645511627197f), s, 1.4971418380737305f), s, -0.18326009809970856f), s, 0.02275269664824009f);
}
// the x with erfc(x) = exp(-s^2), to a few parts in ten million, for s from 2.5 to 7
fn rm_erfcinv_mid_f32(s: f32) -> f32 {
    return fma(fma(fma(fma(fma(fma(fma(fma(2.5374328060934204e-07f, s, -1.0657860912033357e-05f), s, 0.00019476456509437412f), s, -0.002021469408646226f), s, 0.012995410710573196f), s, -0.05236400291323662f), s, 0.12245865911245346f), s, 0.9019999504089355f), s, -0.3612898588180542f);
}
// the x with erfc(x) = exp(-s^2), to a few parts in ten million, for s from 7 to 27.5
fn rm_erfcinv_far_f32(s: f32) -> f32 {
    return fma(fma(fma(fma(fma(fma(fma(fma(-5.368594891558276e-12f, s, 8.490923519843818e-10f), s, -5.8699178850929457e-08f), s, 2.3305594822886633e-06f), s, -5.87348586122971e-05f), s, 0.0009809421608224511f), s, -0.011028185486793518f), s, 1.0838947296142578f), s, -0.4563480317592621f);
}
