import type { Writable } from 'node:stream'
import type { Client } from '../shared/client/client.ts'
import { ByteWriter } from '../shared/job/packed/bytes.ts'
import { ResultsReader } from '../shared/job/packed/packed-results.ts'
import { framesIn } from '../shared/job/packed/result-frames.ts'
import { writeResult } from '../shared/job/result-format.ts'
import { PACKED } from '../shared/protocol/requests.ts'
import type { JobView } from '../shared/protocol/views.ts'
import type { CommandContext } from './context.ts'
import type { OutputOptions, ServiceOptions } from './options.ts'
import { outputFormats } from './output-formats.ts'
import { print } from './streams.ts'

/** How far results have been printed. */
export interface PrintPosition {
  /** The line to continue with. */
  next: number
}

/** How many bytes are printed at once. */
const OUTPUT_BYTES = 1 << 20

/**
 * Prints the results of a job in order as they come, until the last one.
 *
 * @param position is kept up to date with what has been printed
 * @returns whether every puzzle was solved, and every solution that came with a puzzle is right
 */
export async function printResults(
  client: Client,
  { id, options }: Pick<JobView, 'id' | 'options'>,
  { format: name, status, from }: OutputOptions,
  position: PrintPosition,
  context: Pick<CommandContext, 'stdout' | 'signal'>,
): Promise<boolean> {
  const format = outputFormats[name]
  const text = new ByteWriter(OUTPUT_BYTES)
  // A command that continues another one prints no head: its results follow those of the other.
  let isFirst = from === 1
  const flush = async (next: number) => {
    await print(context.stdout.stream.isTTY ? visible(text.written()) : text.written(), context)
    text.length = 0
    // Until the head is printed, a command that continues this one has to start anew.
    if (!isFirst) position.next = next
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
        if (isFirst) text.text(format.head)
        else if (format.separator) text.text(format.separator)
        isFirst = false
        writeResult(text, format, reader, line, options)
        if (text.length > OUTPUT_BYTES) await flush(after)
      }
    }
    await flush(after)
  }
  if (isFirst) text.text(format.head)
  // This request comes before the tail, so that a command can continue from whatever fails up to here.
  const { counts, mismatches } = await client.getJob(id)
  text.text(format.tail)
  await flush(after)
  return counts.solved === counts.total && mismatches === 0
}

/**
 * A text with its control characters written out, all but line ends and tabs. A terminal would obey those that come with
 * an id or a puzzle.
 */
function visible(bytes: Uint8Array): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
  return new TextDecoder().decode(bytes).replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
}

/** Prints to standard error the command, quoted for a shell, that continues one whose results were not all printed. */
export function printContinuation(
  stderr: Writable,
  command: readonly string[],
  { url, format, status }: Pick<ServiceOptions & OutputOptions, 'url' | 'format' | 'status'>,
  { next }: PrintPosition,
): void {
  const filter = status ? ['--status', status.join()] : []
  const from = next > 1 ? ['--from', `${next}`] : []
  const words = ['sudoku', ...command, '--url', url, '--format', format, ...filter, ...from]
  stderr.write(`sudoku: interrupted after line ${next - 1}; to continue: ${words.map(quoted).join(' ')}\n`)
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
