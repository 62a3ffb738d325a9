import fc from 'fast-check'
import type { JobView, ResultsPage } from '../../shared/protocol/views.ts'
import { judged, operationAt } from '../api/described.ts'
import { wrongSumsOf } from '../api/sums.ts'
import { send } from './lambda-door.ts'
import type { SentRequest } from './requests.ts'
import type { Service } from './service.ts'

/** Strangers' requests to a few jobs, one after the other, with workers at work between. */

type Step =
  | { readonly do: 'open'; readonly options: object }
  | { readonly do: 'put'; readonly job: number; readonly part: number; readonly puzzles: number; readonly type: string }
  | { readonly do: 'seal'; readonly job: number; readonly parts: number }
  | { readonly do: 'cancel' | 'redrive' | 'poll'; readonly job: number }
  | { readonly do: 'read'; readonly job: number; readonly query: Readonly<Record<string, string>> }
  | { readonly do: 'list'; readonly limit: number; readonly cut: number }
  | { readonly do: 'work' | 'fail'; readonly most: number }

const GRID = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
/** Bodies of a part, none that a worker needs long for. */
const BODIES = [
  `${GRID}\n`,
  `${GRID}\n${'.'.repeat(81)}\n11..............\n`,
  'x\n\0\n=1+1\n',
  `id,puzzle,solution\n"=1",${GRID},${SOLUTION}\n@2,${GRID},${GRID}\n`,
  `{"id":"__proto__","puzzle":"${GRID}"}\n{"puzzle":[[1]]}\n`,
  '1...............\n'.repeat(700),
]
const STATUSES = ['solved', 'multiple', 'invalid', 'failed', 'cancelled', 'solved,invalid', 'bogus', '']

const job = fc.nat(2)
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('open' as const),
    options: fc.constantFrom({}, { strategy: 'singles' }, { solutions: 5 }, { size: 4 }, { rules: 'diagonal' }),
  }),
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      job,
      part: fc.integer({ min: 0, max: 4 }),
      puzzles: fc.nat(BODIES.length - 1),
      type: fc.constantFrom('text/plain', 'text/csv', 'application/json'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('seal' as const), job, parts: fc.integer({ min: 0, max: 3 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'redrive' as const, 'poll' as const), job }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      job,
      query: fc.record(
        {
          from: fc.constantFrom('1', '2', '3', '700', '99999999', '0', 'x'),
          limit: fc.constantFrom('1', '2', '100000', '0', '-1'),
          status: fc.constantFrom(...STATUSES),
          format: fc.constantFrom('ndjson', 'csv', 'text', 'kaggle', 'fpuzzles', 'packed', 'x'),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
    }),
  },
  fc.record({ do: fc.constant('list' as const), limit: fc.integer({ min: 1, max: 3 }), cut: fc.nat(3) }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('work' as const, 'fail' as const),
      most: fc.integer({ min: 1, max: 3 }),
    }),
  },
)
export const histories: fc.Arbitrary<readonly Step[]> = fc.array(steps, { minLength: 3, maxLength: 30 })

/** Plays a history and all that is left to do after it; throws where anything is not as promised. */
export async function play(service: Service, history: readonly Step[]): Promise<{ requests: number }> {
  let requests = 0
  const jobs: string[] = []
  let cursor = ''

  const ask = async (method: string, path: string, body?: string, type = 'application/json') => {
    requests++
    const headers: SentRequest['headers'] = body === undefined ? [] : [['content-type', type]]
    const [address, query = ''] = path.split('?')
    const bytes = body === undefined ? {} : { body: new TextEncoder().encode(body) }
    const answer = await send(service, { method, path: address, query, headers, ...bytes, isAllowed: false }, {})
    const { body: found, wrong } = judged(answer, operationAt(address, method))
    if (wrong.length > 0 || answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status} ${wrong}`)
    return { status: answer.status, body: found }
  }
  const poll = async (id: string): Promise<JobView> => {
    const view = (await ask('GET', `/jobs/${id}`)).body as JobView
    const wrong = wrongSumsOf(view)
    if (wrong.length > 0) throw new Error(`it does not hold that ${wrong}: ${JSON.stringify(view)}`)
    return view
  }
  const open = async (options: object) => {
    const { body } = await ask('POST', '/jobs', JSON.stringify({ ...options, open: true }))
    jobs.push((body as JobView).id)
  }
  const take = async (step: Step): Promise<unknown> => {
    if (step.do === 'open') return open(step.options)
    if ('most' in step) {
      return service.work(step.most, step.do === 'fail' ? 'deadLetter' : 'worker')
    }
    if (step.do === 'list') {
      const from = cursor && `&from=${encodeURIComponent(cursor.slice(step.cut))}`
      const { status, body } = await ask('GET', `/jobs?limit=${step.limit}${from}`)
      cursor = status === 200 ? ((body as { next: string | null }).next ?? '') : ''
      return
    }
    const id = jobs[step.job % jobs.length]
    if (step.do === 'poll') return poll(id)
    if (step.do === 'put') return ask('PUT', `/jobs/${id}/parts/${step.part}`, BODIES[step.puzzles], step.type)
    if (step.do === 'seal') return ask('POST', `/jobs/${id}/seal`, JSON.stringify({ parts: step.parts }))
    if (step.do === 'read') return ask('GET', `/jobs/${id}/results?${new URLSearchParams(step.query)}`)
    return ask('POST', `/jobs/${id}/${step.do}`)
  }

  service.waiting.length = 0
  await open({})
  for (const step of history) await take(step)
  while (service.waiting.length > 0) await service.work(100)
  for (const id of jobs) await checkEnd(await poll(id))
  const { body } = await ask('POST', '/jobs', JSON.stringify({ puzzles: [GRID] }))
  await service.work(1)
  const last = await poll((body as JobView).id)
  if (last.counts.solved !== 1) throw new Error(`a good puzzle is not solved: ${JSON.stringify(last)}`)
  return { requests }

  /** A job that nothing more happens to: ended, or open for more, with a result for each line. */
  async function checkEnd({ id, state, counts }: JobView): Promise<void> {
    if (!['open', 'completed', 'cancelled'].includes(state))
      throw new Error(`${id} is ${state} with nothing in the queue`)
    if (state !== 'open' && counts.pending > 0) throw new Error(`${id} is ${state}, and ${counts.pending} are pending`)
    const lines: number[] = []
    for (let next: number | null = 1; next !== null; ) {
      const page: ResultsPage = (await ask('GET', `/jobs/${id}/results?limit=400&from=${next}`)).body as ResultsPage
      lines.push(...page.results.map(({ line }) => line))
      // Open: what may still come lies behind.
      next = page.next === next ? null : page.next
    }
    if (lines.some((line, i) => line !== i + 1)) throw new Error(`${id}: the lines of its results are ${lines}`)
    if (state !== 'open' && lines.length !== counts.total) throw new Error(`${id}: ${lines.length} of ${counts.total}`)
  }
}
