import { describe, expect, it } from 'vitest'
import { DOORS } from '../../infra/settings/doors.ts'
import { type FrontRule, frontRules } from '../../infra/settings/front.ts'
import { OWNER_LIMITS } from '../../shared/job/limits.ts'

const rulesOf = (owner: { requests: number; windowS: number }, auth: 'open' | 'keys' = 'keys') =>
  frontRules({ auth, owner, origins: [] })
const rates = (rules: readonly FrontRule[]) => rules.filter((rule) => rule.kind === 'rate')

describe.each(Object.entries(DOORS))('in %s', (_, { throttles, owner }) => {
  const { jobs, job } = throttles

  it('an owner leaves three quarters of each of their routes to others, at once and for as long as they like', () => {
    for (const { ratePerS, burst } of [jobs, job]) {
      expect(4 * (owner.requests / owner.windowS)).toBeLessThan(ratePerS)
      expect(4 * owner.requests).toBeLessThan(burst)
    }
  })

  it('so does an address, and a key, by what the front lets in; it refuses nobody within an owner’s limits', () => {
    for (const { limit, windowS } of rates(rulesOf(owner))) {
      expect(limit).toBeGreaterThan(owner.requests + (owner.requests / owner.windowS) * windowS)
      for (const { ratePerS } of [jobs, job]) expect(4 * (limit / windowS)).toBeLessThan(ratePerS)
    }
  })
})

it('the limits that the API describes are those of prod', () => {
  expect(OWNER_LIMITS).toMatchObject(DOORS.prod.owner)
})

it('where everybody is let in, the front asks for no key, and counts by address alone', () => {
  expect(rulesOf(DOORS.prod.owner, 'open')).toMatchObject([{ kind: 'rate', by: 'address' }])
})
