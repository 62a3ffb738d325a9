// @module-tag long

import { expect, inject } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import { GRID } from '../api/grids.ts'
import { browserForFile, eventually, inBrowser, visit } from './browser.ts'
import { cancelledAtEnd, endOf, ndjsonOf, rowOf, solutionAt, submit } from './bulk-page.ts'

const { open } = browserForFile()

inBrowser('a puzzle that the job has not is said to be none', async () => {
  const id = await submit([GRID])
  await endOf(id)
  const page = await open(`#/bulk/${id}?place=99`)
  await page.getByRole('region', { name: 'Puzzle 99' }).getByText('This job has no puzzle 99.').waitFor()

  const client = createClient({ url: inject('serviceUrl') })
  const { id: waiting } = await client.createJob({ open: true })
  cancelledAtEnd(waiting)
  await client.putPart(waiting, 1, Buffer.from(GRID))
  const other = await open(`#/bulk/${waiting}?place=99`)
  await other.getByRole('region', { name: 'Puzzle 99' }).getByText('This job has no puzzle 99 so far.').waitFor()
})

inBrowser('details load, fail and are tried again line by line', async () => {
  const id = await submit([ndjsonOf(1000)])
  await endOf(id)
  // The table shows others: the line is fetched for itself.
  const page = await open(`#/bulk/${id}?status=invalid`, { expected: /Failed to load resource/, isHurried: true })
  await rowOf(page, 1000).waitFor()
  const isAsked = (from: number) => (url: URL) =>
    url.searchParams.get('from') === `${from}` && !url.searchParams.has('status')
  const answers = Promise.withResolvers<void>()
  await page.route(isAsked(7), async (route) => {
    await answers.promise
    const problem = { type: 'about:blank', title: 'Not this one', status: 400 }
    await route.fulfill({ status: 400, contentType: 'application/problem+json', body: JSON.stringify(problem) })
  })
  const breaksOff = Promise.withResolvers<void>()
  await page.route(isAsked(8), async (route) => {
    await breaksOff.promise
    await route.abort()
  })
  const openLine = (line: number) => visit(page, `#/bulk/${id}?status=invalid&place=${line}`)

  await openLine(7)
  const seventh = page.getByRole('region', { name: 'Puzzle 7' })
  await seventh.getByText('Loading…').waitFor()
  answers.resolve()
  await seventh.getByRole('alert').getByText('Not this one.').waitFor()

  await openLine(8)
  const eighth = page.getByRole('region', { name: 'Puzzle 8' })
  await eighth.getByText('Loading…').waitFor()
  expect(await eighth.getByRole('alert').count()).toBe(0)
  breaksOff.resolve()
  await eighth.getByRole('alert').getByText('The service does not answer.').waitFor()
  await page.unrouteAll()
  await eighth.getByRole('button', { name: 'Try again' }).click()
  await eventually(() => page.getByRole('grid', { name: 'Solution' }).textContent()).toBe(solutionAt(8))
})
