import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { describe, expect, inject, it } from 'vitest'
import { type Client, createClient } from '../../shared/client/client.ts'
import { pause } from '../../shared/client/pause.ts'
import { type UploadProgress, upload, uploadParts } from '../../shared/client/upload.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { GRID } from '../api/grids.ts'

const HOW = { asked: {}, to: undefined, gzip: promisify(gzip) }
/** Two parts and a bit. */
const COUNT = 130_000

async function* source(count: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at += 10_000) {
    yield new TextEncoder().encode(`${GRID}\n`.repeat(Math.min(10_000, count - at)))
  }
}

/** The service, but for what is done to its parts. */
function clientWith(putPart: (client: Client, ...put: Parameters<Client['putPart']>) => ReturnType<Client['putPart']>) {
  const client = createClient({ url: inject('serviceUrl') })
  return { ...client, putPart: (...put: Parameters<Client['putPart']>) => putPart(client, ...put) }
}

it('tells what it has cut and what is in', async () => {
  const progress: UploadProgress[] = []
  const { job, sealed } = await upload(source(COUNT), createClient({ url: inject('serviceUrl') }), {
    ...HOW,
    onProgress: (happened) => progress.push(happened),
  })
  await sealed
  for (const state of ['cut', 'in'] as const) {
    const parts = progress.filter((happened) => happened.state === state).toSorted((a, b) => a.part - b.part)
    expect(parts.map(({ part }) => part)).toEqual([1, 2, 3])
    expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(COUNT * (GRID.length + 1))
  }
  const client = createClient({ url: inject('serviceUrl') })
  expect((await client.getJob(job.id)).counts.total).toBe(COUNT)
})

it('fails as soon as a part does, says which, and goes on without the parts that are in', async () => {
  const endless = new AbortController()
  async function* stuck(): AsyncGenerator<Uint8Array> {
    yield* source(COUNT)
    await new Promise((resolve) => endless.signal.addEventListener('abort', resolve))
  }
  const progress: UploadProgress[] = []
  const how = { ...HOW, onProgress: (happened: UploadProgress) => progress.push(happened) }
  const firstIsIn = Promise.withResolvers<void>()
  const failing = clientWith(async (client, id, part, ...rest) => {
    if (part !== 2) return client.putPart(id, part, ...rest).finally(firstIsIn.resolve)
    await firstIsIn.promise
    throw new Error('the line is dead')
  })
  const { job, sealed } = await upload(stuck(), failing, how)
  await expect(sealed).rejects.toThrow('the line is dead')
  endless.abort()
  expect(progress.filter(({ state }) => state === 'failed').map(({ part }) => part)).toEqual([2])

  const sent: number[] = []
  const counting = clientWith((client, id, part, ...rest) => {
    sent.push(part)
    return client.putPart(id, part, ...rest)
  })
  const again = await upload(source(COUNT), counting, { ...how, to: job, isIn: (part) => part === 1 })
  await again.sealed
  expect(sent).toEqual([2, 3])
  expect((await counting.getJob(job.id)).counts.total).toBe(COUNT)
})

it.each([
  ['of a new job', undefined, 2],
  ['of one that goes on, whose first part is in before', { id: 'job', options: {} } as JobView, 1],
])('has three parts on their way at once: %s', async (_, to, withSecond) => {
  let underWay = 0
  const counts: number[] = []
  const putPart = async (_: string, part: number) => {
    counts[part] = ++underWay
    await pause(5)
    underWay--
  }
  const stub = { putPart, createJob: async () => ({ id: 'job' }), sealJob: async () => {} } as unknown as Client
  const packed = async () => ({ bytes: new Uint8Array(1), how: { format: 'lines' as const } })
  async function* parts() {
    for (let part = 0; part < 20; part++) yield { textBytes: 1, text: undefined, packed }
  }
  await (await uploadParts(parts(), stub, { ...HOW, to })).sealed
  expect([counts.length - 1, Math.max(...counts.slice(1)), counts[2]]).toEqual([20, 3, withSecond])
})

it('sends what fits one request with one request', async () => {
  const client = clientWith(() => Promise.reject(new Error('there are no parts')))
  const { job, sealed } = await upload(source(2), client, { ...HOW, asked: { strategy: 'singles' } })
  await sealed
  expect(job).toMatchObject({ options: { strategy: 'singles' }, counts: { total: 2 } })
})

describe('a small first part that a long line does not fit beside', () => {
  async function* withLine(bytes: number): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(`${GRID}\n${'x'.repeat(bytes)}\n`)
    yield* source(2)
  }

  it('is not all that is sent', async () => {
    const client = createClient({ url: inject('serviceUrl') })
    const { job, sealed } = await upload(withLine(1_599_990), client, HOW)
    await sealed
    const [end] = (await Array.fromAsync(client.watchJob(job.id))).slice(-1)
    expect(end).toMatchObject({ state: 'completed', counts: { total: 4, solved: 3, invalid: 1 } })
  })

  it('is not sent where that line is too long for any part', async () => {
    const client = createClient({ url: inject('serviceUrl') })
    const createJob = () => Promise.reject(new Error('there is no job'))
    const sending = upload(withLine(1_600_001), { ...client, createJob }, HOW)
    await expect(sending).rejects.toThrow('no place to cut within 1600000 bytes')
  })
})

it('lets go of its source where a part fails', async () => {
  const left = Promise.withResolvers<string>()
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* source(5 * COUNT)
    } finally {
      left.resolve('left')
    }
  }
  const failing = clientWith(() => Promise.reject(new Error('the line is dead')))
  const { job, sealed } = await upload(watched(), failing, HOW)
  await expect(sealed).rejects.toThrow('the line is dead')
  expect(await left.promise).toBe('left')
  await failing.cancelJob(job.id)
})
