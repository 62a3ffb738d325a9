// An entry beside search.as.ts where the kernel is built for grids whose two diagonals hold every digit, too. What is there for
// these alone asks isDefined(DIAGONALS), so that the kernel of classic grids has nothing of it.
// @global
const DIAGONALS: bool = true
