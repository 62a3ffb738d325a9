import lz from 'lz-string'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fPuzzlesLinkOf } from '../../shared/input/variants/f-puzzles-writer.ts'
import { variantOf } from '../../shared/input/variants/variant-puzzle.ts'
import { PENCILS } from '../../web/grid/tool-picker.tsx'
import { SMALL_KILLER } from '../sudoku/killer.ts'
import { browserForFile, eventually, goTo, inBrowser, longInBrowser, PHONE, violationsOf } from './browser.ts'
import { button, CLIPBOARD, cell, drag, holds, paste, shows } from './grid-on-page.ts'

const { open } = browserForFile()

/** Takes a constraint in hand, by a part of its name and its tile. */
async function pick(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: /^Constraint: / }).click()
  await page.getByRole('searchbox', { name: 'Look for a constraint' }).fill(title.slice(0, 4))
  await page.getByRole('group', { name: 'Constraint' }).getByRole('button', { name: title, exact: true }).click()
  await button(page, `Constraint: ${title}`).waitFor()
}

const EMPTY = '.'.repeat(16)

function killerLink(): string {
  const killer = variantOf({ puzzle: EMPTY, constraints: SMALL_KILLER })
  if (!killer.ok) throw new Error(killer.error)
  return fPuzzlesLinkOf(killer.value)
}

inBrowser('a pasted f-puzzles link is on the board with its constraints, solved, and in the address', async () => {
  const page = await open('', CLIPBOARD)
  await cell(page, 5, 5).click()
  await paste(page, killerLink())
  await page.getByRole('heading', { name: /^One solution/ }).waitFor()
  await shows(page, EMPTY)
  await holds(page, 1, 1, /in a cage of 6/)
  await eventually(() => page.locator('.board .cage').count()).toBe(4)
  await eventually(() => page.evaluate(() => location.hash)).toMatch(/own=/)
  await page.reload()
  await page.getByRole('heading', { name: /^One solution/ }).waitFor()

  await cell(page, 1, 3).click()
  await page.keyboard.type('13')
  await page.getByText('The cage at r1c3: 1 + 3 leaves 5 for one cell').first().waitFor()
})

longInBrowser('a link with a drawing that nothing explains is taken without it, which paper says, too', async () => {
  const grid = Array(4).fill(Array(4).fill({}))
  const drawn = { size: 4, grid, title: 'Little Fish', author: 'A. Setter', ruleset: 'Normal rules.\nBe kind.' }
  const line = [{ lines: [['R1C1', 'R1C2']] }]
  const page = await open('', CLIPBOARD)
  await button(page, 'Paste a puzzle').click()
  const field = page.getByLabel('Puzzle as text')
  await field.and(page.locator(':focus')).waitFor()
  const board = JSON.stringify({ ...drawn, line, thermometer: [{ lines: [['R2C2', 'R3C3']] }] })
  // Taken once more, it is the puzzle that is there already.
  for (const _ of ['first', 'again']) {
    await paste(page, `https://f-puzzles.com/?load=${lz.compressToBase64(board)}`)
    await page.getByText('There is a line at r1c1, and it may show').first().waitFor()
    await button(page, 'Take it without that').click()
    await field.waitFor({ state: 'detached' })
    await button(page, 'Take it without that').waitFor({ state: 'detached' })
  }
  await eventually(() => page.evaluate(() => location.hash)).toMatch(/told=/)
  // The warning stays when somebody draws on, reloads or prints.
  await button(page, 'Constraints').click()
  await page.getByLabel(/^Diagonal:/).check()
  await eventually(() => page.evaluate(() => location.hash)).toMatch(/diagonal/)
  await page.reload()
  await page.getByText('Little Fish by A. Setter').first().waitFor()
  expect(await field.count()).toBe(0)
  // On paper its rules are in words where the screen lists them, too.
  await button(page, 'Constraints').click()
  await button(page, 'Thermometer: r2c2, r3c3').waitFor()
  await page.getByText('Thermometer: digits rise from the bulb on.').waitFor({ state: 'hidden' })
  await page.emulateMedia({ media: 'print' })
  for (const words of [
    'Left out, so that this may be another puzzle: a line at r1c1.',
    'Be kind.',
    'Thermometer: digits rise from the bulb on.',
  ])
    await page.getByText(words).waitFor()
})

longInBrowser('a killer set by hand on a phone is solved and watched', async () => {
  const page = await open('#/solve?size=4', { ...PHONE, ...CLIPBOARD })
  await button(page, 'Constraints').click()
  for (const { type, cells, ...more } of SMALL_KILLER) {
    await pick(page, type === 'cage' ? 'Cage' : 'Thermometer')
    await drag(page, cells.join(' '))
    if (!('sum' in more)) continue
    await page.getByLabel('Sum', { exact: true }).fill(`${more.sum}`)
    await button(page, 'Add').click()
  }
  await eventually(() => page.getByRole('list', { name: 'Constraints' }).getByRole('listitem').count()).toBe(5)
  await page.getByRole('heading', { name: /^One solution/ }).waitFor()
  expect(await violationsOf(page)).toEqual([])

  await button(page, 'Delete Cage of 4: r3c4, r4c4').click()
  await eventually(() => page.locator('.board .cage').count()).toBe(3)
  await button(page, 'Undo').click()
  await page.getByRole('heading', { name: /^One solution/ }).waitFor()

  await goTo(page, 'Watch')
  const lane = page.getByRole('grid', { name: 'Grid of Brute force' })
  await lane.getByRole('gridcell', { name: /^row 1 column 1,.*in a cage of 6/ }).waitFor()
  await page.keyboard.press('End')
  await page.getByText('Solved with').first().waitFor()
})

