// needs: rdivide
// Whether x / y is a whole number up to rounding, for a y that is none: MATLAB then takes the remainder to be zero.
fn rm_nearly_whole_f64(x: f64, y: f64) -> bool {
    let q = rm_rdivide_f64(x, y);
    let n = floor(q + 0.5lf);
    return abs(q - n) < 2.220446049250313e-16lf * abs(n) && !(y == floor(y));
}
