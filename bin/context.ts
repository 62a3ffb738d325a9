import type { Readable, Writable } from 'node:stream'
import type { Pause } from '../shared/client/pause.ts'

/** Where a command prints: a stream, and the file that it leads to, where it does. */
interface Stdout {
  readonly stream: Writable & { readonly isTTY?: boolean }
  /** The descriptor of a regular file. */
  readonly file?: number | undefined
}

/** What a command has of the process that it runs in; a test hands in its own. */
export interface CommandContext {
  readonly stdin: Readable
  readonly stdout: Stdout
  readonly stderr: Writable & { readonly isTTY?: boolean }
  /** Aborted when the command is interrupted. */
  readonly signal: AbortSignal
  /** Waits between two tries of a request; real time where none is given. */
  readonly pause?: Pause | undefined
}
