// needs: bits
// erfinv(y) / y for z = y^2 <= 0.391
fn rm_erfinv_ratio_f64(z: f64) -> f64 {
    return fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(1.0135332826285754lf, z, -2.9018145497095116lf), z, 4.130751239298811lf), z, -3.6311795356005154lf), z, 2.2597051641743002lf), z, -0.9927611813020023lf), z, 0.3617771978946208lf), z, -0.06854098719091906lf), z, 0.04050646672677649lf), z, 0.022245265986069917lf), z, 0.028312122501219405lf), z, 0.031658887151123166lf), z, 0.036467976246001545lf), z, 0.04283661923797883lf), z, 0.0517312855122842lf), z, 0.0649596176638767lf), z, 0.08655212924269588lf), z, 0.1275561753055894lf), z, 0.23201366653465452lf), z, 0.886226925452758lf);
}
// the x with erfc(x) = exp(-s^2), to a few parts in ten million, for s from 5/6 to 2.5
fn rm_erfcinv_near_f64(s: f64) -> f64 {
    return fma(fma(fma(fma(fma(fma(fma(-0.001450643413604708lf, s, 0.020905626995258032lf), s, -0.13156427584011665lf), s, 0.4729552959124206lf), s, -1.0607645886619927lf), s, 1.4971418783497439lf), s, -0.1832600978405913lf), s, 0.022752696200077433lf);
}
// the x with erfc(x) = exp(-s^2), to a few parts in ten million, for s from 2.5 to 7
fn rm_erfcinv_mid_f64(s: f64) -> f64 {
    return fma(fma(fma(fma(fma(fma(fma(fma(2.537432842963014e-07lf, s, -1.0657860909305165e-05lf), s, 0.00019476457074759366lf), s, -0.0020214694798388047lf), s, 0.012995410676663434lf), s, -0.052364001359475464lf), s, 0.12245865561666164lf), s, 0.9019999443745986lf), s, -0.3612898646404255lf);
}
// the x with erfc(x) = exp(-s^2), to a few parts in ten million, for s from 7 to 27.5
fn rm_erfcinv_far_f64(s: f64) -> f64 {
    return fma(fma(fma(fma(fma(fma(fma(fma(-5.36859501458695e-12lf, s, 8.490923663124848e-10lf), s, -5.869917844289354e-08lf), s, 2.330559398805048e-06lf), s, -5.8734856902705996e-05lf), s, 0.0009809421917013818lf), s, -0.01102818510680558lf), s, 1.0838947316173853lf), s, -0.45634801902145855lf);
}
