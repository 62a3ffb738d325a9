import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { startLocal } from '../../infra/local.ts'
import { createClient } from '../../shared/client/client.ts'
import { generatePuzzle } from '../../shared/sudoku/making/generate.ts'
import { examples } from '../../shared/sudoku/search/examples.ts'
import { chromiumPath } from './chromium.ts'

/** `npm run tool -- screenshots`: each view in light, dark and on a phone, from the real service, into `screenshots/`. */

const FOLDER = fileURLToPath(new URL('../../screenshots/', import.meta.url))
const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 },
  phone: { colorScheme: 'light', viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
} as const satisfies Record<string, BrowserContextOptions>
const BULK_PUZZLES = 20_000
const INKALA_2010 = examples.find(({ name }) => name === 'Inkala 2010')?.puzzle ?? ''

/** A view, and what to do in it before it is taken. */
interface Scene {
  readonly name: string
  readonly hash: string
  readonly act?: (page: Page) => Promise<unknown>
}

await using service = await startLocal()
const executablePath = await chromiumPath()
if (!executablePath) throw new Error('there is no Chrome or Chromium here')
await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
await mkdir(FOLDER, { recursive: true })

for (const { name, hash, act } of await scenes()) {
  for (const [look, options] of Object.entries(LOOKS)) {
    await using context = await browser.newContext(options)
    const page = await context.newPage()
    await page.goto(`${service.url}/${hash}`)
    await page.waitForSelector('main h1')
    await act?.(page)
    await page.screenshot({ path: `${FOLDER}${name}-${look}.png`, fullPage: true, animations: 'disabled' })
  }
  console.log(name)
}
await pictureForReadme()

/** The Watch view as the README shows it, to be copied to `docs/`. */
async function pictureForReadme(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await using context = await browser.newContext({ colorScheme, viewport: { width: 1180, height: 1050 } })
    const page = await context.newPage()
    await page.goto(`${service.url}/#/watch?puzzle=${INKALA_2010}`)
    await scrubbedTo(200)(page)
    await page.screenshot({ path: `${FOLDER}page${colorScheme === 'dark' ? '-dark' : ''}.png`, animations: 'disabled' })
  }
}

async function scenes(): Promise<Scene[]> {
  const eighteen = examples.find(({ name }) => name === 'Liang, two givens short')?.puzzle ?? ''
  const even = examples.find(({ rules }) => rules === 'even')?.puzzle ?? ''
  const job = await finishedJob()
  const solve = (page: Page) =>
    page
      .getByRole('button', { name: /^Solve/ })
      .first()
      .click()
  return [
    // First, while it heads the list.
    { name: 'bulk', hash: '#/bulk', act: (page) => page.getByText(job.slice(0, 8)).first().waitFor() },
    {
      name: 'bulk-job',
      hash: `#/bulk/${job}`,
      act: (page) => page.getByText('solved').first().waitFor(),
    },
    { name: 'solve-empty', hash: '' },
    {
      name: 'solve-solved',
      hash: `#/solve?puzzle=${INKALA_2010}&strategy=brute-force`,
      act: async (page) => {
        await solve(page)
        await page.getByText('9,949').waitFor()
      },
    },
    {
      name: 'solve-several',
      hash: `#/solve?puzzle=${eighteen}&solutions=100`,
      act: async (page) => {
        await solve(page)
        await page.getByText('18 solutions').first().waitFor()
      },
    },
    {
      name: 'solve-hint',
      hash: `#/solve?puzzle=${INKALA_2010}`,
      act: async (page) => {
        await page.getByRole('button', { name: 'Next step' }).click()
        await page.getByText('; so ').waitFor()
      },
    },
    { name: 'solve-clash', hash: `#/solve?puzzle=55${INKALA_2010.slice(2)}` },
    { name: 'solve-even', hash: `#/solve?puzzle=${even}&rules=even` },
    { name: 'solve-16', hash: '#/solve?size=16&rules=diagonal' },
    { name: 'watch', hash: `#/watch?puzzle=${INKALA_2010}`, act: scrubbedTo(9000) },
    {
      name: 'compare',
      hash: '#/compare',
      act: async (page) => {
        await page.getByText('Counted in this browser').waitFor({ timeout: 120_000 })
      },
    },
  ]
}

/** Goes to a step of both searches, with the heat map on. */
function scrubbedTo(step: number) {
  return async (page: Page) => {
    await page.getByText('of 19,956').first().waitFor()
    await page.getByRole('button', { name: /heat/i }).click()
    await page.getByRole('slider', { name: /^Step/ }).fill(`${step}`)
    await page
      .getByText(new RegExp(`^${step.toLocaleString('en')}`))
      .first()
      .waitFor()
  }
}

/** A bulk job with something of everything in it. */
async function finishedJob(): Promise<string> {
  const client = createClient({ url: service.url })
  const puzzles = Array.from({ length: BULK_PUZZLES }, (_, i) =>
    generatePuzzle({ rules: 'classic', size: 9, clues: 26, seed: 'screenshots', index: i }),
  )
  const lines = puzzles.map((puzzle, i) =>
    i % 500 === 7 ? `x${puzzle.slice(1)}` : i % 90 === 3 ? `.${puzzle.slice(1)}` : puzzle,
  )
  const { id } = await client.createJob(lines.join('\n'))
  for await (const { state } of client.watchJob(id)) if (state === 'completed') break
  return id
}
