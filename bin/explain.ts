import { Argument, type Command } from 'commander'
import pc from 'picocolors'
import { textOf } from '../shared/sudoku/grid/grid.ts'
import { type Step, stepsOf, type WayEnd } from '../shared/sudoku/rating/steps.ts'
import type { CommandContext } from './context.ts'
import { addExamples, type GlobalOptions } from './options.ts'
import { ratableOf } from './ratable.ts'
import { nodesOption } from './rate.ts'
import { InputError, print, printStyled } from './streams.ts'

interface ExplainOptions extends GlobalOptions {
  readonly nodes?: number
}

/** Adds `explain` to a program. */
export function addExplain(program: Command, context: CommandContext, end: (isSolved: boolean) => void): void {
  const command = program
    .command('explain')
    .description('print the steps by which a person solves a puzzle, each with its rating and why it holds')
    .addArgument(new Argument('<puzzle>', 'a classic grid, a character a cell; . or 0 for empty'))
    .addOption(nodesOption())
  addExamples(command, {
    'explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79':
      'its steps, a line each',
  })
  command.action(async (puzzle: string) => end(await explain(puzzle, command.optsWithGlobals(), context)))
}

/** The words where a way ends. */
const ENDS: Readonly<Record<WayEnd, string>> = {
  solved: 'Solved',
  stuck: 'No technique finds a further step',
  limit: 'The next step takes more nodes of chains than it may',
}

/** @returns whether the steps lead to the solution */
async function explain(text: string, { nodes, json }: ExplainOptions, context: CommandContext): Promise<boolean> {
  const ratable = ratableOf({ text })
  if (!ratable.ok) throw new InputError(`the puzzle: ${ratable.error}`)
  const steps = stepsOf(ratable.value.givens, nodes ? { nodes } : {})
  const colours = pc.createColors(context.hasColors === true && context.stdout.stream.isTTY === true)
  let hardest = 0
  for (let count = 1; ; count++) {
    const next = steps.next()
    if (next.done) {
      const end = next.value
      const solution = end === 'solved' ? `: ${textOf(ratable.value.solution)}` : ''
      if (json) await print(`${count > 1 ? '\n]' : '[]'}\n`, context)
      else await print(`${ENDS[end]}${solution}, hardest step ${hardest.toFixed(1)}\n`, context)
      return end === 'solved'
    }
    hardest = Math.max(hardest, next.value.rating)
    if (json) await print(`${count > 1 ? ',\n' : '[\n'}${JSON.stringify(next.value)}`, context)
    else await printStyled(lineOf(count, next.value, colours), context)
  }
}

function lineOf(count: number, { rating, text }: Step, colours: ReturnType<typeof pc.createColors>): string {
  const colon = text.indexOf(':')
  const number = `${count}`.padStart(3)
  const technique = colours.bold(text.slice(0, colon))
  return `${colours.dim(number)}  ${colours.cyan(rating.toFixed(1).padStart(4))}  ${technique}${text.slice(colon)}\n`
}
