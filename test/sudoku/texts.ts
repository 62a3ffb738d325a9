import type { RulesName } from '../../shared/sudoku/rules/rules.ts'
import type { StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'

/** A grid as a teaching text prints it, with the solution and the backtracks that go with it. */
export interface Published {
  readonly name: string
  readonly rules: RulesName
  readonly puzzle: string
  readonly solution?: string
  /** How many solutions it has, where that is not one. */
  readonly solutions?: number
  readonly backtracks: Readonly<Partial<Record<StrategyName, number>>>
}

const input: Published = {
  name: 'Devadas, input',
  rules: 'classic',
  puzzle: '517600034 289004000 346205090 602000010 038006047 000000000 090000078 703400560 000000000',
  solution: '517698234 289134756 346275891 672849315 138526947 954713682 495362178 723481569 861957423',
  backtracks: { 'brute-force': 579, 'single-sweep': 10, 'naked-singles': 3 },
}

/** `input` with four givens fewer, and so with four solutions more. */
const inp2: Published = {
  name: 'Devadas, inp2',
  rules: 'classic',
  puzzle: '517600034 089004000 306205090 600000010 030006047 000000000 090000078 703400560 000000000',
  solutions: 5,
  backtracks: { 'brute-force': 6_363, 'single-sweep': 33, 'naked-singles': 2 },
}

const inkala2006: Published = {
  name: 'Inkala 2006',
  rules: 'classic',
  puzzle: '85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.',
  backtracks: { 'brute-force': 335_578, 'single-sweep': 24_231, 'naked-singles': 11_536 },
}

const inkala2010: Published = {
  name: 'Inkala 2010',
  rules: 'classic',
  puzzle: '..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..',
  backtracks: { 'brute-force': 9_949, 'single-sweep': 726, 'naked-singles': 232 },
}

const figure2: Published = {
  name: 'Liang, figure 2',
  rules: 'classic',
  puzzle: '530070000 600195000 098000060 800060003 400803001 700020006 060000280 000419005 000080079',
  backtracks: { 'brute-force': 4_157, 'single-sweep': 22, 'naked-singles': 6 },
}

const listing1: Published = {
  name: 'Liang, listing 1',
  rules: 'classic',
  puzzle: '060104050 008305600 200000001 800407006 006000300 700901004 500000002 007206900 040508070',
  solution: '963174258 178325649 254689731 821437596 496852317 735961824 589713462 317246985 642598173',
  backtracks: { 'brute-force': 1_538, 'single-sweep': 21, 'naked-singles': 3 },
}

const even: Published = {
  name: 'Devadas, even',
  rules: 'even',
  puzzle: `
    8 4 0 0 5 0 -2 0 0
    3 0 0 6 0 8 0 4 0
    0 0 -2 4 0 9 0 0 -2
    0 2 3 0 -2 0 9 8 0
    1 0 0 -2 0 -2 0 0 4
    0 9 8 0 -2 0 1 6 0
    -2 0 0 5 0 3 -2 0 0
    0 3 0 1 0 6 0 0 7
    0 0 -2 0 2 0 0 1 3`,
  solution: '849257631 357618249 612439758 423761985 165892374 798345162 281573496 934186527 576924813',
  backtracks: { 'brute-force': 2_056 },
}

const vit: Published = {
  name: 'VIT, by hand',
  rules: 'classic',
  puzzle: '1.3. ..21 .1.2 24..',
  solution: '1234 4321 3142 2413',
  backtracks: { 'brute-force': 1 },
}

/** Figure 2 as the Java edition prints it, without the `28` of row 7. */
export const EIGHTEEN_SOLUTIONS =
  '530070000 600195000 098000060 800060003 400803001 700020006 060000000 000419005 000080079'

export const texts = { input, inp2, inkala2006, inkala2010, figure2, listing1, even, vit }
export const published: readonly Published[] = Object.values(texts)