longInBrowser('a constraint that cannot be stays as it is drawn, with the reason, and is mended', async () => {
  const page = await open('#/solve?size=4')
  await button(page, 'Constraints').click()
  await pick(page, 'Cage')
  await drag(page, 'r1c1 r1c2')
  // A sum may have a 0, and on a phone the page's own keys are all there are.
  const key = page.getByRole('group', { name: 'Keypad' }).getByRole('button')
  await key.getByText('3', { exact: true }).click()
  await key.getByText('0', { exact: true }).click()
  expect(await page.getByLabel('Sum', { exact: true }).inputValue()).toBe('30')
  await page.getByLabel('Sum', { exact: true }).fill('99')
  await button(page, 'Add').click()
  await page.locator('main').getByText('Two different digits sum to 3 at least and 7 at most.').waitFor()
  expect(await page.locator('.board-layers .draft').count()).toBe(1)
  expect(await page.getByLabel('Sum', { exact: true }).inputValue()).toBe('99')
  await page.getByLabel('Sum', { exact: true }).fill('3')
  await button(page, 'Add').click()
  await eventually(() => page.locator('.board .cage').count()).toBe(1)
  expect(await page.locator('.board-layers .draft').count()).toBe(0)
  // The next one takes the place of one that is given up.
  await drag(page, 'r2c1 r2c2')
  await page.getByLabel('Sum', { exact: true }).fill('99')
  await button(page, 'Add').click()
  await page.getByRole('textbox', { name: 'Sum', description: /Two different digits/ }).waitFor()
  await drag(page, 'r3c1 r3c2')
  expect(await page.getByText('Two different digits').count()).toBe(0)
  expect(await page.getByLabel('Sum', { exact: true }).inputValue()).toBe('')
  await page.getByLabel('Sum', { exact: true }).fill('5')
  await button(page, 'Add').click()
  await button(page, 'Delete Cage of 5: r3c1, r3c2').waitFor()
})

longInBrowser('regions drawn by mouse and keys are solved, and taken back', async () => {
  const page = await open('#/solve?size=4')
  await button(page, 'Constraints').click()
  await pick(page, 'Regions')
  await page.getByLabel(/^Diagonal: Both long diagonals/).check()
  await page.getByLabel(/^Diagonal:/).uncheck()
  // AAAB ACCB DCCB DDDB
  await drag(page, 'r1c1 r1c2 r1c3')
  await page.locator('main').getByText('The region at r1c1 has 3 of 4 cells. 13 cells are in none.').waitFor()
  await drag(page, 'r1c3 r1c4')
  await page.keyboard.press('Control+z')
  await drag(page, 'r1c1 r2c1')
  await drag(page, 'r1c4 r2c4 r3c4 r4c4')
  await cell(page, 2, 2).click()
  for (const key of [' ', 'ArrowRight', ' ', 'ArrowDown', ' ', 'ArrowLeft', ' ', 'Enter'])
    await page.keyboard.press(key)
  await eventually(() => page.evaluate(() => location.hash)).toMatch(/own=/)
  await button(page, 'Constraints').click()
  await cell(page, 1, 1).click()
  await page.keyboard.type('1234....341.....')
  await page.getByRole('heading', { name: /^One solution/ }).waitFor()

  await button(page, 'Constraints').click()
  await pick(page, 'Regions')
  await button(page, 'Back to boxes').click()
  await eventually(() => page.evaluate(() => location.hash)).not.toMatch(/own=/)
})

longInBrowser(
  'while rules are drawn, each cell says what it can be, and a contradiction names and lights its rules',
  async () => {
    const page = await open('#/solve')
    await button(page, 'Constraints').click()
    await pick(page, 'Thermometer')
    await drag(page, 'r1c1 r2c2 r3c3 r4c4 r5c5 r6c6')
    // Neighbours across a corner between boxes may be alike but for the thermometer.
    await holds(page, 1, 1, /candidates 1, 2, 3, 4,/)
    await holds(page, 6, 6, /candidates 6, 7, 8, 9,/)
    await page.getByRole('heading', { name: /^More than 1[0,]+ solutions[.…]/ }).waitFor()
    await pick(page, 'Cage')
    for (const [cells, sum] of [
      ['r9c1 r9c2 r9c3', 6],
      ['r8c1 r8c2 r8c3', 7],
    ]) {
      await drag(page, `${cells}`)
      await page.getByLabel('Sum', { exact: true }).fill(`${sum}`)
      await button(page, 'Add').click()
    }
    await page.getByRole('heading', { name: 'No solution.' }).waitFor()
    await page
      .getByText(/rule each other out: Cage of 6: .*; Cage of 7: /)
      .first()
      .waitFor()
    const lit = page.getByRole('gridcell', { name: /in conflict/ })
    await eventually(() => lit.count()).toBe(6)
    // Before the others, so that they are in sight in a list of any length.
    await eventually(() => page.locator('.constraint-list li.bad:nth-child(-n+2)').count()).toBe(2)
    expect(await page.locator('.board .candidates').count()).toBe(0)
  },
)

