// An entry beside search.as.ts where the kernel is built for puzzles by the thousand: 128 of them share their first inference.
// What is there for these alone asks isDefined(LOCKSTEP), so that who solves few puzzles need not load it.
// @global
const LOCKSTEP: bool = true
