import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { GRID } from '../api/grids.ts'
import { browserForFile, goTo, longInBrowser } from './browser.ts'
import { chooseFile } from './bulk-page.ts'
import { door } from './door.ts'
import { shows } from './grid-on-page.ts'

const { open } = browserForFile()

/** Waits until the page's service worker has all assets, and is the one that is asked. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const isAsked = new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done))
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller) await isAsked
  })

const isAnswered = (page: Page) => page.getByRole('heading', { name: 'One solution.' }).waitFor()

longInBrowser('Solve, Watch and Files work without the service after the first visit', async () => {
  const page = await open('', { serviceWorkers: 'allow', expected: /ERR_INTERNET_DISCONNECTED|Failed to load/ })
  await kept(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.locator('[role=gridcell]:focus').waitFor()
  await page.keyboard.type(GRID)
  await isAnswered(page)
  await goTo(page, 'Watch')
  await page.getByText('The givens, before the first step.').waitFor()
  await page.getByRole('button', { name: 'Step forward' }).click()
  await page.getByText('Guesses 1 in row 1 column 3.').first().waitFor()
  await page.getByRole('link', { name: 'Counts' }).click()
  await page.getByText(/^Counted in this browser/).waitFor()
  await goTo(page, 'Files')
  await chooseFile(page, 'Choose a file', { name: 'one.txt', text: GRID })
  await page.getByRole('button', { name: 'Solve it in this browser' }).click()
  await page.getByRole('button', { name: /^Save the results/ }).waitFor()
  await page.getByRole('link', { name: 'API' }).click()
  await page.getByRole('alert').getByText('The service describes its operations itself').waitFor()
})

longInBrowser('an open tab keeps working after a deployment that has none of its assets', async () => {
  let isDeployed = false
  const asked: string[] = []
  const url = await door((path) => {
    if (!isDeployed || !path.startsWith('/assets/')) return path
    asked.push(path)
    return 404
  })
  const page = await open('', { url, serviceWorkers: 'allow' })
  await kept(page)
  await page.locator('[role=gridcell]:focus').waitFor()
  await page.keyboard.press('7')
  await page.evaluate(() => Object.assign(window, { isSameTab: true }))
  isDeployed = true
  for (const view of ['Watch', 'Files', 'Solve'] as const) {
    await goTo(page, view)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await shows(page, '7'.padEnd(81, '.'))
  await page.getByText('Save, print or send').click()
  await page.getByRole('button', { name: 'Save PNG' }).waitFor()
  expect(await page.evaluate(() => 'isSameTab' in window)).toBe(true)
  expect(asked).toEqual([])
})
