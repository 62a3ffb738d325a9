import { availableParallelism } from 'node:os'
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { ClientOptions } from '../shared/client/http.ts'
import { inputFormatsInWords } from '../shared/input/input-format.ts'
import { INCLUSION_NAMES, INCLUSIONS } from '../shared/job/inclusions.ts'
import type { JobOptions, Labels } from '../shared/job/job.ts'
import { STATUSES } from '../shared/job/result.ts'
import { type ErRange, parseErRange, type ResultFilter } from '../shared/job/result-filter.ts'
import { JOB_OPTION_FIELDS, LABEL_FIELDS } from '../shared/protocol/requests.ts'
import {
  HUMAN_TECHNIQUE_NAMES,
  type RatingRules,
  RULE_SET_NAMES,
  TECHNIQUE_NAMES,
} from '../shared/sudoku/rating/techniques.ts'
import { RULES_NAMES, rulesInWords } from '../shared/sudoku/rules/rules.ts'
import { STRATEGY_NAMES } from '../shared/sudoku/search/strategy-facts.ts'
import { OUTPUT_FORMAT_NAMES, type OutputFormatName } from './output-formats.ts'
import { announceTyping, type CommandContext } from './streams.ts'
import { visible } from './visible.ts'

/** Options that several commands share. */

export interface ServiceOptions {
  readonly url: string
  readonly key?: string
}

export interface GlobalOptions {
  readonly json?: boolean
  readonly quiet?: boolean
}

export interface OutputOptions extends ResultFilter {
  readonly format: OutputFormatName
  readonly er?: ReturnType<typeof erRange>
  readonly from: number
}

/** @param isNeeded whether the command does nothing without a service */
export const serviceOptions = (isNeeded = true) => [
  new Option(
    '--url <url>',
    isNeeded
      ? 'the address of the service'
      : 'the address of a service that is to solve them; without one this machine does',
  )
    .env('SUDOKU_URL')
    .argParser(webAddress)
    .default(isNeeded ? 'http://127.0.0.1:3000' : undefined),
  new Option(
    '--key <key>',
    "your API key; it is safer in the environment, as other users can see a command's arguments",
  ).env('SUDOKU_KEY'),
]

export const outputOptions = () => [
  new Option('--format <name>', 'how to print the results').choices(OUTPUT_FORMAT_NAMES).default('text'),
  new Option(
    '--status <names>',
    `print only results with these statuses, separated by commas: ${STATUSES.join(', ')}`,
  ).argParser((text: string) => namesIn(text, STATUSES)),
  new Option(
    '--er <range>',
    'of a job that includes ratings, print only results rated so: 4.5..6.0, 4.5.., ..6.0 or 4.5',
  ).argParser(erRange),
  new Option(
    '--technique <names>',
    'of such a job, print only results whose hardest step is of these techniques, separated by commas',
  ).argParser((text: string) => namesIn(text, TECHNIQUE_NAMES)),
  new Option('--from <place>', 'the place of the first result to print, among the puzzles')
    .default(1)
    .argParser(wholeNumber(1)),
]

export const rulesOption = () => namesOption(RULES_NAMES, rulesInWords())

/** Several rules may hold at once. */
export function namesOption<N extends string>(names: readonly N[], words: string): Option {
  return new Option(
    '--rules <names>',
    `what holds besides rows, columns and boxes; several are separated by commas. ${words}`,
  )
    .choices(names)
    .argParser((text: string, before: readonly N[] = []) => [...before, ...namesIn(text, names)])
}

export const jobOptions = () => [
  new Option('--strategy <name>', 'the strategy that searches for solutions').choices(STRATEGY_NAMES),
  rulesOption(),
  new Option('--size <cells>', "cells a side; by default each puzzle's length tells").argParser(wholeNumber()),
  new Option('--solutions <count>', 'how many solutions to look for').argParser(wholeNumber()),
  new Option('--backtrack-limit <count>', 'after how many backtracks to give up a puzzle').argParser(wholeNumber()),
  includeOption(),
  ...ruleSetOptions(),
]

/** By whose techniques puzzles are rated and solved step by step. */
const ruleSetOptions = () => [
  new Option('--rule-set <name>', "whose techniques rate and explain: Sudoku Explainer's, or a person's").choices(
    RULE_SET_NAMES,
  ),
  new Option(
    '--level <names>',
    'what somebody can do, by human-1: these techniques, separated by commas, all before the first of them, and no others (docs/ratings.md)',
  )
    .argParser((text: string) => namesIn(text, HUMAN_TECHNIQUE_NAMES))
    .implies({ ruleSet: 'human-1' }),
]

export const includeOption = (words = 'what each result is to have besides') =>
  new Option(
    '--include <names>',
    `${words}, separated by commas: ${INCLUSION_NAMES.map((name) => `${name} (${INCLUSIONS[name].words})`).join(', ')}`,
  ).argParser((text: string) => namesIn(text, INCLUSION_NAMES))

export const labelOptions = () => [
  new Option('--name <name>', 'what you call the job'),
  new Option('--metadata <key=value>', 'a text that you keep with the job; may be given several times').argParser(
    keyAndValue,
  ),
]

