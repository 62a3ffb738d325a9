import { type Example, examples } from '../../shared/sudoku/search/examples.ts'

/** A grid as a teaching text prints it, with the solution and the backtracks that go with it. */
export interface Published extends Example {
  readonly solution?: string
  /** How many solutions it has, where that is not one. */
  readonly solutions?: number
}

function printed(name: string, more: Partial<Published> = {}): Published {
  const example = examples.find((one) => one.name === name)
  if (!example) throw new Error(`no example: ${name}`)
  return { ...example, ...more }
}

export const texts = {
  input: printed('Devadas, input', {
    solution: '517698234289134756346275891672849315138526947954713682495362178723481569861957423',
  }),
  /** `input` with four givens fewer, and so with four solutions more. */
  inp2: printed('Devadas, inp2', { solutions: 5 }),
  inkala2006: printed('Inkala 2006'),
  inkala2010: printed('Inkala 2010'),
  figure2: printed('Liang, figure 2'),
  listing1: printed('Liang, listing 1', {
    solution: '963174258178325649254689731821437596496852317735961824589713462317246985642598173',
  }),
  /** With -2 in its even cells, as it is printed. */
  even: printed('Devadas, even', {
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
    solution: '849257631357618249612439758423761985165892374798345162281573496934186527576924813',
  }),
  vit: printed('VIT, by hand', { solution: '1234432131422413' }),
}
export const published: readonly Published[] = Object.values(texts)

/** Figure 2 as the Java edition prints it, without the `28` of row 7. */
export const { puzzle: EIGHTEEN_SOLUTIONS } = printed('Liang, two givens short')
