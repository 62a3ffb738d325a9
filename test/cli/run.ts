import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { inject, onTestFinished, vi } from 'vitest'
import { main } from '../../bin/main.ts'
import type { CommandContext } from '../../bin/streams.ts'

/** All that the command line can be asked to do. */
export const COMMANDS = [
  ...'solve submit results status cancel redrive deliveries delete list'.split(' '),
  ...'candidates generate rate explain convert dedupe sheet serve completion'.split(' '),
]

/** The variables that the command line reads of its environment. */
const VARIABLES = ['SUDOKU_URL', 'SUDOKU_KEY', 'SUDOKU_WEBHOOK_SECRET'] as const

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface SudokuOptions extends Partial<CommandContext> {
  readonly input?: string
  readonly env?: { readonly [name in (typeof VARIABLES)[number]]?: string }
}

/** A file that is there until its test has finished. */
export function fileOf(content: string | Uint8Array, name = 'puzzles.txt'): string {
  const file = join(mkdtempSync(join(tmpdir(), 'sudoku-file-')), name)
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  writeFileSync(file, content)
  return file
}

/**
 * The command line in this process, with the service that all tests share: a process of its own takes longer to start
 * than most commands do.
 */
export async function sudoku(
  args: readonly string[],
  { input = '', env = {}, ...context }: SudokuOptions = {},
): Promise<Ended> {
  for (const name of VARIABLES) vi.stubEnv(name, { SUDOKU_URL: inject('serviceUrl'), ...env }[name] || undefined)
  const [stdout, stderr] = [collected(), collected()]
  try {
    const code = await main(args, {
      stdin: Readable.from([Buffer.from(input)]),
      stdout: { stream: stdout.stream },
      stderr: stderr.stream,
      signal: new AbortController().signal,
      ...context,
    })
    return { code, stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    vi.unstubAllEnvs()
  }
}

/** A stream, and what was written to it. */
export function collected(onPiece = () => {}) {
  const pieces: Buffer[] = []
  const stream = new Writable({
    write(piece, _encoding, done) {
      // Printed bytes may be overwritten once they are taken.
      pieces.push(Buffer.from(piece))
      onPiece()
      done()
    },
  })
  const bytes = () => Buffer.concat(pieces)
  return { stream, bytes, text: () => bytes().toString() }
}

/** A script of this project started as a user would, with what it prints. */
export function start(
  script: string,
  args: readonly string[],
  options: { input?: string; stdin?: (stream: Writable) => void; env?: object; cwd?: string } = {},
) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: options.cwd ?? new URL('../../', import.meta.url),
    env: { PATH: process.env.PATH, ...options.env },
  })
  // A process that is interrupted reads no more.
  child.stdin.on('error', () => {})
  if (options.stdin) options.stdin(child.stdin)
  else child.stdin.end(options.input)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data) => {
    stdout += data
  })
  child.stderr.on('data', (data) => {
    stderr += data
  })
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
  return { child, ended, printed: (text: string) => printed(child, () => stdout + stderr, text) }
}

/** Waits until a text has been printed; throws where the process ends without it. */
async function printed(child: ChildProcess, soFar: () => string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (soFar().includes(text)) resolve(soFar())
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.on('close', () => reject(new Error(`ended without "${text}":\n${soFar()}`)))
    look()
  })
}

/** What a command can print to that is interrupted as soon as it prints, and what was printed. */
export function interrupting() {
  const interruption = new AbortController()
  const { stream, text } = collected(() => interruption.abort())
  return { context: { stdout: { stream }, signal: interruption.signal }, text }
}

/** A stream that says it is a terminal, and what was written to it. */
export function terminal() {
  const { stream, text } = collected()
  return { stream: Object.assign(stream, { isTTY: true }), text }
}