longInBrowser('a constraint is chosen by its picture, or by typing what people call it', async () => {
  const page = await open('#/solve')
  await button(page, 'Constraints').click()
  await button(page, 'Constraint: Cage').click()
  const tiles = page.locator('.tool-tiles .tool')
  await eventually(() => tiles.count()).toBe(PENCILS.length)
  const drawn = page.locator('.tool-tiles .tool').filter({ has: page.locator('svg > :not(.thin, .thick)') })
  expect(await drawn.count()).toBe(PENCILS.length)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.type('german')
  await eventually(() => tiles.allTextContents()).toEqual([' Whispers'])
  await page.keyboard.press('Enter')
  await button(page, 'Constraint: Whispers').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('kropki')
  for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await button(page, 'Constraint: Black dot').waitFor()
  // Others are called so, too, but only in part.
  for (const title of ['Sum', 'Regions', 'White dot']) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(title.toLowerCase())
    await page.keyboard.press('Enter')
    await button(page, `Constraint: ${title}`).waitFor()
  }
  // Beside a white dot, which breaks it, it says that all of them are shown.
  await drag(page, 'r8c5 r8c6')
  await page.getByLabel(/^Non-consecutive: .* unless a white dot is there/).check()
  await page.getByLabel(/^Non-consecutive:/).uncheck()
})

longInBrowser(
  'with Constraints open, givens are typed, and a constraint is picked by a click, lit, and given another sum',
  async () => {
    const page = await open('#/solve?size=4', CLIPBOARD)
    await button(page, 'Constraints').click()
    await pick(page, 'Cage')
    await drag(page, 'r1c1 r1c2')
    // The page's own keys write what is asked for, and givens otherwise.
    await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: '3', exact: true }).click()
    await button(page, 'Add').click()
    const line = (words: string) => button(page, words)
    await line('Cage of 3: r1c1, r1c2').waitFor()
    await cell(page, 3, 3).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('4')
    await holds(page, 3, 3, /given 4/)
    const lit = page.locator('.board-layers .draft')
    expect(await lit.count()).toBe(0)
    await line('Cage of 3: r1c1, r1c2').hover()
    await eventually(() => lit.count()).toBe(1)
    await button(page, 'Constraint: Cage').hover()
    await eventually(() => lit.count()).toBe(0)

    await cell(page, 1, 2).click()
    await line('Cage of 3: r1c1, r1c2').and(page.locator('[aria-pressed="true"]')).waitFor()
    await page.keyboard.type('6')
    await page.keyboard.press('Enter')
    await line('Cage of 6: r1c1, r1c2').waitFor()
    // With another tool in hand the cell is written into.
    await pick(page, 'Thermometer')
    await cell(page, 1, 2).click()
    await page.keyboard.press('2')
    await holds(page, 1, 2, /given 2/)
    await line('Cage of 6: r1c1, r1c2').click()
    await button(page, 'Constraint: Cage').waitFor()
    await page.getByLabel('Sum', { exact: true }).fill('5')
    await button(page, 'Change').click()
    await line('Cage of 5: r1c1, r1c2').click()
    await button(page, 'Change').waitFor()
    // Another puzzle has another constraint in its place.
    await paste(page, killerLink())
    await line('Cage of 6: r1c1, r1c2, r2c1').waitFor()
    await button(page, 'Add').waitFor()
    expect(await page.getByLabel('Sum', { exact: true }).inputValue()).toBe('')
    expect(await violationsOf(page)).toEqual([])
  },
)

longInBrowser(
  'a text in the paste field outlives a reload, until it is taken; an example brings rules of its own',
  async () => {
    const page = await open()
    await button(page, 'Paste a puzzle').click()
    const field = page.getByLabel('Puzzle as text')
    await field.fill('53..7')
    await page.reload()
    await eventually(() => field.inputValue()).toBe('53..7')
    await field.fill('1.3.3.1.........')
    await button(page, 'Put it on the board').click()
    await shows(page, '1.3.3.1.........')
    await page.waitForURL(/1\.3\.3\.1/)
    await page.getByLabel('Example').selectOption('Killer')
    await page.waitForURL(({ href }) => !href.includes('1.3.3.1'))
    await page.getByRole('heading', { name: /^One solution/ }).waitFor()
    await eventually(() => page.locator('.board .cage').count()).toBeGreaterThan(20)
    await eventually(() => page.getByLabel('Example').inputValue()).toBe('Killer')
    await page.reload()
    await button(page, 'Paste a puzzle').waitFor()
    expect(await field.count()).toBe(0)
  },
)
