import type { Paper } from '../../shared/drawing/sheet-pages.ts'
import { answerOf } from '../page/ask-once.ts'

/** How many puzzles a page may have. */
export const PER_PAGE = [1, 2, 4, 6] as const
export type PerPage = (typeof PER_PAGE)[number]

export interface SheetRequest {
  /** Puzzles in any form. */
  readonly lines: Blob
  readonly perPage: PerPage
  readonly paper: Paper
  readonly title: string
  readonly hasPencilMarks: boolean
}

interface Sheet {
  readonly pdf: Uint8Array
  readonly count: number
  /** How many are not on it: they are no puzzles, or too many. */
  readonly left: number
}

export type SheetReply = Sheet | { readonly why: string }

/** A hundred pages of six; a longer file is one for the command line. */
export const MOST_ON_SHEETS = 600

/**
 * Has a PDF made by a worker of its own, which ends with it.
 *
 * @throws Error that says why there is none; and where `signal` is aborted
 */
export async function madeSheet(request: SheetRequest, signal: AbortSignal): Promise<Sheet> {
  const failure = 'The part that makes sheets could not be loaded.'
  const reply = await answerOf<SheetReply>('sheet', request, { signal, failure })
  if ('why' in reply) throw new Error(`This cannot be printed: ${reply.why}.`)
  return reply
}
