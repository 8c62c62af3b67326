// needs: power
// x^y for 0 <= x < 1e30 and 0.001 < y < 1000 that is not 1; odd powers of -0 are -0
fn rm_power_near_T(x: REAL, y: REAL) -> REAL {
    let half = 0.5R * y;
    let odd = y == floor(y) && half != floor(half);
    let zero = select(0.0R, x, odd);
    return select(select(rm_power_core_T(select(x, 1.0R, x == 0.0R), y), zero, x == 0.0R), x, rm_isnan_T(x));
}
