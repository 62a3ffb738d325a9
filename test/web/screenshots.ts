import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, chromium } from 'playwright-core'
import { startLocal } from '../../infra/local.ts'
import { createClient } from '../../shared/client/client.ts'
import { generatePuzzle } from '../../shared/sudoku/making/generate.ts'
import { examples } from '../../shared/sudoku/search/examples.ts'
import { chromiumPath } from './chromium.ts'
import { INKALA } from './page-grids.ts'

/** `npm run tool -- screenshots`: each view in light, dark and on a phone, from the real service, into `screenshots/`. */

const FOLDER = fileURLToPath(new URL('../../screenshots/', import.meta.url))
const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 },
  phone: { colorScheme: 'light', viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
} as const satisfies Record<string, BrowserContextOptions>
const BULK_PUZZLES = 20_000

/** A view, a button that is pressed in it before it is taken, and words that are there then. */
type Scene = readonly [name: string, hash: string, button?: string | RegExp | undefined, words?: string]

await using service = await startLocal()
const executablePath = await chromiumPath()
if (!executablePath) throw new Error('there is no Chrome or Chromium here')
await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
await mkdir(FOLDER, { recursive: true })

const job = await finishedJob()
const puzzleNamed = (name: string) => examples.find((example) => example.name === name)?.puzzle ?? ''
const SCENES: readonly Scene[] = [
  // First, while its job heads the list.
  ['files', '#/files', undefined, job.slice(0, 8)],
  ['files-job', `#/files/${job}`, undefined, 'solved'],
  ['solve-empty', ''],
  ['solve-solved', `#/solve?puzzle=${INKALA}&show=solution`, undefined, '9,949'],
  ['solve-several', `#/solve?puzzle=${puzzleNamed('Liang, two givens short')}&show=candidates`, undefined, '25 cells'],
  ['solve-hint', `#/solve?puzzle=${INKALA}`, 'Next step', '; so '],
  ['solve-clash', `#/solve?puzzle=55${INKALA.slice(2)}`],
  ['solve-even', `#/solve?puzzle=${puzzleNamed('Devadas, even')}&rules=even`],
  ['solve-16', '#/solve?size=16&rules=diagonal'],
  ['watch', `#/watch?puzzle=${INKALA}&step=9000&right=singles`, undefined, '9,000 of 19,956'],
  ['watch-counts', `#/watch?tab=counts&puzzle=${INKALA}`, undefined, 'Counted in this browser'],
  ['watch-sets', '#/watch?tab=sets', undefined, 'Counted in this browser'],
]
for (const [name, hash, button, words] of SCENES) {
  for (const [look, options] of Object.entries(LOOKS)) {
    await using context = await browser.newContext(options)
    const page = await context.newPage()
    await page.goto(`${service.url}/${hash}`)
    await page.waitForSelector('main h1')
    if (button) await page.getByRole('button', { name: button }).first().click()
    if (words) await page.getByText(words).first().waitFor({ timeout: 120_000 })
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
    await page.goto(`${service.url}/#/watch?puzzle=${INKALA}&step=36`)
    await page.getByText('36 of 19,956').first().waitFor()
    await page.screenshot({ path: `${FOLDER}page${colorScheme === 'dark' ? '-dark' : ''}.png`, animations: 'disabled' })
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
