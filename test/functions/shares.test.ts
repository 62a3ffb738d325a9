import { expect, it } from 'vitest'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { createWorker } from '../../functions/worker.ts'
import { EVERYONE } from '../../shared/aws/owners.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { HARD as SLOW } from '../api/grids.ts'
import { emulated, eventOf } from './emulated.ts'

/** An API whose owner is named in the address of whoever asks, as `x-owner`. */
async function service() {
  const aws = await emulated()
  const ownerOf = async (request: Request) => request.headers.get('x-owner') ?? undefined
  const api = aws.api({ ownerOf })
  const post = async (path: string, owner: string, body: object = {}): Promise<JobView> => {
    const headers = { 'content-type': 'application/json', 'x-owner': owner }
    const response = await api.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as JobView
  }
  return { ...aws, post, [Symbol.asyncDispose]: () => aws[Symbol.asyncDispose]() }
}

it.each([
  [EVERYONE, ({ id }: JobView) => id],
  ['ann', () => 'ann'],
] as const)(
  'what is submitted, what a worker or the dead-letter function sends on, and a redrive, take one share, for %s',
  async (owner, groupOf) => {
    await using aws = await service()
    const job = await aws.post('/jobs', owner, { puzzles: [SLOW, SLOW], strategy: 'brute-force' })
    const [first] = await aws.received()
    await createWorker({ ...aws, sliceMs: 0 })(eventOf([first]))
    const [rest] = await aws.received()
    expect(rest).toMatchObject({ jobId: job.id, checkpoint: expect.anything() })
    const sent = aws.groups.length
    await createDeadLetter(aws)(eventOf([rest]))
    await aws.post(`/jobs/${job.id}/redrive`, owner)
    expect(aws.groups.length).toBeGreaterThan(sent)
    expect(new Set(aws.groups)).toEqual(new Set([groupOf(job)]))
  },
)
