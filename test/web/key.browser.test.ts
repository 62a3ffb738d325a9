// @module-tag long

import { expect } from 'vitest'
import { startLocal } from '../../infra/local.ts'
import { createClient } from '../../shared/client/client.ts'
import { GRID } from '../api/grids.ts'
import { browserForFile, eventually, expectOpenToAll, goTo, inBrowser } from './browser.ts'

const { open } = browserForFile()

inBrowser('asks for a key where the service does, keeps it in this browser, and forgets it when told to', async () => {
  await using service = await startLocal({ auth: 'keys', workers: 1 })
  const [key, other] = [await service.newKey('ada'), await service.newKey('bob')]
  const [mine, others] = await Promise.all(
    [key, other].map((key) => createClient({ url: service.url, key }).createJob({ puzzles: [GRID] })),
  )
  // That it was kept out is what the page's console has to say of 401.
  const page = await open(`#/solve?puzzle=${GRID}`, { url: service.url, expected: /401/ })
  await page.getByRole('button', { name: 'Solve on the service' }).click()
  await page.getByText('This service asks for a key.').waitFor()
  await expectOpenToAll(page)

  await page.getByLabel('Your API key').fill('sudoku_0_wrong')
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByText('It did not accept the key that you gave').waitFor()

  await page.getByLabel('Your API key').fill(` ${key} `)
  await page.getByLabel('Your API key').press('Enter')
  // What was on the board then is solved.
  await page.getByRole('heading', { name: /only solution/ }).waitFor()
  expect(await page.getByText('This service asks for a key.').count()).toBe(0)

  await page.reload()
  await goTo(page, 'Bulk')
  await page.locator(`a[href*="${mine.id}"]`).first().waitFor()
  expect(await page.locator(`a[href*="${others.id}"]`).count()).toBe(0)
  await expectOpenToAll(page)
  await page.getByRole('button', { name: 'Forget my key' }).click()
  await page.getByText('This service asks for a key.').waitFor()
  await eventually(() => page.locator(`a[href*="${mine.id}"]`).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Forget my key' }).count()).toBe(0)
})
