import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulators, startEmulators } from '../../../infra/local/emulators.ts'
import { type LocalService, startLocal } from '../../../infra/local.ts'
import type { JobView } from '../../../shared/protocol/views.ts'
import { Random } from '../../../shared/random.ts'
import { puzzles } from '../../../shared/sudoku/making/generate.ts'
import { sudoku } from './command.ts'
import { type Gate, gateBefore } from './gate.ts'
import { watchNext } from './watch.ts'

/** Long enough that there is a middle to disturb: 100,000 puzzles are some seconds of work. */
export const SOLVE = ['--strategy', 'singles', '--format', 'csv'] as const

/** A killed worker's message comes again after two seconds; an outage of some seconds leaves it attempts. */
const TIME_SCALE = 0.02

/** The time of a test, on a machine that is busy with others. */
export const PATIENCE_MS = 300_000
/** So short that chunks take several, and workers, too, send messages. */
export const SHORT_SLICE_MS = 100

interface TrialOptions {
  readonly sliceMs?: number
}

/** A service of real processes that can be disturbed, a job for it, and how that job goes when nothing is. */
export interface Trial extends AsyncDisposable {
  readonly service: LocalService
  /** Between the functions and what they stand on. */
  readonly gates: Readonly<Record<'table' | 'queue', Gate>>
  readonly folder: string
  /** The puzzles. */
  readonly file: string
  readonly undisturbed: { readonly output: Buffer; readonly job: JobView }
  /** The crashes that the service has reported since it was last asked. */
  said(): string[]
}

export async function startTrial(options: TrialOptions = {}): Promise<Trial> {
  await using started = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'sudoku-faults-'))
  started.defer(() => rmSync(folder, { recursive: true }))
  // With a blank, as a command that is named has to cope with it.
  const file = join(folder, 'hundred thousand.txt')
  writeFileSync(file, hundredThousandPuzzles())

  const gates: Partial<Record<'table' | 'queue', Gate>> = {}
  const log: string[] = []
  const service = started.use(
    await startLocal({
      startAws: async (...options) => gated(await startEmulators(...options), gates),
      ...options,
      timeScale: TIME_SCALE,
      log: (line) => log.push(line),
      functionOutput: 'ignore',
    }),
  )
  const { table, queue } = gates as Record<'table' | 'queue', Gate>

  const output = join(folder, 'undisturbed.csv')
  const watching = watchNext(service.url)
  const { code, stderr } = await sudoku(['solve', file, ...SOLVE, '--url', service.url], output).ended
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  const { job } = await watching
  assert.equal(job.counts.solved, COUNT)
  assert.deepEqual(log, [])

  const running = started.move()
  return {
    service,
    gates: { table, queue },
    folder,
    file,
    undisturbed: { output: readFileSync(output), job },
    said: () => log.splice(0),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/**
 * Only the functions go through gates: the event source stands on the side of AWS. What a broken long poll
 * of its own had received would come back after the visibility timeout.
 */
async function gated(emulators: Emulators, gates: Partial<Record<'table' | 'queue', Gate>>): Promise<Emulators> {
  const { AWS_ENDPOINT_URL_DYNAMODB: tableUrl, AWS_ENDPOINT_URL_SQS: queueUrl } = emulators.environment
  const table = await gateBefore(tableUrl)
  const queue = await gateBefore(queueUrl)
  Object.assign(gates, { table, queue })
  const through = (url: string) => url.replace(queueUrl, queue.url)
  return {
    ...emulators,
    environment: {
      ...emulators.environment,
      AWS_ENDPOINT_URL_DYNAMODB: table.url,
      AWS_ENDPOINT_URL_SQS: queue.url,
    },
    queueUrl: through(emulators.queueUrl),
    expressQueueUrl: through(emulators.expressQueueUrl),
    async [Symbol.asyncDispose]() {
      await table[Symbol.asyncDispose]()
      await queue[Symbol.asyncDispose]()
      await emulators[Symbol.asyncDispose]()
    },
  }
}

export const COUNT = 100_000
/** Each is relabelled to two thousand. */
const ORIGINALS = 50
const ZERO = 0x30

/**
 * So many puzzles, a line each, nearly all different: a few with their digits changed about, which takes
 * far less than making them. They are more than one part of a job holds.
 */
function hundredThousandPuzzles(): Uint8Array {
  const random = new Random('faults', 0)
  const wanted = { rules: 'classic', size: 9, clues: 36, seed: 'faults' } as const
  const originals = Buffer.from([...puzzles(wanted).take(ORIGINALS)].map((line) => `${line}\n`).join(''))
  const lines = Buffer.concat(Array.from({ length: COUNT / ORIGINALS }, () => originals))
  const labels = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const lineLength = originals.length / ORIGINALS
  for (let at = 0; at < lines.length; at++) {
    if (at % lineLength === 0) shuffleDigits(labels, random)
    lines[at] = labels[lines[at]]
  }
  return lines
}

function shuffleDigits(labels: Uint8Array, random: Random): void {
  for (let left = 9; left > 1; left--) {
    const [a, b] = [ZERO + left, ZERO + 1 + random.below(left)]
    const label = labels[a]
    labels[a] = labels[b]
    labels[b] = label
  }
}
