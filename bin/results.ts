import { fstatSync, ftruncateSync, writeSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { SingleBar } from 'cli-progress'
import type { Client } from '../shared/client/client.ts'
import { ByteWriter } from '../shared/job/packed/bytes.ts'
import { ResultsReader } from '../shared/job/packed/packed-results.ts'
import { framesIn } from '../shared/job/packed/result-frames.ts'
import { writeResult } from '../shared/job/result-format.ts'
import { PACKED } from '../shared/protocol/requests.ts'
import type { JobView } from '../shared/protocol/views.ts'
import type { CommandContext } from './context.ts'
import type { OutputOptions } from './options.ts'
import { outputs } from './streams.ts'

/** How far results have been printed. */
export interface Printed {
  /** The line to go on with. */
  next: number
}

/** What is printed at once. */
const OUTPUT_BYTES = 1 << 20

/**
 * Prints the results of a job in order as they come, to its end; notes on the way how far it has got.
 *
 * @returns whether every puzzle was solved, and every solution that came with one is right
 */
export async function printResults(
  client: Client,
  { id, options }: Pick<JobView, 'id' | 'options'>,
  { format: name, status, from }: OutputOptions,
  printed: Printed,
  context: Pick<CommandContext, 'stdout' | 'signal'>,
): Promise<boolean> {
  const output = outputs[name]
  const text = new ByteWriter(OUTPUT_BYTES)
  // Behind another command's, a result follows its results.
  let isFirst = from === 1
  const flush = async (next: number) => {
    await print(text.written(), context)
    text.length = 0
    // What goes on from here prints no head any more.
    if (!isFirst) printed.next = next
  }
  let after = from
  for await (const { bytes } of client.resultPages(id, { from, format: PACKED })) {
    for (const { line: first, begin, end, packed } of framesIn(bytes)) {
      const reader = new ResultsReader(packed)
      while (reader.next() && reader.place < end) {
        if (reader.place < begin) continue
        const line = first + reader.place - begin
        after = line + 1
        if (status && !status.includes(reader.status)) continue
        if (isFirst) text.text(output.head)
        else if (output.separator) text.text(output.separator)
        isFirst = false
        writeResult(text, output, reader, line, options)
        if (text.length > OUTPUT_BYTES) await flush(after)
      }
    }
    await flush(after)
  }
  if (isFirst) text.text(output.head)
  // Before the tail: whatever fails up to here can be gone on from.
  const { counts, mismatches } = await client.getJob(id)
  text.text(output.tail)
  await flush(after)
  return counts.solved === counts.total && mismatches === 0
}

/**
 * Shows how a job gets on, where somebody is looking and sees no results meanwhile.
 *
 * @param signal ends it
 */
export async function showProgress(
  client: Client,
  id: string,
  { stdout, stderr }: CommandContext,
  signal: AbortSignal,
): Promise<void> {
  if (!stderr.isTTY || stdout.stream.isTTY) return
  const bar = new SingleBar({
    format: 'solving [{bar}] {value}/{total} puzzles, {rate}/s, {left} left, {backtracks} backtracks',
    stream: stderr,
    clearOnComplete: true,
    hideCursor: true,
  })
  bar.start(0, 0, { backtracks: 0, rate: 0, left: '?' })
  try {
    for await (const { state, counts, backtracks, puzzlesPerSecond, secondsLeft } of client.watchJob(id)) {
      bar.setTotal(counts.total)
      bar.update(counts.total - counts.pending, {
        backtracks: backtracks.sum.toLocaleString('en'),
        rate: Math.round(puzzlesPerSecond ?? 0).toLocaleString('en'),
        left: secondsLeft === null || state === 'open' ? '?' : `${secondsLeft} s`,
      })
      if (signal.aborted) return
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    bar.stop()
  }
}

/** Standard output does not take what is printed. */
export class OutputError extends Error {}

/** Who reads a pipe takes what is in it within that; nobody waits longer for one who does not. */
const GRACE_MS = 500
/** Where files end to which only this process writes, by descriptor; unknown before the first write. */
const ends = new Map<number, number>()

/**
 * Writes to standard output; done when it is taken, so that its bytes may be used again. A file that does not
 * take all of it keeps nothing of it, so that what goes on can begin where it ends.
 *
 * @throws {OutputError} where it is not taken
 */
export async function print(
  text: string | Uint8Array,
  { stdout: { stream, file }, signal }: Pick<CommandContext, 'stdout' | 'signal'>,
): Promise<void> {
  if (text.length === 0) return
  signal.throwIfAborted()
  if (file !== undefined) writeToFile(file, typeof text === 'string' ? Buffer.from(text) : text)
  else await writeToStream(stream, text, signal)
}

/** Node's own stream takes no notice of a disk that takes a part of the bytes only. */
function writeToFile(file: number, bytes: Uint8Array): void {
  const end = ends.get(file) ?? fstatSync(file).size
  ends.set(file, end)
  let written = 0
  try {
    while (written < bytes.length) written += writeSync(file, bytes, written)
    ends.set(file, end + written)
  } catch (error) {
    // Somewhere else than at its end there is nothing that could be cut off.
    if (fstatSync(file).size === end + written) ftruncateSync(file, end)
    throw new OutputError((error as Error).message)
  }
}

async function writeToStream(stream: Writable, text: string | Uint8Array, signal: AbortSignal): Promise<void> {
  const taken = new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(new OutputError(error.message)) : resolve()))
  })
  const timely = new AbortController()
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener(
      'abort',
      () =>
        pause(GRACE_MS, undefined, { signal: timely.signal }).then(
          () => reject(signal.reason),
          () => {},
        ),
      { signal: timely.signal },
    )
  })
  try {
    await Promise.race([taken, stopped])
  } finally {
    timely.abort()
  }
}
