import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { type Asked, ask, ended, opened, post, putPart } from './ask.ts'
import { GRID } from './grids.ts'

/** First what grows most in JSON, one character to six or seven; then what does so when it is quoted, or in UTF-8. */
const SYMBOLS = [...Array(8).fill('\u0001'), '"', '\\', 'é', '😀']
// A text without any puzzle would be refused.
const LINES = [GRID, ...SYMBOLS.flatMap((symbol) => Array<string>(120).fill(symbol.repeat(2000)))]

let id: string
beforeAll(async () => {
  id = await opened()
  await putPart(id, 1, gzipSync(LINES.join('\n')), { headers: { 'content-encoding': 'gzip' } })
  await post(`/jobs/${id}/seal`, { parts: 1 })
  await ended(id)
})

it.each(['json', 'ndjson', 'csv', 'text', 'kaggle', 'fpuzzles'])(
  'however their puzzles swell in it, results in %s come in pages that Lambda lets out',
  { tags: ['long'] },
  async (format) => {
    let lines = 0
    const query = format === 'json' ? '' : `&format=${format}`
    for (let path: string | undefined = `/jobs/${id}/results?limit=100000${query}`; path; ) {
      const { status, headers, body } = (await ask(path)) as Asked<string | { results: object[] }>
      expect(status).toBe(200)
      lines += typeof body === 'string' ? body.split('\n').length - 1 : body.results.length
      path = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }
    const head = ['csv', 'kaggle'].includes(format) ? 1 : 0
    expect(lines).toBe(LINES.length + head)
  },
)
