import { expect } from 'vitest'
import { browserForFile, inBrowser, violationsOf } from './browser.ts'

const { open } = browserForFile()

inBrowser('leads from view to view', async () => {
  const page = await open()
  for (const name of ['Watch', 'Compare', 'Bulk', 'Solve']) {
    await page.getByRole('navigation').getByRole('link', { name }).click()
    await page.waitForFunction((title) => document.title.startsWith(title), name)
    expect(await page.locator('[aria-current=page]').textContent()).toBe(name)
  }
})

inBrowser.each(['solve', 'watch', 'compare', 'bulk'])('%s keeps nobody out', async (view) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open(`#/${view}`, { colorScheme })
    expect(await violationsOf(page)).toEqual([])
  }
})
