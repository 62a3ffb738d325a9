import { Option } from 'commander'
import { type FileEntry, fileEntries } from './file-entries.ts'
import { addRuleSet, fileCommand, threadsOption, wholeNumber } from './options.ts'
import { RATING_FORMAT_NAMES, RATING_FORMATS } from './output-formats.ts'
import type { RatedBlock, RateOptions } from './rate-thread.ts'
import { printer, progressBar } from './streams.ts'
import { madeByThreads } from './threads.ts'

export const nodesOption = () =>
  new Option(
    '--nodes <count>',
    'how many nodes of chains to look at before a puzzle is given up; any number by default',
  ).argParser(wholeNumber(1))

export const addRate = fileCommand<RateOptions & { readonly threads: number }>('rate', {
  words:
    'print how hard puzzles are, as Sudoku Explainer 1.2.1 or a person rates them: ER/EP/ED and the hardest technique',
  options: () => [
    new Option('--format <name>', 'how to print the ratings').choices(RATING_FORMAT_NAMES).default('text'),
    nodesOption(),
    threadsOption(),
  ],
  more: addRuleSet,
  examples: {
    'rate puzzles.txt > ratings.txt': 'a rating a line, in the order of the puzzles',
    'rate --level x-wing,xy-wing puzzles.txt':
      'as a person has it who knows these and all that is easier, with minutes; 20.0 is beyond them',
    'rate - --format csv --nodes 5000000 < hardest.txt': 'with a limit of work, beyond which a rating is "at least"',
  },
  async run(file, { format, nodes, ruleSet, level, threads: count, quiet }, context) {
    const bar = progressBar('rating', context)
    const { add, end } = printer(RATING_FORMATS[format], context)
    const workerData: RateOptions = { format, nodes, ruleSet, level }
    const how = { workerData, count, ahead: AHEAD, bar, quiet }
    let areAllRated = true
    const rated = madeByThreads<readonly FileEntry[], RatedBlock>('rate-thread', blocks(), how, context)
    for await (const { asked, made } of rated) {
      areAllRated &&= made.areAllRated
      await add(made.text)
      bar.update(asked.at(-1)?.place ?? 0)
    }
    await end()
    return areAllRated

    async function* blocks(): AsyncGenerator<readonly FileEntry[], void> {
      for await (const entries of fileEntries(file, context)) {
        bar.setTotal(entries.at(-1)?.place ?? 0)
        for (let from = 0; from < entries.length; from += PUZZLES_A_BLOCK)
          yield entries.slice(from, from + PUZZLES_A_BLOCK)
      }
    }
  },
})

/** Some milliseconds of easy puzzles; one of the hardest may take minutes. */
const PUZZLES_A_BLOCK = 8
/** Blocks a thread, so that all others go on while one rates a puzzle that takes as long as a thousand. */
const AHEAD = 64
