// needs: tanh
// tanh(x) for |x| <= 0.54
fn rm_tanh_near_T(x: REAL) -> REAL { return rm_tanh_small_T(x); }
