import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { hashOf } from '../../web/page/address.ts'
import { loadOwnRules } from '../../web/rules/own-rules.ts'
import { puzzleWith } from '../../web/rules/packed-rules.ts'
import { GRID } from '../api/grids.ts'
import { rowsOf } from '../input/puzzles.ts'
import { browserForFile, eventually, inBrowser, longInBrowser, PHONE, violationsOf, widthOf } from './browser.ts'
import { board, button, CLIPBOARD, cell, heard, paste, shows } from './grid-on-page.ts'
import { CHAINS } from './page-grids.ts'

const { open } = browserForFile()

const hints = (page: Page) => page.getByRole('region', { name: 'Hints' })
const told = (page: Page, title: string) => hints(page).getByRole('heading', { name: title }).waitFor()
const entered = (page: Page) => board(page).getByRole('gridcell', { name: ', entered ' }).count()

inBrowser('two clicks lead from a newspaper’s puzzle to its next hint, and two more through it', async () => {
  const page = await open('', CLIPBOARD)
  await paste(page, rowsOf(GRID).join('\n'))
  await hints(page).getByText('Difficulty 1.2 of 12 (Sudoku Explainer). Hardest step: hidden single.').waitFor()
  await button(page, 'Hint').click()
  await told(page, 'Where to look')
  await heard(page, 'Where to look. Look at box 2.')
  expect(await board(page).getByRole('gridcell', { name: ', found ' }).count()).toBe(0)
  await button(page, 'What is it?').click()
  await told(page, 'Hidden single, 1.2')
  await hints(page).getByText('8 has one place left in box 2.', { exact: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'Show it').click()
  await hints(page).getByText('so r1c6 is 8').waitFor()
  expect(await page.locator('.board-layers .hint-placed').count()).toBe(1)
  await button(page, 'Apply it').click()
  await cell(page, 1, 6).and(page.getByLabel('entered 8')).waitFor()
  await button(page, 'Undo').click()
  await eventually(() => entered(page)).toBe(0)
  await button(page, 'Redo').click()
  await eventually(() => entered(page)).toBe(1)
  await shows(page, GRID)
  // A reload, or a link, shows the same.
  await page.waitForURL(/play=.{10}eg/)
  await page.reload()
  await cell(page, 1, 6).and(page.getByLabel('entered 8')).waitFor()
  expect(await entered(page)).toBe(1)
  // Another puzzle has nothing of it.
  await paste(page, CHAINS)
  await shows(page, CHAINS)
  await page.waitForURL(({ hash }) => hash.includes('puzzle=') && !hash.includes('play='))
  expect(await entered(page)).toBe(0)
})

longInBrowser('a person plays on: digits, notes, what is wrong only where they ask, and back', async () => {
  const page = await open(`#/solve?puzzle=${GRID}`)
  const holds = (words: string) => cell(page, 1, 3).and(page.getByLabel(words)).waitFor()
  await button(page, 'Play it yourself').click()
  await cell(page, 1, 3).click()
  await page.keyboard.type('n12')
  await holds('candidates 1, 2')
  await page.keyboard.press('Shift+Digit4')
  await holds('candidates 1, 2, 4')
  await page.keyboard.press('Shift+Digit4')
  await holds('candidates 1, 2')
  await page.keyboard.type('n')
  await page.keyboard.press('Shift+Digit4')
  await holds('candidates 1, 2, 4')
  await page.keyboard.type('2')
  await holds('entered 2')
  expect(await cell(page, 1, 3).getAttribute('aria-label')).not.toMatch(/wrong|clashes/)
  // From what is wrong nothing follows.
  await button(page, 'Hint').click()
  await hints(page).getByText('Something on the board is wrong').waitFor()
  await button(page, 'Check').click()
  await hints(page).getByText('One digit is wrong: r1c3.').waitFor()
  await holds('wrong')
  await button(page, 'Undo').click()
  await holds('candidates 1, 2')
  await button(page, 'No notes').click()
  await button(page, 'All notes').click()
  await holds('candidates 1, 2, 4')
  await button(page, 'Show the solution').click()
  await holds('found 4')
})

longInBrowser('step by step to the end and back, chains drawn as arrows, on a phone and in dark', async () => {
  const page = await open(`#/solve?puzzle=${CHAINS}`, { ...PHONE, colorScheme: 'dark' })
  await hints(page).getByText('Difficulty 7.6 of 12 (Sudoku Explainer). Hardest step: nishio forcing chain.').waitFor()
  const text = () => hints(page).locator('.hint').textContent()
  const seen: string[] = []
  for (;;) {
    await button(page, 'Next step').tap()
    await eventually(text).not.toBe(seen.at(-1) ?? null)
    await eventually(text).not.toContain('Looking')
    seen.push((await text()) ?? '')
    if (seen.at(-1)?.startsWith('Solved')) break
    if (!seen.at(-1)?.startsWith('Forcing net contradiction')) continue
    expect(await page.locator('.board-layers .hint-weak').count()).toBeGreaterThan(2)
    await page.getByLabel('Chain', { exact: true }).selectOption('1 of 2')
    expect(await violationsOf(page)).toEqual([])
    expect(await widthOf(page)).toBe(390)
  }
  expect(seen).toContainEqual(expect.stringMatching(/^Forcing net contradiction/))
  for (const words of seen.slice(-4, -1).toReversed()) {
    await button(page, 'Previous step').tap()
    await eventually(text).toBe(words)
  }
})

longInBrowser('a puzzle with rules of its own is played on and has hints, drawn where its rule is', async () => {
  await loadOwnRules()
  const cages = [
    { type: 'cage', cells: ['r1c1', 'r1c2'], sum: 3 },
    { type: 'thermometer', cells: ['r3c1', 'r3c2', 'r3c3', 'r3c4'] },
  ]
  const puzzle = puzzleWith({ puzzle: '....3..2........', constraints: cages })
  if (!puzzle.ok) throw new Error(puzzle.error)
  const page = await open(hashOf({ view: 'solve', job: undefined, puzzle: puzzle.value, query: {} }))
  await button(page, 'Hint').click()
  await told(page, 'Where to look')
  const texts: string[] = []
  for (let step = 0; step < 40; step++) {
    await button(page, 'Next step').click()
    await eventually(() => hints(page).locator('.hint').textContent()).not.toMatch(/^Looking|^Where/)
    texts.push((await hints(page).locator('.hint').textContent()) ?? '')
    if (texts.at(-1)?.startsWith('Solved')) break
  }
  expect(texts.at(-1)).toMatch(/^Solved/)
  expect(texts).toContainEqual(expect.stringMatching(/^Thermometer.*digits rise along the thermometer at r3c1/i))
  expect(await violationsOf(page)).toEqual([])
})
