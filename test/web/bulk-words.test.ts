import { expect, it } from 'vitest'
import { NO_OUTCOMES } from '../../shared/job/result.ts'
import { commandFor, curlFor, fileName } from '../../web/bulk/downloads.tsx'
import { numberIn, resultsQueryIn } from '../../web/bulk/results.tsx'
import { outcomeWords } from '../../web/bulk/status-words.ts'
import { jobOptionsOf, optionsIn, queryOf } from '../../web/bulk/submit-card.tsx'

it('options come from the address and go back to it, defaults left out', () => {
  const query = { strategy: 'singles', solutions: '1', limit: '5000', fileRules: 'even', fileSize: '6' }
  const options = optionsIn(query)
  expect(jobOptionsOf(options)).toEqual({
    strategy: 'singles',
    rules: 'even',
    size: 6,
    solutions: 1,
    backtrackLimit: 5000,
  })
  expect(queryOf(options)).toEqual(query)
  const defaults = optionsIn({ strategy: 'luck', fileRules: 'chess', fileSize: '7' })
  expect(Object.values(queryOf(defaults)).filter((value) => value !== undefined)).toEqual([])
  expect(jobOptionsOf(defaults)).not.toHaveProperty('size')
})

it('what of the results is shown comes from the address', () => {
  expect(resultsQueryIn({ status: 'invalid,luck,solved', from: '7500', place: '12' })).toEqual({
    status: ['solved', 'invalid'],
    from: 7500,
    place: 12,
  })
  expect(resultsQueryIn({ from: '-1', place: 'x' })).toEqual({ status: [], from: 1, place: undefined })
})

it.each([
  ['9,999', 9999],
  [' 1 000 000 ', 1_000_000],
  ['0', undefined],
  ['1.5', undefined],
  ['', undefined],
])('the number "%s" is %s', (text, number) => {
  expect(numberIn(text)).toBe(number)
})

it('counts are put in words', () => {
  const counts = { ...NO_OUTCOMES, total: 10_000, pending: 0, solved: 9990, multiple: 9, invalid: 1 }
  expect(outcomeWords(counts)).toBe('9,990 solved, 9 with several solutions, 1 invalid')
})

it('a download is named for its job, its statuses and its format, and has its command lines', () => {
  const wanted = { job: '2f0c3e9a-1111-4222-8333-444455556666', format: 'csv', status: ['invalid', 'failed'] } as const
  expect(fileName(wanted)).toBe('sudoku-2f0c3e9a-invalid-failed.csv')
  expect(fileName({ ...wanted, format: 'kaggle', status: [] })).toBe('sudoku-2f0c3e9a.kaggle.csv')
  expect(commandFor(wanted, 'http://host')).toBe(
    `npm run -s sudoku -- results ${wanted.job} --url http://host --format csv --status invalid,failed > sudoku-2f0c3e9a-invalid-failed.csv`,
  )
  expect(curlFor(wanted, 'http://host')).toBe(
    `curl -i 'http://host/jobs/${wanted.job}/results?format=csv&status=invalid,failed&limit=50000'`,
  )
})
