import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import openapi from '../../functions/api/openapi/openapi.json' with { type: 'json' }
import { createClient } from '../../shared/client/client.ts'
import { operationsOf, typeWords } from '../../web/docs/description.ts'
import { LANGUAGES, type Language, requestOf, scriptOf } from '../../web/docs/requests.ts'
import { GRID, SOLUTION } from '../api/grids.ts'
import { browserForFile, eventually, expectOpenToAll, inBrowser, longInBrowser } from './browser.ts'

const { open } = browserForFile()

/** Gzipped, all that the page loads. */
const MOST_BYTES = 60_000

const operationIds = Object.values(openapi.paths).flatMap((methods) =>
  Object.values(methods).map(({ operationId }) => operationId),
)

longInBrowser('the documentation shows every operation to all, on few screens', async () => {
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
  // Nobody scrolls through more on a desktop, and the contents stay beside it.
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const language of LANGUAGES) {
    await page.getByRole('group', { name: 'Language of all examples' }).getByText(language).click()
    await eventually(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(12_000)
  }
  await page.mouse.wheel(0, 6000)
  expect(await page.getByRole('link', { name: 'Getting started' }).boundingBox()).toMatchObject({
    y: expect.closeTo(0, -2),
  })
  // A link opens what is folded.
  await page.goto(`${page.url().split('#')[0]}#schema-Job`)
  await page.getByRole('region', { name: 'Fields of Job' }).waitFor()
})

/** How a script of each language is run, and how it is only read. */
const RUNNERS: Readonly<Record<Language, { file: string; run: readonly string[]; read: readonly string[] }>> = {
  curl: { file: 'script.sh', run: ['sh', '-e'], read: ['sh', '-n'] },
  TypeScript: { file: 'script.mts', run: [process.execPath], read: [process.execPath, '--check'] },
  Python: { file: 'script.py', run: ['python3'], read: ['python3', '-m', 'py_compile'] },
  'npm client': { file: 'script.mts', run: [process.execPath], read: [process.execPath, '--check'] },
}
const AVAILABLE = LANGUAGES.filter(
  (language) => language !== 'Python' || spawnSync('python3', ['--version']).status === 0,
)

/** What is in the package under that name, which is not installed here. */
const CLIENT = new URL('../../package/client.ts', import.meta.url)

/** More than one request may bring as they are, but not in gzip; their results take more than one page. */
const IN_FILE = 100_000

/** What a script prints; or nothing, where it is only read. */
async function printed(language: Language, script: string, how: 'run' | 'read'): Promise<string> {
  const { file, ...ways } = RUNNERS[language]
  const [command, ...args] = ways[how]
  const cwd = await mkdtemp(join(tmpdir(), 'docs-'))
  try {
    await writeFile(join(cwd, 'puzzles.txt'), `${GRID}\n`.repeat(IN_FILE))
    await writeFile(join(cwd, file), script.replaceAll("'sudoku-service/client'", `'${CLIENT}'`))
    return (await promisify(execFile)(command, [...args, file], { cwd, maxBuffer: 2 * 83 * IN_FILE })).stdout
  } finally {
    await rm(cwd, { recursive: true })
  }
}

const RUN = 'the first requests run as they stand in %s, which is remembered'
inBrowser.each(AVAILABLE)(RUN, { tags: ['long'] }, runAsTheyStand)

