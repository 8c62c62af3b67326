// needs: trig_reduce, tan_core
fn rm_tan_T(x: REAL) -> REAL {
    let v = rm_tan_of_T(rm_reduce_T(select(0.0R, x, rm_isfinite_T(x))));
    return select(select(rm_nan_T(), v, rm_isfinite_T(x)), x, x == 0.0R);
}
