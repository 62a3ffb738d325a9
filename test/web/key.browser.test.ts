// @module-tag long

import { afterAll, beforeAll, expect } from 'vitest'
import { type LocalService, startLocal } from '../../infra/local.ts'
import { createClient } from '../../shared/client/client.ts'
import { GRID } from '../api/grids.ts'
import { browserForFile, eventually, expectOpenToAll, inBrowser } from './browser.ts'

const { open } = browserForFile()

let service: LocalService
let key: string
beforeAll(async () => {
  service = await startLocal({ auth: 'keys', workers: 1 })
  key = await service.newKey('ada')
})
afterAll(() => service[Symbol.asyncDispose]())

/** That it was kept out is what the page's console has to say of 401. */
const asked = (address: string) => open(address, { url: service.url, expected: /401/ })

inBrowser('asks for a key where the service does, and solves what was on the board then', async () => {
  const page = await asked(`#/solve?puzzle=${GRID}`)
  await page.getByRole('button', { name: 'Solve on the service' }).click()
  await page.getByText('This service asks for a key.').waitFor()
  await expectOpenToAll(page)

  await page.getByLabel('Your API key').fill('sudoku_0_wrong')
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByText('It did not accept the key that you gave').waitFor()

  await page.getByLabel('Your API key').fill(` ${key} `)
  await page.getByLabel('Your API key').press('Enter')
  await page.getByRole('heading', { name: /only solution/ }).waitFor()
  expect(await page.getByText('This service asks for a key.').count()).toBe(0)
})

inBrowser("keeps the key in this browser, shows its owner's jobs, and forgets it when told to", async () => {
  const mine = await createClient({ url: service.url, key }).createJob({ puzzles: [GRID] })
  const others = await createClient({ url: service.url, key: await service.newKey('bob') }).createJob({
    puzzles: [GRID],
  })
  const page = await asked('#/bulk')
  await page.getByLabel('Your API key').fill(key)
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.locator(`a[href*="${mine.id}"]`).first().waitFor()
  expect(await page.locator(`a[href*="${others.id}"]`).count()).toBe(0)

  await page.reload()
  await page.locator(`a[href*="${mine.id}"]`).first().waitFor()
  await expectOpenToAll(page)
  await page.getByRole('button', { name: 'Forget my key' }).click()
  await page.getByText('This service asks for a key.').waitFor()
  await eventually(() => page.locator(`a[href*="${mine.id}"]`).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Forget my key' }).count()).toBe(0)
})
