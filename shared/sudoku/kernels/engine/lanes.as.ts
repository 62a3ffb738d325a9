// @inline
export function or3(a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.or(a, b), c)
}
// lanes, or fields, turned by one and by two
// @inline
export function lane1(a: v128): v128 {
  return v128.shuffle<i32>(a, a, 1, 2, 0, 3)
}
// @inline
export function lane2(a: v128): v128 {
  return v128.shuffle<i32>(a, a, 2, 0, 1, 3)
}
// @inline
export function field1(a: v128): v128 {
  return v128.or(i32x4.shr_u(a, 10), i32x4.shl(a, 20))
}
// @inline
export function field2(a: v128): v128 {
  return v128.or(i32x4.shr_u(a, 20), i32x4.shl(a, 10))
}
// @inline
export function fold(a: v128): v128 {
  return or3(a, i32x4.shr_u(a, 10), i32x4.shr_u(a, 20))
}
// @inline
export function spread(a: v128): v128 {
  return or3(a, i32x4.shl(a, 10), i32x4.shl(a, 20))
}
// guards -> the nine bits under them
// @inline
export function under(g: v128): v128 {
  return i32x4.sub(g, i32x4.shr_u(g, 9))
}
// @inline
export function naked(x: v128, two: v128, G: v128): v128 {
  return v128.and(x, under(v128.andnot(G, two)))
}
// @inline
export function bivalue(x: v128, L: v128, G: v128): v128 {
  // guards of the cells with two digits
  const y = v128.and(x, i32x4.sub(x, L)),
    two = i32x4.sub(y, L),
    three = i32x4.sub(v128.and(y, two), L)
  return v128.and(v128.andnot(two, three), G)
}
// @inline
export function several(x: v128, L: v128, G: v128): v128 {
  return v128.and(i32x4.sub(v128.and(x, i32x4.sub(x, L)), L), G)
}
// @inline
export function firstOf(f: i64, g: i64): i32 {
  return f ? <i32>ctz(f) : 64 + <i32>ctz(g)
}
// A cell that holds digits found nowhere else in its box keeps the lowest of them. (Two such digits: the other one has lost its
// last place, which the next round sees.)
// @inline
export function hidden(x: v128, often: v128, L: v128, G: v128): v128 {
  const h = v128.andnot(x, often),
    w = i32x4.sub(h, L)
  return v128.andnot(x, v128.andnot(under(v128.and(w, G)), v128.andnot(h, w)))
}
