import { texts } from '../sudoku/texts.ts'

/** Grids for the page where those of `test/api/grids.ts` are too easy. */

/** That of 2010: 9,949 backtracks of brute force. */
export const INKALA = texts.inkala2010.puzzle
export const INKALA_2012 = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..'
export const ESCARGOT = '1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..'
/** Its first row is 987654321, where brute force gets last: 69,175,252 backtracks, some seconds. */
export const AGAINST_BRUTE_FORCE = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9'
/** Brute force fills it in billions of ways before it finds that no digit is left for the last cell. */
export const ENDLESS = `${'.'.repeat(35)}9${'.'.repeat(36)}12345678.`
/** ER 7.6: it has a Nishio forcing chain. */
export const CHAINS = '..9.3...8.3.7...2.8....2.....4.69.1..1...........8.5.79.1.7.....2...58..........6'
/** Its rating takes more than it may. */
export const GOLDEN_NUGGET = '.......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....'
