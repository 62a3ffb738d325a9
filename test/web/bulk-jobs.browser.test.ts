// @module-tag long

import { expect, inject } from 'vitest'
import { type LocalService, startLocal } from '../../infra/local.ts'
import { createClient } from '../../shared/client/client.ts'
import { MAX_BACKTRACK_LIMIT } from '../../shared/job/limits.ts'
import { GRID, SLOW } from '../api/grids.ts'
import { browserForFile, eventually, expectOpenToAll, goTo, inBrowser, visit } from './browser.ts'
import { endOf, gridAt, rowOf, stateIs, submit } from './bulk-page.ts'
import { ENDLESS } from './page-grids.ts'

const { open } = browserForFile()
const client = () => createClient({ url: inject('serviceUrl') })

inBrowser('my jobs are listed, newest first, twenty at a time, and those that run get on', async () => {
  // Its own, where no other test's jobs are newer.
  await using service = await startLocal({ log: () => {} })
  const client = createClient(service)
  await Promise.all(Array.from({ length: 20 }, () => client.createJob(GRID)))
  const { id: first } = await client.createJob(`${gridAt(1)}\n${gridAt(2)}`)
  await Array.fromAsync(client.watchJob(first))
  const options = { strategy: 'brute-force', backtrackLimit: MAX_BACKTRACK_LIMIT } as const
  const { id: second } = await client.createJob(`${ENDLESS}\n`.repeat(40), options)
  // A puzzle solved in another view is listed by what it is, where that is asked for.
  const page = await open(`#/solve?puzzle=${GRID}`, service)
  await page.getByRole('button', { name: 'Solve on the service' }).click()
  await page.getByText('This is the only solution.').first().waitFor()
  await goTo(page, 'Bulk')
  const region = page.getByRole('region', { name: 'Jobs', exact: true })
  const items = region.getByRole('listitem')
  const itemOf = (id: string) => items.filter({ hasText: id.slice(0, 8) })
  await itemOf(second).getByText('running').waitFor()
  await expectOpenToAll(page)
  await eventually(() => itemOf(second).textContent()).toContain('0 of 40 puzzles')
  await eventually(() => itemOf(first).textContent()).toMatch(/completed.*Bit-parallel.*2 solved/)
  const heads = (await items.allTextContents()).slice(0, 2)
  expect([heads[0].includes(second.slice(0, 8)), heads[1].includes(first.slice(0, 8))]).toEqual([true, true])
  await eventually(() => items.count()).toBe(20)
  await page.getByRole('button', { name: 'Show more' }).click()
  await items.nth(21).waitFor()
  expect(await items.filter({ hasText: 'One puzzle' }).count()).toBe(0)
  await region.getByLabel('also those of Solve and Compare').check()
  await items.filter({ hasText: 'One puzzle' }).waitFor()

  await client.cancelJob(second)
  await itemOf(second).getByText('40 cancelled').waitFor()
  await itemOf(first).getByRole('link').click()
  await stateIs(page, 'completed')
  await page.getByRole('link', { name: 'All jobs' }).click()
  await items.first().waitFor()
})

inBrowser('a job that nobody has, that has expired, or ended before it was cancelled says so', async () => {
  const page = await open('#/bulk/nothing', { expected: /404|409/ })
  await page.getByText('There is no job with this address.').waitFor()
  await page.getByRole('link', { name: 'All jobs' }).click()
  await page.getByRole('heading', { name: 'Solve a file of puzzles' }).waitFor()

  const job = await endOf(await submit([GRID]))
  let state: string = 'expired'
  await page.route(`**/jobs/${job.id}`, (route) => route.fulfill({ json: { ...job, state } }))
  await visit(page, `#/bulk/${job.id}`)
  await page.getByText('This job has expired.').waitFor()
  state = 'running'
  await page.reload()
  await page.route('**/cancel', (route) => {
    state = 'completed'
    return route.continue()
  })
  await page.getByRole('button', { name: 'Cancel this job' }).click()
  const refused = page.waitForResponse('**/cancel')
  await page.getByRole('button', { name: 'Cancel the job' }).click()
  expect((await refused).status()).toBe(409)
  await stateIs(page, 'completed')
  await page.getByRole('alert').waitFor({ state: 'detached' })
})

inBrowser('where the service is away the page says so, and goes on once it is back', async () => {
  const id = await submit([GRID, ...Array(40).fill(ENDLESS)], { strategy: 'brute-force' })
  const page = await open(`#/bulk/${id}`, { expected: /Failed to load resource/, isHurried: true })
  await rowOf(page, 1).getByText('solved').waitFor()
  // It would try again by itself after five seconds: hurried, before anybody has pressed the button.
  await page.evaluate(() => {
    const { setTimeout } = window
    const waiting = (run: TimerHandler, ms = 0) => (ms < 5000 ? setTimeout(run, ms) : 0)
    Object.assign(window, { setTimeout: waiting })
  })
  await page.route('**/jobs/**', (route) => route.abort())
  // The poll that is held meanwhile ends as well.
  await client().cancelJob(id)
  const trouble = page.getByRole('alert').filter({ hasText: 'The service does not answer.' })
  await trouble.first().waitFor()
  await eventually(() => page.locator('[data-count=solved]').textContent()).toBe('1')
  await page.unroute('**/jobs/**')
  await trouble.first().getByRole('button', { name: 'Try again' }).click()
  await stateIs(page, 'cancelled')
  await trouble.first().waitFor({ state: 'detached' })
})

/** Kills whatever works, again and again, until nothing of a job is left to be tried. */
async function failed(id: string, service: LocalService): Promise<number> {
  for (;;) {
    for (const pid of service.workerPids()) process.kill(pid, 'SIGKILL')
    const { counts } = await createClient({ url: service.url }).getJob(id)
    if (counts.pending === 0) return counts.failed
  }
}

inBrowser('failed puzzles are sent again', async () => {
  await using service = await startLocal({ timeScale: 0, log: () => {} })
  const { id } = await createClient(service).createJob({ strategy: 'brute-force', puzzles: Array(20).fill(SLOW) })
  const count = await failed(id, service)
  expect(count).toBeGreaterThan(0)
  const page = await open(`#/bulk/${id}`, service)
  await rowOf(page, 12).getByText('failed').waitFor()
  await page.getByRole('button', { name: `Try ${count} failed puzzle` }).click()
  await eventually(() => page.locator('[data-count=solved]').textContent()).toBe('20')
  await stateIs(page, 'completed')
  // With the last row the page has all that it asks for: the service ends with this test.
  await rowOf(page, 20).getByText('solved').waitFor()
  await eventually(() => page.getByRole('button', { name: /failed/ }).count()).toBe(0)
})
