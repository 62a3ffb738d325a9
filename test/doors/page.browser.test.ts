import { expect } from 'vitest'
import { solveText } from '../../package/solver.ts'
import { GRID } from '../api/grids.ts'
import { VARIANT_EXAMPLES } from '../input/line-examples.ts'
import { SAMPLES } from '../input/samples.ts'
import { browserForFile, longInBrowser, saved } from '../web/browser.ts'
import { solveFile, stateIs } from '../web/bulk-page.ts'

/** The fourth door: a file that is chosen on the page, and what is downloaded there. */

const { open } = browserForFile()
const TEXTS = [
  `${GRID}\nx\n${Object.values(VARIANT_EXAMPLES).join('\n')}\n`,
  ...SAMPLES.slice(0, 12).map(([, text]) => text),
]

longInBrowser('the page says of a file what the package says', async () => {
  for (const text of TEXTS) {
    const page = await open('#/files')
    await solveFile(page, { name: 'puzzles.txt', text })
    await stateIs(page, 'completed')
    const { bytes } = await saved(page, 'NDJSON')
    const lines = `${bytes}`.trimEnd().split('\n')
    expect(lines).toEqual([...solveText(text)].map((result) => JSON.stringify(result)))
    await page.close()
  }
})
