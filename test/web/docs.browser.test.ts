import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import openapi from '../../functions/api/openapi/openapi.json' with { type: 'json' }
import { curlFor, operationsOf, typeWords } from '../../web/docs/description.ts'
import { SOLUTION } from '../api/grids.ts'
import { browserForFile, eventually, expectOpenToAll, inBrowser } from './browser.ts'

const { open } = browserForFile()

/** Gzipped, all that the page loads. */
const MOST_BYTES = 60_000

const operationIds = Object.values(openapi.paths).flatMap((methods) =>
  Object.values(methods).map(({ operationId }) => operationId),
)

inBrowser('the documentation shows every operation to all, and its first commands run as they stand', async () => {
  const page = await open('docs', { ready: '#schemas' })
  const ids = () => page.locator('article.operation h3').evaluateAll((found) => found.map(({ id }) => id))
  await eventually(ids).toEqual(expect.arrayContaining([...operationIds, 'jobEnded']))
  const loaded = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
      const { name, encodedBodySize } = entry as PerformanceResourceTiming
      return { name, encodedBodySize }
    }),
  )
  expect(loaded.map(({ name }) => new URL(name).pathname)).toContain('/openapi.json')
  expect(loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)).toBeLessThanOrEqual(MOST_BYTES)
  await expectOpenToAll(page)
  const commands = await page.locator('[aria-labelledby="getting-started"] pre').allTextContents()
  const cwd = await mkdtemp(join(tmpdir(), 'docs-'))
  try {
    const { stdout } = await promisify(execFile)('sh', ['-ec', commands.join('\n')], { cwd })
    // The answer of the first one, the job, and its results as text.
    expect(stdout).toContain(`"solution":"${SOLUTION}"`)
    expect(stdout).toMatch(/"state":"completed"/)
    expect(stdout.trim().endsWith(SOLUTION)).toBe(true)
  } finally {
    await rm(cwd, { recursive: true })
  }
})

it('a command has what its operation needs, and a key where there is one', () => {
  const [create] = operationsOf(openapi as never, 'Jobs')
  expect(curlFor(create, 'http://here', false)).toMatch(
    /^curl -s -X POST -H 'content-type: application\/json' -d '\{"puzzles":.*\}' "http:\/\/here\/jobs"$/,
  )
  expect(curlFor(create, 'http://here', true)).toContain('-H "authorization: Bearer $SUDOKU_KEY"')
  const health = operationsOf(openapi as never, 'Service').find(({ operationId }) => operationId === 'getHealth')
  expect(health && curlFor(health, 'http://here', true)).toBe('curl -s "http://here/health"')
})

it('a type is said in a few words', () => {
  expect(typeWords({ oneOf: [{ $ref: '#/components/schemas/Grid' }, { type: ['string', 'null'] }] })).toBe(
    'Grid or string or null',
  )
  expect(typeWords({ type: 'array', items: { enum: ['a', 'b'] } })).toBe('list of a · b')
})
