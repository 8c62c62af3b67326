// Not trunc: Mesa's software adapter without AVX-512 takes doubles beyond 2^24 for whole numbers there, and in round.
fn rm_fix_f64(x: f64) -> f64 { return select(floor(x), ceil(x), x < 0.0lf); }
