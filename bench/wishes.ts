import { ended } from '../shared/ended.ts'
import { makingBatch, WishNotMet } from '../shared/sudoku/making/making.ts'
import { EXPLAINER_TECHNIQUES, type ExplainerTechnique } from '../shared/sudoku/rating/techniques.ts'
import { bench, processorMs, say, table } from './measuring/bench.ts'

/** Those that count by themselves up to XYZ-wings, and then some that few puzzles need. */
const USUAL = [
  ...EXPLAINER_TECHNIQUES.slice(
    EXPLAINER_TECHNIQUES.indexOf('direct-hidden-pair'),
    EXPLAINER_TECHNIQUES.indexOf('xyz-wing') + 1,
  ),
  ...(['naked-quad', 'aligned-pair-exclusion'] satisfies ExplainerTechnique[]),
]

/**
 * How long it takes to make puzzles whose hardest step is of a technique, beside how long their work is counted to take,
 * and how many givens nine in ten of them have at most.
 */
export const wishes = bench(
  { count: 100, seed: '7', budget: 600, techniques: USUAL.join(',') },
  ({ count, seed, budget, techniques }) => {
    const rows = techniques.split(',').map((name) => {
      say(name)
      const known = EXPLAINER_TECHNIQUES.filter((technique) => technique === name)
      const start = processorMs()
      const options = { rules: 'classic', size: 9, seed, cages: false, regions: false } as const
      try {
        const made = ended(makingBatch({ ...options, techniques: known, budget }, count))
        const seconds = (processorMs() - start) / 1000
        const givens = made.map(({ puzzle }) => puzzle.replaceAll('.', '').length).toSorted((a, b) => a - b)
        const most = givens[Math.ceil(givens.length * 0.9) - 1]
        return { name, seconds, cells: [made.length, seconds.toFixed(2), (count / seconds).toFixed(1), most] }
      } catch (error) {
        if (!(error instanceof WishNotMet)) throw error
        return { name, seconds: (processorMs() - start) / 1000, cells: [error.message, '', '', ''] }
      }
    })
    const all = rows.reduce((sum, { seconds }) => sum + seconds, 0)
    return {
      title: 'Puzzles by wish',
      about: `${count} puzzles of each technique, seed ${seed}, seconds of processor time on one thread, which share nothing: more threads take as much together. All of them took ${all.toFixed(1)} s.`,
      sections: [
        table(
          ['technique', 'made', 'seconds', 'a second', 'givens of nine in ten, at most'],
          rows.map(({ name, cells }) => [`\`${name}\``, ...cells]),
        ),
      ],
    }
  },
)
