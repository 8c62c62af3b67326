// needs: rdivide
// Whether x / y is a whole number up to rounding, for a y that is none: MATLAB then takes the remainder to be zero.
fn rm_nearly_whole_f32(x: f32, y: f32) -> bool {
    let q = rm_rdivide_f32(x, y);
    let n = round(q);
    return abs(q - n) < 1.1920928955078125e-07f * abs(n) && !(y == round(y));
}
