import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { SEARCH_VERSION } from '../../shared/sudoku/search/strategy.ts'
import { type Asked, ask, ended, misfits, opened, post, putPart, resultsOf } from './ask.ts'
import { GRID, SEVERAL, SOLUTION } from './grids.ts'

const ZEROS = GRID.replaceAll('.', '0')
const SMALL = '1.3...21.1.224..'
let results: string
let id: string

beforeAll(async () => {
  // A solved grid is written straight from its bytes, all else from its result: lines of both kinds alternate.
  const puzzles = [
    GRID,
    { id: 'said, "twice"', puzzle: GRID },
    'x',
    SMALL,
    { id: 'right', puzzle: GRID, solution: SOLUTION },
    { id: 'wrong', puzzle: GRID, solution: SOLUTION.replace('5', '6') },
    SEVERAL,
    GRID,
  ]
  const { body } = await post('/jobs', { puzzles, strategy: 'brute-force', solutions: 2 })
  id = body.id
  await ended(id)
  results = `/jobs/${id}/results`
})

async function written(query: string): Promise<string[]> {
  const { status, body } = await ask<string>(`${results}?${query}`)
  expect(status).toBe(200)
  expect(body.at(-1) ?? '\n').toBe('\n')
  return body.split('\n').slice(0, -1)
}

