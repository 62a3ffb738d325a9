import { beforeAll, describe, expect, it } from 'vitest'
import { type Asked, ask, ended, post, resultsOf } from './ask.ts'
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

describe('ndjson', () => {
  it('has the results of the JSON pages, one a line', async () => {
    const all = (await resultsOf(id)).results
    expect((await written('format=ndjson')).map((line) => JSON.parse(line))).toEqual(all)
    expect((await paged('format=ndjson')).map((line) => JSON.parse(line))).toEqual(all)
  })
})

describe('csv', () => {
  const HEAD =
    'line,id,puzzle,status,strategy,unique,solutionCount,backtracks,searchBacktracks,searchVersion,solution,givenIsCorrect,reason,place'

  it('has its head above place 1 and nowhere else', async () => {
    const whole = await written('format=csv')
    expect(whole[0]).toBe(HEAD)
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

describe('text', () => {
  it('has a line for every puzzle: its solution, or its status', async () => {
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
})

describe('kaggle', () => {
  it('has quizzes with zeros and solutions, which are empty where there is none', async () => {
    const whole = await written('format=kaggle')
    expect(whole.slice(0, 4)).toEqual(['quizzes,solutions', `${ZEROS},${SOLUTION}`, `${ZEROS},${SOLUTION}`, 'x,'])
    expect(whole[4]).toMatch(/^1030002101022400,\d{16}$/)
    expect(whole[7]).toMatch(new RegExp(`^${SEVERAL.replaceAll('.', '0')},\\d{81}$`))
    expect(whole).toHaveLength(9)
    expect(await paged('format=kaggle')).toEqual(whole)
    expect(await written('format=kaggle&from=8')).toEqual(whole.slice(8))
  })
})

it.each(['ndjson', 'csv', 'text', 'kaggle', 'fpuzzles'])(
  '%s is filtered by status and read from any line',
  async (format) => {
    const head = ['csv', 'kaggle'].includes(format) ? 1 : 0
    expect(await written(`format=${format}&status=multiple,invalid`)).toHaveLength(2 + head)
    expect(await written(`format=${format}&status=solved&from=6`)).toHaveLength(2)
    expect(await written(`format=${format}&status=failed&from=2`)).toHaveLength(0)
    expect(await written(`format=${format}&from=9`)).toHaveLength(0)
    expect(await paged(`format=${format}&status=solved`)).toHaveLength(6 + head)
  },
)

it('the form that the address asks for goes before those that are accepted', async () => {
  const answer = await ask(`${results}?format=csv`, { headers: { accept: 'application/x-ndjson' } })
  expect(answer.headers.get('content-type')).toBe('text/csv')
})
