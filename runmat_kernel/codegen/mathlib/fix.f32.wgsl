// Not by floor and ceil: devices that flush subnormals compare a negative one equal to zero, but floor it to -1.
fn rm_fix_f32(x: f32) -> f32 { return trunc(x); }
