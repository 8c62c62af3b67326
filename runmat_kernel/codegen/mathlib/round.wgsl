// needs: fix
// half away from zero, as MATLAB rounds; values without a fraction stay as they are
fn rm_round_T(x: REAL) -> REAL {
    let t = rm_fix_T(x);
    let up = abs(x - t) >= 0.5R;
    return select(t, t + select(1.0R, -1.0R, x < 0.0R), up);
}