/** Follows the links of pages of two to the end. */
async function paged(query: string): Promise<string[]> {
  let whole = ''
  for (let path: string | undefined = `${results}?${query}&limit=2`; path; ) {
    const answer: Asked<string> = await ask(path)
    whole += answer.body
    path = /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return whole.split('\n').slice(0, -1)
}

it('ndjson has the results of the JSON pages, one a line', async () => {
  const all = (await resultsOf(id)).results
  expect((await written('format=ndjson')).map((line) => JSON.parse(line))).toEqual(all)
  expect((await paged('format=ndjson')).map((line) => JSON.parse(line))).toEqual(all)
})

describe('csv', () => {
  const HEAD =
    'line,id,puzzle,status,strategy,unique,solutionCount,backtracks,searchBacktracks,searchVersion,solution,givenIsCorrect,reason,place'

  it('has its head above place 1 and nowhere else', async () => {
    const whole = await written('format=csv')
    const [{ searchBacktracks }] = (await resultsOf(id)).results
    expect(whole.slice(0, 4)).toEqual([
      HEAD,
      `1,,${GRID},solved,brute-force,true,1,4157,${searchBacktracks},${SEARCH_VERSION},${SOLUTION},,,1`,
      expect.stringMatching(/^2,"said, ""twice""",/),
      `3,,x,invalid,brute-force,,,,,${SEARCH_VERSION},,,"line 3, there is no puzzle in ""x""",3`,
    ])
    expect(whole).toHaveLength(9)
    expect(await written('format=csv&from=2')).toEqual(whole.slice(2))
    expect(await paged('format=csv')).toEqual(whole)
  })

  it('says whether a solution that came with its puzzle is one', async () => {
    const [right, wrong] = await written('format=csv&from=5&limit=2')
    expect(right).toMatch(/^5,right,.*,true,,5$/)
    expect(wrong).toMatch(/^6,wrong,.*,false,"?the given solution: .*,6$/)
  })
})

it('text has a line for every puzzle: its solution, or its status', async () => {
  const lines = await written('format=text')
  expect(lines.map((line) => (line === SOLUTION ? 'S' : line.length === 16 ? 'small' : line))).toEqual([
    'S',
    'S',
    'invalid',
    'small',
    'S',
    'S',
    expect.stringMatching(/^\d{81}$/),
    'S',
  ])
  expect(await paged('format=text')).toEqual(lines)
  expect(await written('format=text&from=3&limit=1')).toEqual(['invalid'])
})

it('kaggle has quizzes with zeros, and their solutions, or an empty field where a quiz has no solution', async () => {
  const whole = await written('format=kaggle')
  expect(whole.slice(0, 4)).toEqual(['quizzes,solutions', `${ZEROS},${SOLUTION}`, `${ZEROS},${SOLUTION}`, 'x,'])
  expect(whole[4]).toMatch(/^1030002101022400,\d{16}$/)
  expect(whole[7]).toMatch(new RegExp(`^${SEVERAL.replaceAll('.', '0')},\\d{81}$`))
  expect(whole).toHaveLength(9)
  expect(await paged('format=kaggle')).toEqual(whole)
  expect(await written('format=kaggle&from=8')).toEqual(whole.slice(8))
})

it.each(['ndjson', 'csv', 'text', 'kaggle', 'fpuzzles'])(
  '%s is filtered by status and read from any line',
  async (format) => {
    const head = ['csv', 'kaggle'].includes(format) ? 1 : 0
    expect(await written(`format=${format}&status=multiple&status=invalid`)).toHaveLength(2 + head)
    expect(await written(`format=${format}&status=solved&from=6`)).toHaveLength(2)
    expect(await written(`format=${format}&status=failed&from=2`)).toHaveLength(0)
    expect(await written(`format=${format}&from=9`)).toHaveLength(0)
    expect(await paged(`format=${format}&status=solved&status=failed,multiple`)).toHaveLength(7 + head)
  },
)

const formulas = ['=1+1', '+SUM(A1)', '-2+3', '@SUM(1)', '\t=1', '\r=1', ' =1', '=HYPERLINK("http://x","y")', '＝1']
const ordinary = ['mine-7', '-7', '+7', '-7.5', 'a=b', "'quoted", '2-3']

it('no field of CSV is a formula to a spreadsheet; in JSON it is as it came', async () => {
  const ids = [...formulas, ...ordinary]
  const puzzles = [...ids.map((id) => ({ id, puzzle: GRID })), '=cmd|x!A1']
  const { body } = await post('/jobs', { puzzles })
  await ended(body.id)
  const page = await resultsOf(body.id)
  expect(page.results.map((result) => result.id ?? result.puzzle)).toEqual([...ids, '=cmd|x!A1'])

  const csv = (await ask<string>(`/jobs/${body.id}/results?format=csv`)).body
  for (const id of formulas) expect(csv).toContain(id.includes('"') ? `"'${id.replaceAll('"', '""')}"` : `'${id}`)
  for (const id of ordinary) expect(csv).toContain(`,${id},`)
  expect(csv).toContain(",'=cmd|x!A1,invalid,")
  const kaggle = (await ask<string>(`/jobs/${body.id}/results?format=kaggle`)).body
  expect(kaggle).toContain("\n'=cmd|x!A1,\n")
})

/** First what grows most in JSON, one character to six or seven; then what does so when it is quoted, or in UTF-8. */
const SYMBOLS = [...Array(8).fill('\u0001'), '"', '\\', 'é', '😀']
// A text without any puzzle would be refused.
const LINES = [GRID, ...SYMBOLS.flatMap((symbol) => Array<string>(120).fill(symbol.repeat(2000)))]

it('however puzzles swell in a form, results in it come in pages that Lambda lets out', {
  tags: ['long'],
}, async () => {
  const swelling = await opened()
  await putPart(swelling, 1, gzipSync(LINES.join('\n')), { headers: { 'content-encoding': 'gzip' } })
  await post(`/jobs/${swelling}/seal`, { parts: 1 })
  await ended(swelling)
  for (const format of ['json', 'ndjson', 'csv', 'text', 'kaggle', 'fpuzzles']) {
    let lines = 0
    const query = format === 'json' ? '' : `&format=${format}`
    for (let path: string | undefined = `/jobs/${swelling}/results?limit=100000${query}`; path; ) {
      const { status, headers, body } = (await ask(path)) as Asked<string | { results: object[] }>
      expect(status).toBe(200)
      lines += typeof body === 'string' ? body.split('\n').length - 1 : body.results.length
      path = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }
    const head = ['csv', 'kaggle'].includes(format) ? 1 : 0
    expect(lines, format).toBe(LINES.length + head)
  }
})

it('results that are asked for packed cannot be filtered', async () => {
  const refused = await misfits(ask(`${results}?format=packed&status=solved`))
  expect(refused).toEqual(['status: packed results come as they are'])
})

it.each([
  ...['?from=0', '?from=x', '?from=', '?cursor=1', '?limit=0', '?limit=100001', '?limit=x'],
  ...['?status=fine', '?statsu=solved', '?format=xml'],
])('refuses %s', async (query) => {
  expect(await misfits(ask(results + query))).toHaveLength(1)
})

it.each([
  ['text/html, text/*;q=0.5, */*;q=0.1', /^text\//],
  ['*/*', /^application\/json$/],
  ['application/json;q=0, */*', /^application\/x-ndjson$/],
  ['Text/CSV', /^text\/csv$/],
  ['application/jsonl', /^application\/jsonl$/],
  ['image/png', undefined],
  ['text/csv;q=0', undefined],
])('of what %s accepts the best form is chosen, unless the address asks for one', async (accept, type) => {
  const asked = (query = '') => fetch(inject('serviceUrl') + results + query, { headers: { accept } })
  const { status, headers } = await asked()
  if (type) expect(headers.get('content-type')).toMatch(type)
  else expect(status).toBe(406)
  expect((await asked('?format=csv')).headers.get('content-type')).toBe('text/csv')
})
