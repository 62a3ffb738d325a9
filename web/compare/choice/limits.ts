/** After how many backtracks a puzzle may be given up. */
export const LIMITS = [
  { backtracks: 100_000, name: '100 thousand' },
  { backtracks: 1_000_000, name: '1 million' },
  { backtracks: 10_000_000, name: '10 million' },
  { backtracks: 100_000_000, name: '100 million' },
] as const

/** Lets brute force end on most grids of newspapers, and soon on those made against it. */
export const DEFAULT_LIMIT = 1_000_000
