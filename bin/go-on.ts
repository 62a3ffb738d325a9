import type { Writable } from 'node:stream'
import type { OutputOptions, ServiceOptions } from './options.ts'

/** Where results were to be printed, how, and the line to go on with. */
interface BrokenOff extends Pick<OutputOptions, 'format' | 'status'>, Pick<ServiceOptions, 'url'> {
  readonly next: number
}

/** Names the command that goes on where one was broken off, for a shell to read. */
export function sayHowToGoOn(
  stderr: Writable,
  command: readonly string[],
  { url, format, status, next }: BrokenOff,
): void {
  const filter = status ? ['--status', status.join()] : []
  const from = next > 1 ? ['--from', `${next}`] : []
  const words = ['sudoku', ...command, '--url', url, '--format', format, ...filter, ...from]
  stderr.write(`sudoku: broken off after line ${next - 1}; to go on: ${words.map(quoted).join(' ')}\n`)
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
