import type { Client } from '../shared/client/client.ts'
import type { InclusionName } from '../shared/job/inclusions.ts'
import { writeResult } from '../shared/job/output/result-format.ts'
import { ByteWriter } from '../shared/job/packed/byte-format.ts'
import { ResultsReader } from '../shared/job/packed/packed-results.ts'
import { framesIn, PACKED } from '../shared/job/packed/result-frames.ts'
import { passes, unratedIn } from '../shared/job/result-filter.ts'
import type { JobView } from '../shared/protocol/views.ts'
import type { OutputOptions } from './options.ts'
import { outputFormats } from './output-formats.ts'
import { type CommandContext, InputError, print } from './streams.ts'
import { visibleInLine } from './visible.ts'

/** How far results have been printed. */
export interface PrintPosition {
  /** The place to continue with. */
  next: number
}

const OUTPUT_BYTES = 1 << 20

/**
 * Prints the results of a job in order as they come, until the last one.
 *
 * @param position is kept up to date with what has been printed
 * @throws {InputError} if the job has no such place to begin with
 * @returns whether every puzzle was solved, and every solution that came with a puzzle is right
 */
export async function printResults(
  client: Client,
  { id, options }: Pick<JobView, 'id' | 'options'>,
  output: OutputOptions,
  position: PrintPosition,
  context: Pick<CommandContext, 'stdout' | 'signal'>,
): Promise<boolean> {
  refuseUnrated(output, options.include)
  const { from } = output
  const format = outputFormats[output.format]
  const text = new ByteWriter(OUTPUT_BYTES)
  // A command that continues another one prints no head: its results follow those of the other.
  let isFirst = from === 1
  const flush = async (next: number) => {
    await print(text.written(), context)
    text.length = 0
    // Until the head is printed, a command that continues this one has to start anew.
    if (!isFirst) position.next = next
  }
  let after = from
  for await (const { bytes } of client.resultPages(id, { from, format: PACKED })) {
    for (const { place: first, begin, end, lines, packed } of framesIn(bytes)) {
      const reader = new ResultsReader(packed)
      while (reader.next() && reader.place < end) {
        if (reader.place < begin) continue
        const place = first + reader.place - begin
        after = place + 1
        if (!passes(output, reader)) continue
        if (isFirst) text.text(format.head(options.include))
        else if (format.separator) text.text(format.separator)
        isFirst = false
        writeResult(text, reader, { place, line: lines?.[place - first] ?? place }, format, options)
        if (text.length > OUTPUT_BYTES) await flush(after)
      }
    }
    await flush(after)
  }
  if (isFirst) text.text(format.head(options.include))
  // This request comes before the tail, so that a command can continue from whatever fails up to here.
  const { counts, mismatches } = await client.getJob(id)
  // One behind the last is where a command continues that had only the tail left to print.
  if (from > counts.total + 1) throw new InputError(`found --from ${from}, but the job has ${counts.total} puzzles`)
  text.text(format.tail)
  await flush(after)
  return counts.solved === counts.total && mismatches === 0
}

/** @throws {InputError} where results of some ratings are asked for, and none has one */
export function refuseUnrated(output: OutputOptions, include: readonly InclusionName[] | undefined): void {
  const [name] = unratedIn(output, include)
  if (name) throw new InputError(`found --${name}, but the job has no ratings: these come with --include rating`)
}

/** Prints to standard error the command, quoted for a shell, that continues one whose results were not all printed. */
export function printContinuation(
  { name = 'sudoku', stderr }: Pick<CommandContext, 'name' | 'stderr'>,
  command: readonly string[],
  { format, status, er, technique }: Omit<OutputOptions, 'from'>,
  { next }: PrintPosition,
): void {
  const filter = [
    ...(status ? ['--status', status.join()] : []),
    ...(er ? ['--er', er.text] : []),
    ...(technique ? ['--technique', technique.join()] : []),
  ]
  const from = next > 1 ? ['--from', `${next}`] : []
  const words = [...command, '--format', format, ...filter, ...from]
  stderr.write(`sudoku: interrupted after puzzle ${next - 1}; to continue: ${name} ${words.map(quoted).join(' ')}\n`)
}

/** A word as a shell reads it. */
export function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word
  if (visibleInLine(word) === word) return `'${word.replaceAll("'", `'\\''`)}'`
  // Only this format has escapes, which a terminal may show.
  return `$'${visibleInLine(word.replaceAll(/[\\']/g, '\\$&'))}'`
}
