import { InvalidArgumentError, Option } from 'commander'
import type { JobOptions } from '../shared/job/job.ts'
import { STATUSES, type Status } from '../shared/job/result.ts'
import { RULES_NAMES, rulesInWords } from '../shared/sudoku/rules.ts'
import { STRATEGY_NAMES } from '../shared/sudoku/strategies/strategy-facts.ts'
import { OUTPUT_NAMES, type OutputName } from './streams.ts'

/** Options that several commands share. */

export interface ServiceOptions {
  readonly url: string
  readonly key?: string
}

export interface OutputOptions {
  readonly format: OutputName
  readonly status?: readonly Status[]
  readonly from: number
}

export type AskedOptions = Partial<JobOptions>

export const serviceOptions = () => [
  new Option('--url <url>', 'where the service answers')
    .env('SUDOKU_URL')
    .default('http://127.0.0.1:3000')
    .argParser(webAddress),
  new Option('--key <key>', "your API key; better in the environment: others can see a command's arguments").env(
    'SUDOKU_KEY',
  ),
]

export const outputOptions = () => [
  new Option('--format <name>', 'how to print results').choices(OUTPUT_NAMES).default('text'),
  new Option('--status <names>', `only results of these, with commas between: ${STATUSES.join(', ')}`).argParser(
    statuses,
  ),
  new Option('--from <line>', 'the line of the first result to print').default(1).argParser(wholeNumber),
]

export const rulesOption = () =>
  new Option('--rules <name>', `what holds besides rows, columns and boxes. ${rulesInWords()}`).choices(RULES_NAMES)

export const jobOptions = () => [
  new Option('--strategy <name>').choices(STRATEGY_NAMES),
  rulesOption(),
  new Option('--size <cells>', 'cells a side; told from the length of a puzzle when left out').argParser(wholeNumber),
  new Option('--solutions <count>', 'how many solutions to look for').argParser(wholeNumber),
  new Option('--backtrack-limit <count>', 'backtracks that one puzzle may take').argParser(wholeNumber),
]

/** Those of a command's options that are for the service. */
export function askedIn({ strategy, rules, size, solutions, backtrackLimit }: AskedOptions): AskedOptions {
  const asked = { strategy, rules, size, solutions, backtrackLimit }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
}

function webAddress(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new InvalidArgumentError('expected an address like http://host:port')
  return text
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a whole number')
  return Number(text)
}

function statuses(text: string): Status[] {
  return text.split(',').map((name) => {
    const status = STATUSES.find((known) => known === name)
    if (!status) throw new InvalidArgumentError(`expected some of ${STATUSES.join(', ')}`)
    return status
  })
}
