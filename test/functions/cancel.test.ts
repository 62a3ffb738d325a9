import { expect, it } from 'vitest'
import { createWorker } from '../../functions/worker.ts'
import type { Table } from '../../shared/aws/table.ts'
import type { Chunk } from '../../shared/job/chunks/chunk.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { GRID as EASY } from '../api/grids.ts'
import { eventOf } from './emulated.ts'
import { emulatedForAll } from './emulated-for-all.ts'

const aws = emulatedForAll()

const worker = (chunk: Chunk, sliceMs = 60_000, attempt = 1) =>
  createWorker({ ...aws, sliceMs })(eventOf([chunk], attempt))

async function workOff(): Promise<void> {
  for (let chunks = await aws.received(); chunks.length > 0; chunks = await aws.received()) {
    for (const chunk of chunks) await worker(chunk)
  }
}

it.each([1, 101])(
  'comes to its end though its submission of %i was under way, and who cancelled died',
  async (count) => {
    const id = `cancelled-${count}`
    const acceptPart: Table['acceptPart'] = async (...of) => {
      await aws.table.cancelJob(id, 'asked')
      return aws.table.acceptPart(...of)
    }
    const api = aws.api({ table: { ...aws.table, acceptPart }, newId: () => id })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ puzzles: Array(count).fill(EASY) })
    expect((await api.request('/jobs', { method: 'POST', headers, body })).status).toBe(202)
    await workOff()
    const { state } = (await (await api.request(`/jobs/${id}`)).json()) as JobView
    expect(state).toBe('cancelled')
  },
)
