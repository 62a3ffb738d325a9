/** An axis for backtracks: of log(1 + b), so that 0 has its place, too. */
export interface LogAxis {
  /** Where the lines stand: 0, 1, 10, 100 … */
  readonly ticks: readonly number[]
  /** Where a number stands, from 0 to 1. */
  at(backtracks: number): number
}

/** The axis that reaches from 0 to the power of ten that holds `most`. */
export function logAxis(most: number): LogAxis {
  // Digits are counted, not logarithms rounded: log10(1000) is 2.9999999999999996 on some machines.
  const powers = most <= 10 ? 1 : `${most - 1}`.length
  const ticks = [0, ...Array.from({ length: powers + 1 }, (_, power) => 10 ** power)]
  const top = Math.log1p(10 ** powers)
  return { ticks, at: (backtracks) => Math.log1p(backtracks) / top }
}