/** A command on puzzles. */
interface FileCommand<Options> {
  readonly words: string
  readonly options: () => readonly Option[]
  /** Adds what its options alone do not say. */
  more?(command: Command, context: CommandContext): void
  readonly examples: Readonly<Record<string, string>>
  /** @returns whether all went well with every puzzle; what did not is told of on standard error */
  run(file: string, options: Options & GlobalOptions, context: CommandContext): Promise<boolean>
}

/** What adds such a command to a program, and is told how it ended. Somebody who is to type puzzles is told so. */
export function fileCommand<Options>(name: string, { words, options, more, examples, run }: FileCommand<Options>) {
  return (program: Command, context: CommandContext, end: (isWell: boolean) => void): Command => {
    const command = program.command(name).description(words).addArgument(puzzlesArgument())
    addExamples(addOptions(command, options()), examples)
    more?.(command, context)
    return command.action(async (file: string) => {
      const options = optionsOf<Options>(command)
      if (!options.quiet) announceTyping(file, context)
      end(await run(file, options, context))
    })
  }
}

/** The puzzles of a command: a file of them, standard input, or one as it is. */
export const puzzlesArgument = () =>
  new Argument(
    '[file]',
    `${inputFormatsInWords()}, of any length; or a puzzle itself. - or nothing reads standard input`,
  ).default('-', 'standard input')

/** How many threads share the work of a command that needs no service. */
export const threadsOption = (words = 'how many threads share the work') =>
  new Option('--threads <count>', words).argParser(wholeNumber(1, 1024)).default(availableParallelism())

/** How a client reaches its service. Somebody at a terminal is told, once, that it is asked again: until it answers nothing else would be said. */
export function accessOf(
  { url, key, quiet }: ServiceOptions & GlobalOptions,
  { stderr, pause }: CommandContext,
): Pick<ClientOptions, 'url' | 'key' | 'pause' | 'isPatient' | 'onRetry'> {
  let isTold = quiet === true || stderr.isTTY !== true
  const onRetry = (error: Error) => {
    const [title] = error.message.split('\n')
    if (!isTold) stderr.write(`${visible(title)}; trying again …\n`)
    isTold = true
  }
  return { url, key: key || undefined, pause, isPatient: true, onRetry }
}

/** Adds to a command's help how it is called, each example with what it does. */
export function addExamples(command: Command, examples: Readonly<Record<string, string>>): Command {
  const name = command.parent?.name() ?? command.name()
  const calls = Object.entries(examples).map(([words, does]) => `  ${name} ${words}\n      ${does}`)
  return command.addHelpText('after', `\n${calls.length > 1 ? 'Examples' : 'Example'}:\n${calls.join('\n')}`)
}

/** Adds the rule set's options to a command that asks no job for it. A level is of `human-1`. */
export function addRuleSet(command: Command): void {
  addOptions(command, ruleSetOptions()).hook('preAction', () => {
    const { ruleSet, level }: RatingRules = command.opts()
    if (level && ruleSet !== 'human-1')
      command.error(`error: found --level with --rule-set ${ruleSet}, expected human-1`)
  })
}

export function addOptions(command: Command, options: readonly Option[]): Command {
  for (const option of options) command.addOption(option)
  return command
}

/** The options of a command, with what `--json` makes of them where it prints in several formats. */
export function optionsOf<Options>(command: Command): Options & GlobalOptions {
  const options: Options & GlobalOptions & { readonly format?: string } = command.optsWithGlobals()
  if (!options.json || options.format === undefined) return options
  if (command.getOptionValueSource('format') === 'cli' && options.format !== 'json')
    command.error(`error: found --json and --format ${options.format}, expected one of them`)
  return { ...options, format: 'json' }
}

/** The options of a job that a command was given, among its other options, and what it is to be called. */
export function jobOptionsIn(options: Partial<JobOptions> & Labels): Partial<JobOptions> & Labels {
  const names = Object.keys({ ...JOB_OPTION_FIELDS, ...LABEL_FIELDS }) as (keyof typeof options)[]
  return Object.fromEntries(names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])))
}

export function namesIn<N extends string>(text: string, known: readonly N[]): N[] {
  const names = text.split(',').map((name) => name.trim())
  const isKnown = (name: string): name is N => known.includes(name as N)
  if (!names.every(isKnown)) throw new InvalidArgumentError(`expected some of ${known.join(', ')}`)
  return names
}

function keyAndValue(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [key, ...value] = text.split('=')
  if (key === '' || value.length === 0) throw new InvalidArgumentError('expected key=value')
  if (Object.hasOwn(before, key)) throw new InvalidArgumentError(`found the key ${key} twice`)
  return { ...before, [key]: value.join('=') }
}

/** A parser of whole numbers, in a range where one is given. */
export function wholeNumber(from?: number, to = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const last = to === Number.MAX_SAFE_INTEGER ? '' : ` to ${to}`
  const range = from === undefined ? '' : ` from ${from}${last}`
  return (text) => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= (from ?? 0) && number <= to) return number
    throw new InvalidArgumentError(`expected a whole number${range}`)
  }
}

function webAddress(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('expected an address like http://host:port')
  // Dropped in silence they would be missed.
  if (url.username || url.password || url.search || url.hash)
    throw new InvalidArgumentError('expected an address without a name, a password, ? or #')
  return text
}

/** A range with how it was written. */
export function erRange(text: string): ErRange & { readonly text: string } {
  const range = parseErRange(text)
  if (!range.ok) throw new InvalidArgumentError(range.error)
  return { ...range.value, text }
}
