import type { PackedPart, TextPart } from '../../shared/client/upload.ts'
import { UnreadableError } from '../../shared/input/encoding.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { listenTo, startWorker } from '../page/worker.ts'

/** The parts of a file, made by a worker one after the other as they are asked for: on the page itself each of them took 140 to 450 ms in which nothing could be drawn. */
export async function* fileParts(file: File, size: Size | undefined): AsyncGenerator<TextPart, void> {
  const worker = startWorker('parts')
  const ask = (request: PartsRequest) => worker.postMessage(request)
  try {
    ask({ kind: 'read', file, size })
    for (;;) {
      const reply = await new Promise<PartsReply>((resolve, reject) => {
        listenTo<PartsReply>(worker, {
          failure: 'The file could not be read.',
          hear: resolve,
          fail: (why) => reject(new Error(why)),
        })
        ask({ kind: 'next' })
      })
      if (reply.kind === 'end') return
      if (reply.kind === 'failure')
        throw reply.isUnreadable ? new UnreadableError(reply.message) : new Error(reply.message)
      const { packed, ...part } = reply.part
      yield { ...part, packed: async () => packed }
    }
  } finally {
    worker.terminate()
  }
}

/** A question of the page to the worker that reads a file. */
export type PartsRequest =
  | { readonly kind: 'read'; readonly file: File; readonly size: Size | undefined }
  | { readonly kind: 'next' }

export type PartsReply =
  | { readonly kind: 'part'; readonly part: Omit<TextPart, 'packed'> & { readonly packed: PackedPart } }
  | { readonly kind: 'end' }
  | { readonly kind: 'failure'; readonly message: string; readonly isUnreadable: boolean }
