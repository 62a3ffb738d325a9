import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import { GRID } from '../api/grids.ts'

/** The examples of README and docs, run as they stand there, but for the service's address and for jobs that exist. */

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const client = createClient({ url: inject('serviceUrl') })

/** The blocks of a page, by their languages. */
async function blocksOf(page: string) {
  const text = await readFile(join(root, page), 'utf8')
  return [...text.matchAll(/^```(\w*)\n(.*?)^```/gms)].map(([, language, code]) => ({ page, language, code }))
}

const PAGES = ['README.md', 'docs/api.md', 'docs/bulk.md', 'docs/ratings.md', 'docs/rules.md']
const BLOCKS = (await Promise.all(PAGES.map(blocksOf))).flat()
/** What starts a service of its own, or asks one that asks for keys, is tried where that is tested. */
const ELSEWHERE =
  /^(npm start|npm test|npx |npm run -s keys|npm run -s sudoku -- serve|SUDOKU_KEY=|CORS_ORIGINS=|curl .*authorization)/
const SCRIPTS = BLOCKS.filter(({ language, code }) => language === '' && /^(curl|npm|gzip)/.test(code))
  .map(({ page, code }) => ({
    page,
    script: code
      .split(/\n(?=\S)/)
      .filter((line) => !ELSEWHERE.test(line))
      .join('\n'),
  }))
  .filter(({ script }) => script !== '')
const REQUESTS = BLOCKS.filter(({ language, code }) => language === 'json' && code.includes('"puzzles": ['))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sudoku-docs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('examples', { tags: ['long'] }, () => {
  it.each(SCRIPTS)('of $page run: $script', async ({ script }) => {
    const job = script.includes('/parts/')
      ? await client.createJob({ open: true })
      : (await client.solve({ puzzles: [GRID], include: ['rating'] })).job
    const here = script
      .replaceAll(/(http:\/\/)?(localhost|127\.0\.0\.1):3000/g, inject('serviceUrl'))
      .replaceAll('2f0c3e9a-…', job.id)
      .replaceAll('million.txt', join(folder, 'million.txt'))
      .replaceAll('solutions.txt', join(folder, 'solutions.txt'))
      .replaceAll('> puzzles.pdf', `> ${join(folder, 'puzzles.pdf')}`)
      .replaceAll('mine.txt', 'docs/puzzles.txt')
      .replaceAll('53..7…', GRID)
      .replaceAll('-- submit ', `-- submit --url ${inject('serviceUrl')} `)
      .replace('--count 1000000', '--count 1000')
    // An answer that is an error fails.
    const { stdout } = await run('sh', ['-ec', `curl() { command curl -sS --fail-with-body "$@"; }\n${here}`], {
      cwd: root,
    })
    expect(stdout.length > 0 || here.includes(' > ')).toBe(true)
  })

  it.each(REQUESTS)('of $page is a request: $code', async ({ code }) => {
    const { counts } = (await client.solve(JSON.parse(code))).job
    expect([counts.invalid, counts.failed, counts.solved]).toEqual([0, 0, counts.total])
  })
})

it('there are examples to run', () => {
  expect([SCRIPTS.length > 10, REQUESTS.length > 0]).toEqual([true, true])
})
