import type { JobOptions } from '../../shared/job/job.ts'
import { formats } from '../../shared/job/output/result-format.ts'
import type { ResultFormat } from '../../shared/job/output/result-media-types.ts'
import type { PuzzleBlock } from '../../shared/local/blocks.ts'
import { type SolvedBlock, solvedBlock } from '../../shared/local/solved-block.ts'
import { errorInWords } from '../../shared/protocol/problem-error.ts'
import { parseJobOptions } from '../../shared/protocol/requests.ts'

// Solves blocks of a file's puzzles, beside the page and other workers like it.

/** What the worker is told first; blocks follow. */
export interface BlocksRequest {
  readonly asked: Partial<JobOptions>
  readonly format: ResultFormat
}

export interface BlocksReply extends SolvedBlock {
  /** What stands before the results of all blocks. */
  readonly head: string
}

let answer: ((block: PuzzleBlock) => BlocksReply) | undefined

addEventListener('message', ({ data }: MessageEvent<BlocksRequest | PuzzleBlock>) => {
  if ('format' in data) answer = answering(data)
  else if (answer) {
    const reply = answer(data)
    postMessage(reply, { transfer: [reply.text.buffer] })
  }
})

function answering({ asked, format }: BlocksRequest) {
  const checked = parseJobOptions(asked)
  if (!checked.ok) throw new Error(checked.error.errors.map(errorInWords).join('; '))
  const options = checked.value
  const head = formats[format].head(options.include)
  const blockOptions = { options, format: { ...formats[format], separator: '' }, filter: {} }
  return (block: PuzzleBlock): BlocksReply => ({ ...solvedBlock(block, blockOptions), head })
}
