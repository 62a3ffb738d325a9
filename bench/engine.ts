import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '../shared/random.ts'
import type { EngineRules } from '../shared/sudoku/kernels/engine/engine.ts'
import { bulkEngine } from '../shared/sudoku/kernels/lockstep/bulk-engine.ts'
import { generateSolved } from '../shared/sudoku/making/generate.ts'
import { parsePuzzle } from '../shared/sudoku/rules/puzzle.ts'
import { LearningSearch } from '../shared/sudoku/search/learning.ts'
import { bench, say, table } from './measuring/bench.ts'
import { temporaryFolder } from './measuring/processes.ts'
import { linesOf, setNamed } from './measuring/puzzle-files.ts'
import { byTurns, median } from './measuring/turns.ts'
import { type Contender, engineRulesNamed, external, inProcess } from './rivals/contenders.ts'

const GENERATED: Readonly<Record<EngineRules, number>> = { classic: 20_000, diagonal: 2_000 }
const ENGINE = 'ours: engine'
const LEARNING = 'ours: learning'
const QUESTION = { solutions: 2, kept: 1, backtrackLimit: Number.POSITIVE_INFINITY }

/**
 * The engine beside its rivals: puzzles a second, each looking for a second solution, on one thread; see rivals.md for
 * who they are. With `--rules diagonal` it stands beside the search that learns, which would search in its place.
 */
export const engine = bench(
  { rules: 'classic', file: [], rounds: 7, native: [] },
  async ({ rules: named, file, rounds, native }) => {
    const rules = engineRulesNamed(named)
    const natives = native.map((definition) => {
      const [, name, command] = /^([^=]+)=(.*)$/.exec(definition) ?? []
      return { name, command }
    })
    const columns: { readonly set: string; readonly rates: ReadonlyMap<string, number> }[] = []
    for (const path of file.length > 0 ? file : generatedSets(rules)) {
      const lines = linesOf(path)
      const contenders = [
        byEngine(lines, rules),
        ...(rules === 'classic' ? [] : [byLearning(lines, rules)]),
        ...(await Promise.all(natives.map(({ name, command }) => external(name, command, path)))),
      ]
      const taken = await byTurns(Object.fromEntries(contenders.map(({ name, round }) => [name, round])), rounds)
      for (const { close } of contenders) close()
      const rates = new Map([...taken].map(([name, all]) => [name, median(all)]))
      columns.push({ set: setNamed(path, lines.length), rates })
      say(`${path}: ${[...rates].map(([name, rate]) => `${name} ${thousands(rate)}`).join(', ')}`)
    }
    const ratioTo = (names: readonly string[]) =>
      columns.map(
        ({ rates }) => (rates.get(ENGINE) ?? 0) / Math.max(...names.map((name) => rates.get(name) ?? Number.NaN)),
      )
    const bold = (ratios: readonly number[]) => ratios.map((ratio) => `**${ratio.toFixed(2)}**`)
    const againstBest = natives.length > 0 ? ratioTo(natives.map(({ name }) => name)) : []
    const mean = Math.exp(againstBest.reduce((sum, ratio) => sum + Math.log(ratio), 0) / againstBest.length)
    return {
      title: rules === 'classic' ? 'Engine' : `Engine on ${rules} grids`,
      about: `Puzzles a second of processor time on one thread, looking for a second solution; medians of ${rounds} rounds by turns; see ../rivals.md.`,
      sections: [
        table(
          ['solver', ...columns.map(({ set }) => set)],
          [
            ...[...columns[0].rates.keys()].map((name) => [
              name,
              ...columns.map(({ rates }) => thousands(rates.get(name) ?? 0)),
            ]),
            ...(rules === 'classic' ? [] : [['**engine ÷ learning**', ...bold(ratioTo([LEARNING]))]]),
            ...(natives.length > 0 ? [['**engine ÷ best native**', ...bold(againstBest)]] : []),
          ],
        ),
        ...(natives.length > 0
          ? [
              `Engine over the best native solver of each column: at least ${Math.min(...againstBest).toFixed(2)}, geometric mean ${mean.toFixed(2)}.`,
            ]
          : []),
      ],
    }
  },
)

/** The range of givens that a set is filled up to; none: minimal puzzles as they are. */
const MADE: Readonly<Record<string, { readonly from?: 'minimal'; readonly givens?: readonly [number, number] }>> = {
  minimal: { from: 'minimal' },
  '20_to_40_clues': { from: 'minimal', givens: [20, 40] },
  // Most have several solutions, as nothing chose their givens.
  '15_to_35_random_givens': { givens: [15, 35] },
}

/** Where no files are given: what the generator makes. */
function generatedSets(rules: EngineRules): string[] {
  const folder = temporaryFolder()
  return Object.entries(MADE).map(([name, { from, givens }]) => {
    const lines = Array.from({ length: GENERATED[rules] }, (_, index) => {
      const { puzzle, solution } = generateSolved({ rules, size: 9, seed: 'bench', index })
      const random = new Random(`bench ${name}`, index)
      const cells = Array.from(puzzle, (symbol) => (from ? Number(symbol) || 0 : 0))
      const wanted = givens ? givens[0] + random.below(givens[1] - givens[0] + 1) : 0
      for (let given = cells.filter(Boolean).length; given < wanted; ) {
        const cell = random.below(cells.length)
        if (cells[cell] === 0) given++
        cells[cell] = solution[cell]
      }
      return cells.map((digit) => digit || '.').join('')
    })
    const file = join(folder, `generated_${name}.txt`)
    writeFileSync(file, `${lines.join('\n')}\n`)
    return file
  })
}

function byEngine(puzzles: readonly string[], rules: EngineRules): Contender {
  const engine = bulkEngine(rules)
  const bytes = new TextEncoder().encode(puzzles.join(''))
  const solveAll = () => {
    engine.room(puzzles.length, QUESTION).set(bytes)
    engine.run(Number.POSITIVE_INFINITY)
  }
  return inProcess(ENGINE, puzzles.length, solveAll)
}

/** Puzzles that were parsed before. */
function byLearning(puzzles: readonly string[], rules: EngineRules): Contender {
  const parsed = puzzles.map((text) => {
    const puzzle = parsePuzzle(text, rules, 9)
    if (!puzzle.ok) throw new Error(puzzle.error)
    return puzzle.value
  })
  const solveOne = (index: number) => new LearningSearch(parsed[index], QUESTION).run(Number.POSITIVE_INFINITY)
  return inProcess(LEARNING, puzzles.length, solveOne, 1)
}

function thousands(rate: number): string {
  return rate >= 10_000 ? `${Math.round(rate / 1000).toLocaleString('en')}k` : `${(rate / 1000).toFixed(2)}k`
}
