import type { Readable, Writable } from 'node:stream'
import type { Pause } from '../shared/client/pause.ts'

/** Where a command prints: a stream, and the file that it writes to, if it is a regular file. */
interface Stdout {
  readonly stream: Writable & { readonly isTTY?: boolean }
  /** The file's descriptor. */
  readonly file?: number | undefined
}

/** The parts of its process that a command uses; a test passes its own. */
export interface CommandContext {
  /** The command as it was called, as a shell would take it again; `sudoku` by default. */
  readonly name?: string | undefined
  readonly stdin: Readable
  readonly stdout: Stdout
  readonly stderr: Writable & { readonly isTTY?: boolean }
  /** Whether what is said on standard error may have colours; it has none by default. */
  readonly hasColors?: boolean
  readonly signal: AbortSignal
  /**
   * Lets Ctrl-C end the process by itself from now on: for commands that leave nothing to be given up, and keep this
   * thread for minutes, so that it would not hear of the {@link signal}.
   */
  readonly endAtOnce?: (() => void) | undefined
  /** Waits between two attempts of a request; in real time by default. */
  readonly pause?: Pause | undefined
}
