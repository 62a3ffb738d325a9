import { expect, it } from 'vitest'
import { type Arrival, frontOf, gatewayOf, ratesOf, tokenBucket } from '../../infra/local/gateway.ts'
import { DOORS } from '../../infra/settings/doors.ts'
import { frontRules } from '../../infra/settings/front.ts'

const { throttles, owner } = DOORS.prod
const KEY = `Bearer sudoku_${'0'.repeat(16)}_${'A'.repeat(43)}`
const rules = frontRules({ auth: 'keys', owner, origins: ['https://puzzles.example'] })
const arrival = (more: Partial<Arrival> = {}): Arrival => ({
  ...{ method: 'POST', path: '/jobs', address: '127.0.0.2', origin: undefined, authorization: KEY },
  ...more,
})
const times = (count: number, of: () => boolean) => Array.from({ length: count }, of).filter(Boolean).length

it('a bucket lets its burst in at once, then its rate, and never more than its burst', () => {
  const take = tokenBucket({ ratePerS: 60, burst: 125 })
  expect(times(1_000, () => take(0))).toBe(125)
  // Those that were refused have taken nothing.
  expect(times(1_000, () => take(500))).toBe(30)
  expect(times(1_000, () => take(3_600_000))).toBe(125)
  let now = 3_600_000
  expect(
    times(60_000, () => {
      now += 1
      return take(now)
    }),
  ).toBe(60 * 60)
})

it.each([
  ['/jobs', 'jobs'],
  ['/jobs/a', 'job'],
  ['/jobs/a/parts/1', 'job'],
  ['/jobsite', 'files'],
  ['/', 'files'],
  ['/docs', 'files'],
] as const)(
  '%s has the bucket of the route %s, whatever the method, and is refused as API Gateway does',
  (path, name) => {
    const gateway = gatewayOf({ throttles })
    const isIn = (method: string, at: string) => gateway.refusalOf(arrival({ method, path: at }), 0) === undefined
    const { burst } = throttles[name]
    expect(times(burst, () => isIn('GET', path))).toBe(burst)
    expect(gateway.refusalOf(arrival({ path }), 0)).toMatchObject({
      statusCode: 429,
      body: '{"message":"Too Many Requests"}',
    })
    const others = ['/jobs', '/jobs/b', '/x'].filter((other) => !isIn('POST', other))
    expect(others).toHaveLength(1)
    expect(gateway.counts).toEqual({ passed: 0, 'gateway: throttled': 2 })
  },
)

it('a request that finds no instance is answered as API Gateway does, and the next one gets in', async () => {
  const gateway = gatewayOf({ throttles, reserved: 2 })
  const ended = Promise.withResolvers<string>()
  const working = [gateway.invoke(() => ended.promise), gateway.invoke(() => Promise.reject(new Error('crashed')))]
  expect(await gateway.invoke(async () => 'done')).toMatchObject({
    statusCode: 503,
    body: '{"message":"Service Unavailable"}',
  })
  await expect(working[1]).rejects.toThrow('crashed')
  expect(await gateway.invoke(async () => 'done')).toBe('done')
  ended.resolve('late')
  expect(await working[0]).toBe('late')
  expect(gateway.counts).toEqual({ passed: 3, 'gateway: no instance': 1 })
})

it.each(['/jobs', '/jobs/a/results', '/%6aobs', '//jobs//a', '/x/../jobs', '/./jobs/', '/x/%2e%2e/jobs'])(
  'without a key the front refuses %s',
  (path) => {
    const front = frontOf(rules)
    const others = [`${KEY}A`, KEY.replace('A', '!'), KEY.replace('Bearer', 'Basic'), `x ${KEY}`, KEY.toUpperCase()]
    const wrong = [undefined, '', 'Bearer', KEY.replace('Bearer ', ''), `${KEY}\n`, ...others]
    for (const authorization of wrong) {
      expect(front(arrival({ path, authorization }), 0)).toMatchObject({
        statusCode: 401,
        headers: { 'content-type': 'application/json', 'www-authenticate': 'Bearer realm="sudoku"' },
        body: rules[0].answer.body,
      })
    }
    for (const authorization of [KEY, `${KEY.replace('Bearer', 'bearer ')} `])
      expect(front(arrival({ path, authorization }), 0)).toBeUndefined()
  },
)

it('the front lets in without a key what needs none', () => {
  const front = frontOf(rules)
  const stranger = { authorization: undefined }
  const preflight = { ...stranger, method: 'OPTIONS', origin: 'https://puzzles.example' }
  for (const path of ['/', '/job', '/docs/jobs', '/JOBS'])
    expect(front(arrival({ path, ...stranger }), 0)).toBeUndefined()
  expect(front(arrival(preflight), 0)).toBeUndefined()
  for (const not of [{ origin: 'https://other.example' }, { origin: undefined }, { method: 'GET' }])
    expect(front(arrival({ ...preflight, ...not }), 0)).toMatchObject({ statusCode: 401 })
})

it('a thousand requests a second without a key take no token of anybody', () => {
  const gateway = gatewayOf({ throttles, front: frontOf(rules) })
  for (let now = 0; now < 60_000; now++) {
    gateway.refusalOf(arrival({ address: '127.0.0.9', authorization: undefined }), now)
    if (now % 100 === 0) expect(gateway.refusalOf(arrival(), now)).toBeUndefined()
  }
  expect(gateway.counts).toEqual({ passed: 0, 'front: KeyForm': 60_000 })
})

it('somebody over the limit gets in until WAF acts, which is within 30 seconds, and again after they have kept to it', () => {
  const isOver = ratesOf({ limit: 875, windowS: 60 })
  const at = { refused: [] as number[], letIn: [] as number[] }
  for (let now = 3_000; now < 240_000; now += 20) {
    // 50 a second for a minute, and then one in two seconds.
    const comes = now < 63_000 || now % 2_000 === 0
    if (comes) at[isOver('a', now) ? 'refused' : 'letIn'].push(now)
    // 12 a second.
    if (now % 80 === 0) expect([isOver('b', now), isOver(undefined, now)]).toEqual([false, false])
  }
  expect(at.refused[0]).toBe(3_000 + 40_000)
  expect(at.refused.at(-1)).toBeLessThan(63_000 + 60_000 + 30_000)
  const between = at.letIn.filter((now) => now >= (at.refused[0] ?? 0) && now <= (at.refused.at(-1) ?? 0))
  expect(between).toEqual([])
})

it('made-up keys of one address are stopped by the address, and one key from many addresses by the key', () => {
  const made = frontOf(rules)
  const spread = frontOf(rules)
  const reasons = new Set<string | undefined>()
  for (let now = 0; now < 60_000; now += 20) {
    const key = `Bearer sudoku_${now.toString(16).padStart(16, '0')}_${'A'.repeat(43)}`
    const one = made(arrival({ address: '127.0.0.9', authorization: key }), now)
    const other = spread(arrival({ address: `127.0.1.${now % 250}` }), now)
    // 875 have come after 17.5 s; the look at 20 s finds them.
    if (now >= 40_000) reasons.add(one?.reason).add(other?.reason)
  }
  expect([...reasons].toSorted()).toEqual(['front: AddressRate', 'front: KeyRate'])
  expect(made(arrival(), 60_000)).toBeUndefined()
})
