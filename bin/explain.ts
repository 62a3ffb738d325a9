import pc from 'picocolors'
import { type Whole, wholeOf } from '../shared/job/solved-entry.ts'
import { textOf } from '../shared/sudoku/grid/grid.ts'
import { ruleSteps } from '../shared/sudoku/hints/next-step.ts'
import type { RuleStep } from '../shared/sudoku/hints/rule-step.ts'
import type { RatingOptions } from '../shared/sudoku/rating/rating.ts'
import { type Step, stepsOf, type WayEnd } from '../shared/sudoku/rating/steps.ts'
import { ratingWord } from '../shared/sudoku/rating/techniques.ts'
import { fileEntries, tell } from './file-entries.ts'
import { addRuleSet, fileCommand } from './options.ts'
import { nodesOption } from './rate.ts'
import { type CommandContext, InputError, print } from './streams.ts'

export const addExplain = fileCommand<RatingOptions>('explain', {
  words:
    'print the steps by which a person solves each puzzle, why they hold, and the ratings of those on classic 9×9 grids',
  options: () => [nodesOption()],
  more: addRuleSet,
  examples: {
    'explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79':
      'its steps, a line each',
    'explain puzzles.txt --rule-set human-1': 'the steps of a person, who tries first what is easiest to see',
    'explain puzzles.txt --json': 'the steps of each puzzle of a file, as data',
  },
  async run(file, { json, ...options }, context) {
    context.endAtOnce?.()
    let areSeveral = false
    let areAllSolved = true
    for await (const entries of fileEntries(file, context)) {
      areSeveral ||= entries.length > 1
      for (const found of entries) {
        const { entry, place } = found
        if (json && areSeveral) await print(place > 1 ? ',\n' : '[\n', context)
        else if (areSeveral) await print(`${place > 1 ? '\n' : ''}Puzzle ${place}\n`, context)
        const whole = wholeOf(entry)
        if (whole.ok) areAllSolved = (await printSteps(whole.value, json, options, context)) && areAllSolved
        else if (!areSeveral) throw new InputError(`the puzzle: ${whole.error}`)
        else {
          areAllSolved = false
          if (json) await print('[]', context)
          tell(found, whole.error, context)
        }
      }
    }
    if (json) await print(areSeveral ? '\n]\n' : '\n', context)
    return areAllSolved
  },
})

/** The words where a way ends. */
const ENDS: Readonly<Record<WayEnd, string>> = {
  solved: 'Solved',
  stuck: 'No technique finds a further step',
  limit: 'The next step takes more nodes of chains than it may',
}

/** @returns whether the steps lead to the solution */
async function printSteps(
  { puzzle, givens, solution }: Whole,
  json: boolean | undefined,
  { nodes, ruleSet, level }: RatingOptions,
  context: CommandContext,
): Promise<boolean> {
  const { isClassic, size } = puzzle.rules
  // Cells that are even, say, are no rule: they may hold some digits alone.
  const steps =
    isClassic && size === 9 && puzzle.masks.size === 0 ? stepsOf(givens, { nodes, ruleSet, level }) : ruleSteps(puzzle)
  const colours = pc.createColors(context.hasColors === true && context.stdout.stream.isTTY === true)
  let hardest = 0
  for (let count = 1; ; count++) {
    const next = steps.next()
    if (next.done) {
      const end = next.value
      const found = end === 'solved' ? `: ${textOf(solution)}` : ''
      const word = end === 'solved' ? `, ${ratingWord(hardest)}` : ''
      const rated = hardest > 0 ? `, hardest step ${hardest.toFixed(1)}${word}` : ''
      const tail = count > 1 ? '\n]' : '[]'
      await print(json ? tail : `${ENDS[end]}${found}${rated}\n`, context)
      return end === 'solved'
    }
    if ('rating' in next.value) hardest = Math.max(hardest, next.value.rating)
    if (json) await print(`${count > 1 ? ',\n' : '[\n'}${JSON.stringify(next.value)}`, context)
    else await print(lineOf(count, next.value, colours), context, true)
  }
}

function lineOf(count: number, step: Step | RuleStep, colours: ReturnType<typeof pc.createColors>): string {
  const { text } = step
  const rating = 'rating' in step ? `  ${colours.cyan(step.rating.toFixed(1).padStart(4))}` : ''
  const colon = text.indexOf(':')
  const number = `${count}`.padStart(3)
  const technique = colours.bold(text.slice(0, colon))
  return `${colours.dim(number)}${rating}  ${technique}${text.slice(colon)}\n`
}
