import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { SLICE_MS } from '../../infra/settings/settings.ts'
import { type Deployed, deployed } from './deployed.ts'
import { headers, health, keys, page } from './front-checks.ts'
import { gzip, sizes, slices } from './gateway-checks.ts'
import { parts, publishedCounts } from './job-checks.ts'

/**
 * Whether a service that was deployed does what only an account can show, from outside, as a client sees it:
 *
 *     SUDOKU_KEY=sudoku_… npm run smoke -- --url https://…
 *
 * It leaves fifteen jobs, of some 5,000 puzzles in all, and costs about a cent. It ends with 0 where all is well or there
 * was nothing to look at, 1 where something is not, 2 for wrong usage, 130 when interrupted.
 */

/** In the order in which they are made; without the first, none of the others is. */
const CHECKS: Readonly<Record<string, (service: Deployed) => Promise<string>>> = {
  health,
  keys,
  page,
  headers,
  'published-counts': publishedCounts,
  parts,
  gzip,
  sizes,
  slices,
}
const NAMES = Object.keys(CHECKS)
/** For each; a service that has not been asked for long takes a while with its first puzzle. */
const PATIENCE_S = 240
const EXIT = { allWell: 0, wrong: 1, usage: 2, interrupted: 130 } as const

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())

const program = new Command('smoke')
  .description('Tries a deployed service from outside.')
  .exitOverride()
  .option('--url <url>', 'where the service answers', webAddress)
  .addOption(new Option('--key <key>', 'an API key; better in the environment').env('SUDOKU_KEY'))
  .option('--only <names>', `some of ${NAMES.join(', ')}`, names, NAMES)
  .addOption(
    new Option('--slice <ms>', 'how long its workers search at a time').argParser(milliseconds).default(SLICE_MS),
  )
  .action(async ({ url, only, ...how }: { url?: string; key?: string; slice: number; only: readonly string[] }) => {
    if (url === undefined) console.log('skipped: no --url')
    else process.exitCode = await smoke(url, only, how)
  })
try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode === 0 ? EXIT.allWell : EXIT.usage
}

async function smoke(
  url: string,
  only: readonly string[],
  { key, slice: sliceMs }: { readonly key?: string; readonly slice: number },
): Promise<number> {
  const correlationId = `smoke-${crypto.randomUUID()}`
  console.log(`${url}, as ${correlationId} in its logs`)
  let passed = 0
  let failed = 0
  for (const name of only) {
    const signal = AbortSignal.any([interruption.signal, AbortSignal.timeout(PATIENCE_S * 1000)])
    const wrong = await failureOf(name, deployed({ url, correlationId, signal, sliceMs, ...(key && { key }) }))
    if (interruption.signal.aborted) return EXIT.interrupted
    if (wrong === undefined) passed++
    else failed++
    if (name === 'health' && failed > 0) break
  }
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? EXIT.wrong : EXIT.allWell
}

/** Makes a check, and says how it went. */
async function failureOf(name: string, service: Deployed): Promise<string | undefined> {
  const startedAt = performance.now()
  try {
    const told = await CHECKS[name](service)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`passed  ${name.padEnd(18)}  ${seconds.padStart(5)} s  ${told}`)
    return undefined
  } catch (error) {
    const { name: kind, message } = error as Error
    const wrong = kind === 'TimeoutError' ? `not done after ${PATIENCE_S} s` : message
    if (!interruption.signal.aborted) console.log(`FAILED  ${name}: ${wrong}`)
    return wrong
  }
}

function names(text: string): string[] {
  const asked = text.split(',')
  const unknown = asked.find((name) => !NAMES.includes(name))
  if (unknown !== undefined) throw new InvalidArgumentError(`expected some of ${NAMES.join(', ')}`)
  return asked
}

function milliseconds(text: string): number {
  const ms = Number(text)
  if (!(Number.isInteger(ms) && ms > 0)) throw new InvalidArgumentError('expected milliseconds')
  return ms
}

function webAddress(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new InvalidArgumentError('expected an address like https://host')
  }
  return text
}
