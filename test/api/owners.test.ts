import { describe, expect, it } from 'vitest'
import openapi from '../../functions/api/openapi/openapi.json' with { type: 'json' }
import type { JobView } from '../../shared/protocol/views.ts'
import { GRID } from './grids.ts'
import { apiForAll, json } from './on-emulators.ts'

const api = apiForAll()

async function created(owner: string, body: object, key: string = crypto.randomUUID()): Promise<JobView> {
  return (await api.ask('POST', '/jobs', body, { owner, headers: { 'idempotency-key': key } })).body
}

/** All that the OpenAPI file says can be asked: a new route is tested as soon as it is described, and fails where it is not known below. */
const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, security }]) => ({ path, method, operationId, security })),
)
/** The body that each takes so that nothing but its owner stands in its way. */
const BODIES: Readonly<Record<string, object | undefined>> = {
  createJob: { puzzles: [GRID] },
  listJobs: undefined,
  getJob: undefined,
  getResults: undefined,
  putPart: { puzzles: [GRID] },
  sealJob: { parts: 1 },
  cancelJob: undefined,
  redriveJob: undefined,
  listDeliveries: undefined,
  sendAgain: undefined,
  deleteJob: undefined,
  listParts: undefined,
}
const asked = ({ method, operationId }: { method: string; operationId: string }) => {
  if (!Object.hasOwn(BODIES, operationId)) throw new Error(`${operationId}: no body is known for it`)
  const body = BODIES[operationId]
  return { method: method.toUpperCase(), ...(body && json(body)) }
}
const addressOf = (path: string, id: string) => path.replace('{id}', id).replace('{part}', '1')

describe("another owner's job answers exactly as one that does not exist", () => {
  it.each(operations.filter(({ path }) => path.includes('{id}')))('$method $path', async (operation) => {
    const { id } = await created('one', { open: true })
    const before = await (await api.request(`/jobs/${id}`, { owner: 'one' })).text()
    const [others, nobodys] = await Promise.all(
      [id, crypto.randomUUID()].map((job) =>
        api.request(addressOf(operation.path, job), { ...asked(operation), owner: 'two' }),
      ),
    )
    expect(others.status).toBe(404)
    expect([others.status, [...others.headers]]).toEqual([nobodys.status, [...nobodys.headers]])
    expect(await others.text()).toBe(await nobodys.text())
    expect(await (await api.request(`/jobs/${id}`, { owner: 'one' })).text()).toBe(before)
  })
})

describe('a stranger is told to come with a key', () => {
  const isForOwners = ({ security }: { security: readonly object[] }) => security.length > 0
  it('wherever the OpenAPI file says so: at every route of jobs', () => {
    expect(operations.filter(isForOwners).map(({ path }) => path)).toEqual(
      operations.map(({ path }) => path).filter((path) => /^\/jobs(\/|$)/.test(path)),
    )
  })

  it.each(operations.filter(isForOwners))('$method $path', async (operation) => {
    const { id } = await created('one', { open: true })
    const address = addressOf(operation.path, id)
    const answer = await api.request(address, { ...asked(operation), owner: 'nobody' })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="sudoku"'])
    expect(await answer.json()).toMatchObject({ type: '/problems/unauthorized' })
  })

  it.each(operations.filter((operation) => !isForOwners(operation)))('but not at $method $path', async (operation) => {
    const address = operation.path.replace('{name}', 'unauthorized')
    expect((await api.request(address, { method: operation.method.toUpperCase(), owner: 'nobody' })).status).not.toBe(
      401,
    )
  })
})
