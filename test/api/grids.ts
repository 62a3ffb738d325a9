/** Liang's figure 2: easy, one solution, 4,157 backtracks of brute force. */
export const GRID = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
export const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
/** Two givens short: 18 solutions. */
export const SEVERAL = GRID.replace('28', '..')
/** Inkala's grid of 2006: 335,578 backtracks, some 50 ms of brute force. */
export const SLOW = '85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.'
/** Some ten thousand backtracks of brute force: twenty of the shortest slices. */
export const HARD = '..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..'
/** Made against brute force: some seconds. */
export const ENDLESS = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9'
/** The first cell has no candidate: 1 to 8 are in its row, 9 in its column. */
export const NONE = `.12345678${'9'.padEnd(72, '.')}`
/** Rated 3.2 and 4.5, for what they are named for. */
export const X_WING = '.6.2..........32.....48...1..913...8..5...3.......87...2.....3..9...75...186..4..'
export const RECTANGLE = '1...97.4...3...8.1...1....293..764......3...........76..6.89.2..2...1...8...6.1.7'
