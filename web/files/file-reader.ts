import type { PackedPart, TextPart } from '../../shared/client/upload.ts'
import { UnreadableError } from '../../shared/input/encoding.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import type { PuzzleBlock } from '../../shared/local/blocks.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { listenTo, startWorker } from '../page/worker.ts'
import { capitalised } from '../ui/words.ts'

export interface FileRequest {
  readonly file: File
  readonly include?: JobOptions['include'] | undefined
  readonly size: Size | undefined
}

/** A question of the page to the worker that reads a file. */
export type PartsRequest =
  | (FileRequest & { readonly kind: 'parts' })
  | (FileRequest & { readonly kind: 'blocks'; readonly threads: number })
  | { readonly kind: 'next' }

interface PartReply {
  readonly kind: 'part'
  readonly part: Omit<TextPart, 'packed'> & { readonly packed: PackedPart }
}

interface BlockReply {
  readonly kind: 'block'
  readonly block: PuzzleBlock
  /** How many puzzles the file has, rather too many than too few; undefined where nothing tells that yet. */
  readonly expected: number | undefined
}

export type PartsReply =
  | PartReply
  | BlockReply
  | { readonly kind: 'end' }
  | { readonly kind: 'failure'; readonly message: string; readonly isUnreadable: boolean }

/** The parts of a file as the service takes them. */
export async function* fileParts(request: FileRequest): AsyncGenerator<TextPart, void> {
  for await (const reply of repliesTo({ ...request, kind: 'parts' })) {
    const { packed, ...part } = (reply as PartReply).part
    yield { ...part, packed: async () => packed }
  }
}

/** The puzzles of a file in blocks for so many threads of this browser. */
export async function* fileBlocks(request: FileRequest & { readonly threads: number }) {
  for await (const reply of repliesTo({ ...request, kind: 'blocks' })) yield reply as BlockReply
}

/** Made by a worker one after the other as they are asked for: on the page itself each of them took 140 to 450 ms in which nothing could be drawn. */
async function* repliesTo(request: PartsRequest): AsyncGenerator<PartReply | BlockReply, void> {
  const worker = startWorker('parts')
  const ask = (question: PartsRequest) => worker.postMessage(question)
  try {
    ask(request)
    for (;;) {
      const reply = await new Promise<PartsReply>((resolve, reject) => {
        listenTo<PartsReply>(worker, {
          failure: 'The part that reads files could not be loaded.',
          hear: resolve,
          fail: (why) => reject(new TypeError(why)),
        })
        ask({ kind: 'next' })
      })
      if (reply.kind === 'end') return
      if (reply.kind === 'failure')
        throw reply.isUnreadable ? new UnreadableError(`${capitalised(reply.message)}.`) : new Error(reply.message)
      yield reply
    }
  } finally {
    worker.terminate()
  }
}
