import type { PackedPart, TextPart } from '../../shared/client/upload.ts'
import { UnreadableError } from '../../shared/input/encoding.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import type { PuzzleBlock } from '../../shared/local/blocks.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { replyOf, startWorker } from '../page/worker.ts'
import { capitalised } from '../ui/words.ts'

export interface FileRequest {
  readonly file: File
  readonly include?: JobOptions['include'] | undefined
  readonly size: Size | undefined
  /** For so many threads of this browser its puzzles come in blocks, otherwise in parts for the service. */
  readonly threads?: number
}

/** A question of the page to the worker that reads a file: which it is, and then for one part or block after the other. */
export type PartsRequest = FileRequest | 'next'

/** A part of a file, packed already. */
export interface MadePart extends Omit<TextPart, 'packed'> {
  readonly packed: PackedPart
}

export interface MadeBlock {
  readonly block: PuzzleBlock
  /** How many puzzles the file has, rather too many than too few; undefined where nothing tells that yet. */
  readonly expected: number | undefined
}

/** Nothing is made where the file has ended. */
export type PartsReply<Made = MadePart | MadeBlock> =
  | { readonly made: Made | undefined }
  | { readonly failure: string; readonly isUnreadable: boolean }

/** The parts of a file as the service takes them. */
export async function* fileParts(request: Omit<FileRequest, 'threads'>): AsyncGenerator<TextPart, void> {
  for await (const { packed, ...part } of madeOf<MadePart>(request)) yield { ...part, packed: async () => packed }
}

/** The puzzles of a file in blocks for this browser's threads. */
export function fileBlocks(request: FileRequest & { readonly threads: number }): AsyncGenerator<MadeBlock, void> {
  return madeOf(request)
}

/** Parts or blocks of a file, made by a worker one after the other as they are asked for: on the page itself each of them took 140 to 450 ms in which nothing could be drawn. */
async function* madeOf<Made>(request: FileRequest): AsyncGenerator<Made, void> {
  const worker = startWorker('parts')
  try {
    worker.postMessage(request satisfies PartsRequest)
    for (;;) {
      const reply = await replyOf<PartsReply<Made>>(worker, 'next' satisfies PartsRequest)
      if ('failure' in reply)
        throw reply.isUnreadable ? new UnreadableError(`${capitalised(reply.failure)}.`) : new Error(reply.failure)
      if (!reply.made) return
      yield reply.made
    }
  } finally {
    worker.terminate()
  }
}
