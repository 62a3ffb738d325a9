import { expect, inject, it } from 'vitest'
import { MUTANTS, type Mutant } from './mutants.ts'
import { plantedIn } from './planted.ts'
import { hunt, simulate } from './planted-run.ts'

/** `npm run test:long` and `npm run tool -- simulate` run more of them. */
const HISTORIES = 6
/** Some of those that are caught soonest; `npm run tool -- simulate --mutants` plants them all. */
const PLANTED = MUTANTS.filter(({ name }) =>
  [
    'a first slice is counted however often it comes',
    'what a slice leaves is not sent on',
    'what SQS refuses of a batch is lost',
  ].includes(name),
)

const keepsPromises = async (histories: number) => {
  const output = await simulate('--histories', String(histories), '--seed', String(inject('seed')))
  expect(output).toContain(`${histories} histories`)
  // A check that sees nothing finds nothing wrong: each history has some thirty answers to look at.
  expect(Number(/(\d+) answers checked\n$/.exec(output)?.[1])).toBeGreaterThan(10 * histories)
}
it.each([HISTORIES])('keeps every promise in %i histories', (histories) => keepsPromises(histories))
it.each([500])('keeps every promise in %i histories', { tags: ['long'] }, (histories) => keepsPromises(histories))

it('makes the same history of the same seed', { tags: ['long'] }, async () => {
  const [once, again] = await Promise.all([0, 1].map(() => simulate('--seed', '7', '--histories', '5', '--trace')))
  expect(once.split('\n').length).toBeGreaterThan(500)
  // All but how fast it went.
  const told = (output: string) => output.replace(/\d+ a second/, '')
  expect(told(again)).toBe(told(once))
})

it('takes at most a quarter more messages where a tenth of all answers is lost, however long a search is', {
  tags: ['long'],
}, async () => {
  const output = await simulate('--long-search', '--seed', String(inject('seed')))
  const times = [...output.matchAll(/([\d.]+) ×/g)].map(([, factor]) => Number(factor))
  expect(times).toHaveLength(5)
  expect(Math.min(...times)).toBeGreaterThan(1)
  expect(times.reduce((sum, factor) => sum + factor, 0) / 5).toBeLessThanOrEqual(1.25)
})

it('has no bug to plant that does not fit its source', () => {
  for (const { replacements } of MUTANTS) expect(plantedIn(replacements).size).toBeGreaterThan(0)
})

const notices = async (mutant: Mutant) => {
  expect(await hunt(mutant, 1, 200)).toHaveProperty('promise')
}
it.each(PLANTED)('notices that $name', { tags: ['long'] }, notices)