async function runAsTheyStand(language: (typeof AVAILABLE)[number]): Promise<void> {
  const page = await open('docs', { ready: '#schemas' })
  await page.getByRole('group', { name: 'Language of all examples' }).getByText(language).click()
  await page.reload()
  const texts = page.getByRole('region', { name: /^(One puzzle in|A file of puzzles|The job, and)/ }).locator('pre')
  await eventually(() => texts.count()).toBe(3)
  const answers = await printed(language, (await texts.allTextContents()).join('\n'), 'run')
  // The answer of the first one, and every result of the file as text.
  expect(answers).toContain(`"solution":"${SOLUTION}"`)
  const webhook = await page.getByRole('region', { name: 'A job with a webhook' }).locator('pre').textContent()
  expect(await printed(language, `${webhook}`, 'run')).toMatch(/\bstate\b/)
  // What is shown of the answer is what comes.
  const shown = await page.getByRole('region', { name: 'The answer, shortened' }).textContent()
  const told = [...(shown ?? '').matchAll(/"(\w+)": ("[^"…]+"|\w+)/g)]
  expect(told.length).toBeGreaterThan(4)
  for (const [, name, value] of told) expect(answers).toMatch(new RegExp(`"${name}": ?${value.replaceAll('.', '\\.')}`))
  expect(answers.match(new RegExp(`^${SOLUTION}$`, 'gm'))?.length).toBe(IN_FILE)

  // A failed answer is shown, and nothing goes on after it; Python tells its status.
  const [, file, results] = await texts.allTextContents()
  const lost = `${file}\n${results}`.replace('/jobs"', '/nowhere"').replace("/jobs'", "/nowhere'")
  const shownFailure = language === 'Python' ? '404' : '/problems/'
  if (language !== 'npm client') await expect(printed(language, lost, 'run')).rejects.toThrow(shownFailure)
}

inBrowser('lists are lists, and the contents say where one is and lead below the edge', async () => {
  const page = await open('docs', { ready: '#schemas' })
  const card = page.getByRole('article').filter({ has: page.locator('#createJob') })
  await card.getByRole('listitem').getByText('as JSON, with the options beside them', { exact: true }).waitFor()
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: 'Poll a job' }).click()
  await eventually(() => contents.locator('[aria-current]').allTextContents()).toEqual(['Poll a job'])
  expect((await page.locator('#getJob').boundingBox())?.y).toBeGreaterThan(40)
})

inBrowser(
  'an operation is tried on the service that the page comes from, and the next on the job that it made',
  async () => {
    const page = await open('docs', { ready: '#schemas' })
    const card = (id: string) => page.getByRole('article').filter({ has: page.locator(`#${id}`) })
    // Asked for once before there is a job, it is asked for that job afterwards.
    await card('getJob').getByText('Try it').click()
    await card('getJob').getByRole('button', { name: 'Send' }).click()
    await card('getJob').getByRole('status').getByText('Write the id of a job').waitFor()
    for (const [id, answer] of [
      ['createJob', /^202/],
      ['getJob', /"state":/],
    ] as const) {
      if (id !== 'getJob') await card(id).getByText('Try it').click()
      await card(id).getByRole('button', { name: 'Send' }).click()
      await card(id).getByRole('status').getByText(answer).waitFor()
      // A member a line, as people read JSON.
      expect(await card(id).getByRole('status').textContent()).toMatch(/^ {2}"state": "\w+",$/m)
    }
    // Puzzles may be a text, too.
    await card('createJob').getByLabel('Body').fill(GRID)
    const answered = page.waitForResponse('**/jobs')
    await card('createJob').getByRole('button', { name: 'Send' }).click()
    expect((await answered).status()).toBe(202)
  },
)

it.each(AVAILABLE)(
  'every operation is a script in %s, with a key where there is one',
  { tags: ['long'] },
  async (language) => {
    const asked = { origin: 'http://here', hasKey: true }
    for (const operation of openapi.tags.flatMap(({ name }) => operationsOf(openapi as never, name))) {
      const script = scriptOf(language, [requestOf(operation)], asked)
      if (language !== 'npm client') expect(script).toContain(operation.path.split('{')[0])
      expect(requestOf(operation).body === undefined).toBe(!('requestBody' in operation))
      expect(script.includes('SUDOKU_KEY'), script).toBe(operation.security?.length !== 0)
      expect(await printed(language, script, 'read')).toBe('')
    }
  },
)

it('the client has what the examples call', () => {
  const client = createClient({ url: 'http://here' })
  const scripts = openapi.tags.flatMap(({ name }) =>
    operationsOf(openapi as never, name).map((operation) => requestOf(operation).call ?? ''),
  )
  const called = scripts.flatMap((script) => script.match(/(?<=client\.)\w+/g) ?? [])
  expect(called.length).toBeGreaterThan(10)
  for (const name of called) expect(client).toHaveProperty(name)
})

it('a type is said in a few words', () => {
  expect(typeWords({ oneOf: [{ $ref: '#/components/schemas/Grid' }, { type: ['string', 'null'] }] })).toBe(
    'Grid or string or null',
  )
  expect(typeWords({ type: 'array', items: { enum: ['a', 'b'] } })).toBe('list of a · b')
})
