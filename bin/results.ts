import { SingleBar } from 'cli-progress'
import type { Client } from '../shared/client.ts'
import { RESULT_FORMATS } from '../shared/formats.ts'
import type { OutputOptions } from './options.ts'
import { outputs } from './output.ts'
import { print } from './print.ts'

/** How far results have been printed. */
export interface Printed {
  /** The line to go on with. */
  next: number
}

/** Prints the results of a job in order as they come, to its end; notes on the way how far it has got. */
export async function printResults(
  client: Client,
  id: string,
  { format: name, status, from }: OutputOptions,
  printed: Printed,
  signal: AbortSignal,
): Promise<void> {
  const filter = { from, ...(status && { status }) }
  const format = RESULT_FORMATS.find((known) => known === name)
  printed.next = from
  if (format) {
    for await (const { text, next } of client.resultPages(id, { ...filter, format })) {
      await print(text, signal)
      if (next !== null) printed.next = next
    }
    return
  }
  const output = outputs[name as keyof typeof outputs]
  let isFirst = true
  await print(output.head, signal)
  for await (const result of client.results(id, filter)) {
    await print(output.write(result, isFirst), signal)
    isFirst = false
    printed.next = result.line + 1
  }
  await print(output.tail, signal)
}

/**
 * Shows how a job gets on, where somebody is looking and sees no results meanwhile.
 *
 * @param signal ends it
 */
export async function showProgress(client: Client, id: string, signal: AbortSignal): Promise<void> {
  if (!process.stderr.isTTY || process.stdout.isTTY) return
  const bar = new SingleBar({
    format: 'solving [{bar}] {value}/{total} puzzles, {rate}/s, {left} left, {backtracks} backtracks',
    stream: process.stderr,
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
