import type { JobOptions } from '../../shared/job/job.ts'
import { RESULT_MEDIA_TYPES, type ResultFormat } from '../../shared/job/output/result-media-types.ts'
import type { Status } from '../../shared/job/result.ts'
import { BLOCKS_AHEAD, BLOCKS_GIVEN, type PuzzleBlock } from '../../shared/local/blocks.ts'
import { Threads } from '../../shared/local/threads.ts'
import { listenTo, startWorker } from '../page/worker.ts'
import type { BlocksReply, BlocksRequest } from './blocks-worker.ts'
import { fileBlocks } from './file-reader.ts'

/** How far a file is solved. */
export interface RunNews {
  /** How many puzzles have each status so far. */
  readonly counts: Readonly<Partial<Record<Status, number>>>
  /** How many the file has, as far as is known. */
  readonly expected: number | undefined
}

interface SolvedFileOptions {
  readonly file: File
  readonly asked: Partial<JobOptions>
  readonly format: ResultFormat
  readonly signal: AbortSignal
  readonly tell: (news: RunNews) => void
}

/** News come so often: a block may be done every millisecond, and each of them draws the page. */
const TOLD_MS = 100
/** Texts are gathered up to this size for one Blob of them, which a browser may keep on disk. */
const BLOB_BYTES = 4 << 20

/**
 * The results of a file, solved on all cores of this machine by the code that the service's workers run. Nothing is sent
 * anywhere.
 *
 * @returns those that there are by then, in the order of the file, where it is stopped
 * @throws {Error} where an option is out of range, or the file cannot be read
 */
export async function solvedFile({ file, asked, format, signal, tell }: SolvedFileOptions): Promise<Blob> {
  const threads = navigator.hardwareConcurrency
  const workers = new Threads<PuzzleBlock, BlocksReply>({
    start: ({ hear, fail }) => {
      const worker = startWorker('blocks')
      listenTo(worker, hear, fail)
      worker.postMessage({ asked, format } satisfies BlocksRequest)
      return {
        post: (block, handedOver) => worker.postMessage(block, handedOver),
        end: () => worker.terminate(),
      }
    },
    count: threads,
    ahead: BLOCKS_AHEAD,
    given: BLOCKS_GIVEN,
    handedOver: ({ plain }) => [plain.buffer],
    signal,
  })
  const blobs: Blob[] = []
  let texts: Uint8Array<ArrayBuffer>[] = []
  let textBytes = 0
  let told = 0
  const counts: Partial<Record<Status, number>> = {}
  let expected: number | undefined
  async function* blocks() {
    for await (const next of fileBlocks({ file, size: asked.size, include: asked.include, threads })) {
      // Whoever stopped it before the first thread was there found nothing to end.
      signal.throwIfAborted()
      expected = next.expected
      yield next.block
    }
  }
  try {
    for await (const { made } of workers.inOrder(blocks())) {
      if (blobs.length === 0) blobs.push(new Blob([made.head]))
      texts.push(made.text)
      textBytes += made.text.length
      if (textBytes >= BLOB_BYTES) {
        blobs.push(new Blob(texts))
        texts = []
        textBytes = 0
      }
      for (const [status, count] of Object.entries(made.counts) as [Status, number][])
        counts[status] = (counts[status] ?? 0) + count
      if (performance.now() - told >= TOLD_MS) {
        told = performance.now()
        tell({ counts: { ...counts }, expected })
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await workers.end()
  }
  tell({ counts, expected })
  return new Blob([...blobs, ...texts], { type: RESULT_MEDIA_TYPES[format] })
}
