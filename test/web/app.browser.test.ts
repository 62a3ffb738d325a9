import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { GRID } from '../api/grids.ts'
import { browserForFile, eventually, inBrowser, violationsOf } from './browser.ts'

const { open } = browserForFile()

inBrowser('leads from view to view', async () => {
  const page = await open()
  for (const name of ['Watch', 'Compare', 'Bulk', 'Solve']) {
    await page.getByRole('navigation').getByRole('link', { name }).click()
    await page.waitForFunction((title) => document.title.startsWith(title), name)
    await eventually(() => page.locator('[aria-current=page]').textContent()).toBe(name)
  }
})

const VIEWS = ['solve', 'watch', 'compare', 'bulk']
const keepsNobodyOut = (colorScheme: 'light' | 'dark') => async (view: string) => {
  const page = await open(`#/${view}`, { colorScheme })
  expect(await violationsOf(page)).toEqual([])
}
inBrowser.each(VIEWS)('%s keeps nobody out, in light', keepsNobodyOut('light'))
inBrowser.each(VIEWS)('%s keeps nobody out, in dark', { tags: ['long'] }, keepsNobodyOut('dark'))

inBrowser.each(['#/bulk/%E0%A4%A', '#/bulk/..', '#/solve?puzzle=123', '#/nowhere/at/all?__proto__=1&puzzle=%zz'])(
  'an address that is none, %s, leaves a page that can be used',
  async (hash) => {
    const page = await open(hash)
    await page.getByRole('navigation').getByRole('link', { name: 'Compare' }).click()
    await page.getByRole('heading', { name: 'Compare strategies' }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Solve' }).click()
    await page.getByRole('heading', { name: 'Solve a Sudoku' }).waitFor()
    const picker = page.getByLabel('Example')
    await picker.selectOption('Inkala 2010')
    await page.getByRole('gridcell', { name: 'row 1 column 3, given 5' }).waitFor()
    expect(await page.getByText('in the address').count()).toBe(0)
  },
)

inBrowser('what was typed a moment before leaving is there on the way back', async () => {
  const page = await open()
  await page.locator('[role=gridcell]:focus').waitFor()
  await page.keyboard.press('7')
  await page.getByRole('navigation').getByRole('link', { name: 'Watch' }).click()
  await page.getByRole('heading', { name: 'Watch the search' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Solve a Sudoku' }).waitFor()
  await page.getByRole('gridcell', { name: 'row 1 column 1, given 7' }).waitFor()
})

inBrowser('a link to a job brings nothing along from another job', async () => {
  const page = await open('#/bulk/one-job?status=invalid&line=3', { expected: /404/ })
  await page.getByRole('navigation').getByRole('link', { name: 'Solve' }).click()
  await page.getByLabel('Example').selectOption('Inkala 2010')
  await page.getByRole('button', { name: 'Solve', exact: true }).click()
  const link = page.getByRole('link', { name: 'Its job in the Bulk view' })
  await link.waitFor()
  expect(await link.getAttribute('href')).not.toContain('status')
})

/** Keeps the page's frames back, as a machine does that is busy: `next` lets those go that were asked for so far. */
async function holdFrames(page: Page): Promise<{ next(): Promise<void>; letGo(): Promise<void> }> {
  await page.evaluate(() => {
    const { requestAnimationFrame } = window
    const held: FrameRequestCallback[] = []
    window.requestAnimationFrame = (draw) => held.push(draw)
    const next = () => {
      for (const draw of held.splice(0)) draw(performance.now())
    }
    const letGo = () => {
      window.requestAnimationFrame = requestAnimationFrame
      next()
    }
    Object.assign(window, { frames: { next, letGo } })
  })
  const frame = (what: 'next' | 'letGo') => () =>
    page.evaluate((what) => (window as unknown as { frames: Record<string, () => void> }).frames[what](), what)
  return { next: frame('next'), letGo: frame('letGo') }
}

describe('what is done in a view before its first frame takes nothing from it', () => {
  inBrowser('Solve', async () => {
    const page = await open('#/bulk')
    const { next, letGo } = await holdFrames(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Solve' }).click()
    // A first frame for what loads the view, and none for the view.
    await page.getByText('Loading…').waitFor()
    await next()
    await page.getByLabel('Example').selectOption('Inkala 2010')
    await page.getByRole('gridcell', { name: 'row 1 column 3, given 5' }).waitFor()
    await letGo()
    await page.getByRole('button', { name: 'Solve', exact: true }).click()
    await page.getByText('This is the only solution.').first().waitFor()
  })

  inBrowser('Bulk', async () => {
    const page = await open('#/solve')
    const { next, letGo } = await holdFrames(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Bulk' }).click()
    await page.getByText('Loading…').waitFor()
    await next()
    await page.getByRole('button', { name: 'Paste puzzles' }).click()
    await page.getByLabel('Puzzles', { exact: true }).fill(GRID)
    await letGo()
    await page.getByRole('button', { name: 'Take these' }).click()
    await page.getByRole('button', { name: 'Solve this file' }).click()
    await page.waitForURL(/#\/bulk\/[\w-]{36}/)
    await page.getByRole('grid', { name: 'Results' }).getByText('solved').first().waitFor()
  })
})
