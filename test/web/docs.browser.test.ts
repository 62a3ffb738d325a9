import { expect } from 'vitest'
import { browserForFile, eventually, inBrowser } from './browser.ts'

const { open } = browserForFile()

inBrowser('the documentation shows every operation, from this service alone', async () => {
  const page = await open('docs', { ready: '.opblock' })
  const shown = async () => {
    const paths = await page.locator('.opblock-summary-path').allTextContents()
    return paths.map((path) => path.replace(/\u200b/g, ''))
  }
  await eventually(shown).toEqual(
    expect.arrayContaining(['/jobs', '/jobs/{id}', '/jobs/{id}/results', '/jobs/{id}/parts/{part}']),
  )
  expect(await page.locator('.errors-wrapper').count()).toBe(0)
})
