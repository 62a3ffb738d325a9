import { expect, it } from 'vitest'
import { bench, byTurns, median, pageOf, ranked, table } from '../../bench/measuring.ts'

const echo = bench({ rounds: 7, file: [], rules: 'classic' }, (asked) => ({
  title: 'Echo',
  about: JSON.stringify(asked),
  sections: [table(['', 'rounds'], [['asked for', asked.rounds]])],
}))

it('a bench is asked in the types of its defaults, and its page says how it was made', async () => {
  const page = await pageOf('engine', echo, ['--rounds', '3', '--file', '/a/b.txt', '--file', 'c.txt'])
  expect(page).toContain('{"rounds":3,"file":["/a/b.txt","c.txt"],"rules":"classic"}')
  expect(page).toMatch(
    /^# Echo, \d{4}-\d\d-\d\d\n\n.*cores; Node .*`npm run bench -- engine --rounds 3 --file b\.txt --file c\.txt`/,
  )
  expect(page).toContain('|  | rounds |\n| --- | ---: |\n| asked for | 3 |\n')
})

it('things are measured by turns, forth and back, and the first round does not count', async () => {
  const order: string[] = []
  let clock = 0
  const measure = (name: string) => () => {
    order.push(name)
    return ++clock
  }
  const taken = await byTurns({ a: measure('a'), b: measure('b') }, 3)
  expect(order.join('')).toBe('abbaabba')
  expect(Object.fromEntries(taken)).toEqual({ a: [4, 5, 8], b: [3, 6, 7] })
})

it('ranks are of sorted numbers, not of their order or their text', () => {
  expect(median([10, 9, 1])).toBe(9)
  expect(ranked([100, 20, 3], 1)).toBe(100)
  expect(ranked([100, 20, 3], 0)).toBe(3)
})
