import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { hashOf } from '../../web/page/address.ts'
import { loadOwnRules } from '../../web/rules/own-rules.ts'
import { puzzleWith } from '../../web/rules/packed-rules.ts'
import { GRID } from '../api/grids.ts'
import { rowsOf } from '../input/puzzles.ts'
import {
  browserForFile,
  drawn,
  eventually,
  expectOpenToAll,
  inBrowser,
  longInBrowser,
  PHONE,
  violationsOf,
  visit,
  widthOf,
} from './browser.ts'
import { board, button, CLIPBOARD, cell, drag, heard, holds, paste, shows, tells } from './grid-on-page.ts'
import { CHAINS, INKALA_2012 } from './page-grids.ts'

const { open } = browserForFile()

const hints = (page: Page) => page.getByRole('region', { name: 'Hints' })
const told = (page: Page, title: string) => hints(page).getByRole('heading', { name: title }).waitFor()
const entered = (page: Page) => board(page).getByRole('gridcell', { name: ', entered ' }).count()

inBrowser('two clicks lead from a newspaper’s puzzle to its next hint, and two more through it', async () => {
  const page = await open('', CLIPBOARD)
  await paste(page, rowsOf(GRID).join('\n'))
  await tells(page, 'Difficulty 1.2 of 12 (Sudoku Explainer). Hardest step: hidden single.')
  await button(page, 'Hint').click()
  await told(page, 'Where to look')
  await heard(page, 'Where to look. Look at box 2.')
  expect(await board(page).getByRole('gridcell', { name: ', found ' }).count()).toBe(0)
  await button(page, 'What is it?').click()
  await told(page, 'Hidden single, 1.2')
  await hints(page).getByText('Look for 8 in box 2.', { exact: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'Show it').click()
  await hints(page).getByText('so r1c6 is 8').waitFor()
  expect(await page.locator('.board-layers .hint-placed').count()).toBe(1)
  // A hint about 8 tints no 5s.
  await cell(page, 1, 1).click()
  const others = page.locator('.same:not([aria-selected])')
  await others.first().waitFor()
  expect(
    await others.evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).getPropertyValue('--tint')))]),
  ).toEqual(['transparent'])
  await button(page, 'Apply it').click()
  await holds(page, 1, 6, 'entered 8')
  await button(page, 'Undo').click()
  await eventually(() => entered(page)).toBe(0)
  // It ends where playing began.
  for (const undo of [() => button(page, 'Undo').click(), () => page.keyboard.press('Control+z')]) {
    await undo()
    await drawn(page)
    await button(page, 'Back to the puzzle').waitFor()
    expect(await button(page, 'Previous step').getAttribute('aria-disabled')).toBe('true')
  }
  await button(page, 'Redo').click()
  await eventually(() => entered(page)).toBe(1)
  await shows(page, GRID)
  // A reload, or a link, shows the same.
  await page.waitForURL(/play=0{5}8/)
  await button(page, 'Copy link').click()
  await heard(page, 'The link is copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/#.*play=/)
  await button(page, 'Copy the puzzle alone').click()
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`puzzle=${GRID}$`))
  await page.reload()
  await holds(page, 1, 6, 'entered 8')
  expect(await entered(page)).toBe(1)
  // And what was done before can be undone.
  await button(page, 'Undo').click()
  await eventually(() => entered(page)).toBe(0)
  await button(page, 'Redo').click()
  await eventually(() => entered(page)).toBe(1)
  // Another puzzle has nothing of it.
  await paste(page, CHAINS)
  await shows(page, CHAINS)
  await page.waitForURL(({ hash }) => hash.includes('puzzle=') && !hash.includes('play='))
  expect(await entered(page)).toBe(0)
  // Undoing leads from what is drawn into a game as it was.
  await button(page, 'Constraints').click()
  await page.locator('.draw-bar').waitFor()
  await button(page, 'Undo').click()
  await button(page, 'Corner').waitFor()
  await page.locator('.draw-bar').waitFor({ state: 'detached' })
})

longInBrowser('a person plays on as they are used to: notes, colours, what clashes, and back', async () => {
  const page = await open(`#/solve?puzzle=${GRID}`)
  // Shift notes, and the givens stay.
  await hints(page).getByRole('button', { name: 'Play it yourself' }).waitFor()
  await cell(page, 1, 3).click()
  await page.keyboard.press('Shift+Digit2')
  await holds(page, 1, 3, 'empty, corner notes 2')
  await shows(page, GRID)
  await button(page, 'Undo').click()
  await holds(page, 1, 3, /^row 1 column 3, empty$/)
  await button(page, 'Back to the puzzle').waitFor()
  await button(page, 'Redo').click()
  await holds(page, 1, 3, 'empty, corner notes 2')
  await drag(page, 'r1c3 r1c4 r1c5')
  await cell(page, 1, 6).click({ modifiers: ['ControlOrMeta'] })
  await eventually(() => board(page).locator('[aria-selected]').count()).toBe(4)
  await page.keyboard.press('Control+Digit6')
  await page.keyboard.press('Shift+Digit1')
  await page.keyboard.press('Alt+Digit4')
  await holds(page, 1, 3, 'empty, notes 6, corner notes 1, 2, green')
  await holds(page, 1, 5, 'given 7, green')
  await holds(page, 1, 6, 'empty, notes 6, corner notes 1, green')
  // The space bar goes through the modes, letters choose one, and its keys write.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('v5z')
  await page.keyboard.press('Space')
  await button(page, '9').click()
  await holds(page, 1, 5, 'given 7, green and teal')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Backspace')
  await holds(page, 1, 4, 'empty, notes 6, green')
  await page.keyboard.press('z')
  await page.keyboard.press('3')
  await holds(page, 1, 4, 'entered 3')
  expect(await cell(page, 1, 4).getAttribute('aria-label')).not.toContain('wrong')
  await eventually(() => board(page).locator('.same').count()).toBe(4)
  // From what is wrong nothing follows.
  await button(page, 'Hint').click()
  await hints(page).getByText('Something on the board is wrong').waitFor()
  expect(await button(page, 'Hint').count()).toBe(0)
  await button(page, 'Tell what').click()
  await hints(page).getByText('One digit is wrong: r1c4.').waitFor()
  await holds(page, 1, 4, 'wrong')
  await holds(page, 1, 2, 'clashes')
  await button(page, 'Conflicts').click()
  await eventually(() => cell(page, 1, 2).getAttribute('aria-label')).not.toContain('clashes')
  // All of it is there after a reload; where the key is pressed again, what it hid is.
  await page.waitForURL(/conflicts=off/)
  await page.reload()
  await page.getByRole('button', { name: 'Conflicts', pressed: false }).waitFor()
  await holds(page, 1, 6, 'empty, notes 6, corner notes 1, green')
  await cell(page, 1, 4).click()
  await page.keyboard.press('3')
  await holds(page, 1, 4, 'empty, notes 6, green')
  await cell(page, 1, 4).dblclick()
  await eventually(() => board(page).locator('[aria-selected]').count()).toBe(3)
  await button(page, 'Colour').click()
  await button(page, '1, red').waitFor()
  await expectOpenToAll(page)
  await button(page, 'Fill in notes').click()
  await holds(page, 1, 6, 'notes 6')
  await button(page, 'Remove notes').click()
  await button(page, 'Fill in notes').click()
  await holds(page, 1, 3, 'notes 1, 2, 4')
  await button(page, 'Pause').click()
  await button(page, 'Resume').waitFor()
  for (const name of ['Hint', 'Check', '1, red'])
    expect(await button(page, name).evaluate((shown) => getComputedStyle(shown).opacity)).toBe('0.4')
  expect(await page.locator('.board').evaluate((shown) => getComputedStyle(shown).filter)).toMatch(/^blur/)
  await button(page, 'Back to the puzzle').click()
  await holds(page, 1, 4, 'empty')
  await button(page, 'Go on playing').click()
  await holds(page, 1, 3, 'notes 1, 2, 4')
  await button(page, 'Show the solution').click()
  await holds(page, 1, 3, 'found 4')
  // Nothing of what was played is lost, nor by a reload.
  await page.waitForURL(/playing=off/)
  await page.reload()
  await holds(page, 1, 3, 'found 4')
  await button(page, 'Go on playing').click()
  await holds(page, 1, 3, 'notes 1, 2, 4')
  await holds(page, 1, 6, 'green')
  // Back leads out of it, and forth into it again.
  await page.waitForURL(({ hash }) => !hash.includes('playing=off'))
  await page.goBack()
  await holds(page, 1, 3, 'found 4')
  await page.goForward()
  await holds(page, 1, 3, 'notes 1, 2, 4')
})

longInBrowser('a misprint with several solutions is played, and has hints that hold for all of them', async () => {
  const page = await open(`#/solve?puzzle=${GRID.slice(0, 80)}.`)
  await hints(page).getByRole('button', { name: 'Play it yourself' }).waitFor()
  await cell(page, 1, 3).click()
  await page.keyboard.press('Shift+Digit4')
  await holds(page, 1, 3, 'empty, corner notes 4')
  await shows(page, `${GRID.slice(0, 80)}.`)
  await button(page, 'Hint').click()
  await told(page, 'Where to look')
  await cell(page, 1, 3).click()
  // No solution has it there.
  await page.keyboard.press('6')
  await button(page, 'Check').click()
  await hints(page)
    .getByText(/wrong: .*r1c3/)
    .waitFor()
  const end = await open('#/solve?size=4&puzzle=.2.4.4.221434321')
  await end.locator('.verdict').getByText('They differ in 4 cells.').waitFor()
  await button(end, 'Hint').click()
  await hints(end).getByText('in the empty cells the solutions of this puzzle differ').waitFor()
  for (const name of ['Hint', 'Next step']) expect(await button(end, name).getAttribute('aria-disabled')).toBe('true')
})

longInBrowser('a puzzle that is solved asks for nothing more: no hint, no check, no notes', async () => {
  // The last cell is open.
  const page = await open('#/solve?size=4&puzzle=123434122143432.')
  await hints(page).getByRole('button', { name: 'Play it yourself' }).waitFor()
  await cell(page, 4, 4).click()
  await button(page, 'Play it yourself').click()
  await button(page, 'Check').waitFor()
  await page.keyboard.press('2')
  await holds(page, 4, 4, 'entered 2')
  expect(await button(page, 'Remove notes').count()).toBe(0)
  await page.keyboard.press('1')
  await page.getByRole('heading', { name: 'Solved. Every digit is right.' }).waitFor()
  for (const name of ['Check', 'Remove notes', 'Show the solution']) expect(await button(page, name).count()).toBe(0)
  for (const name of ['Hint', 'Next step']) expect(await button(page, name).getAttribute('aria-disabled')).toBe('true')
  await button(page, 'Next step').click({ force: true })
  await page.getByRole('heading', { name: 'Solved. Every digit is right.' }).waitFor()
})

/** The button at a place of the window. */
const buttonAt = (page: Page, { x, y }: { x: number; y: number }) =>
  page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.textContent, [x, y] as const)

const HITS_NOTHING = 'at %d×%d whoever presses Hint again and again, or plays and goes back, hits nothing else'
inBrowser.each([
  [390, 844],
  [1440, 900],
  [844, 390],
])(HITS_NOTHING, { tags: ['long'] }, hitsNothingElse)

async function hitsNothingElse(width: number, height: number): Promise<void> {
  const page = await open(`#/solve?puzzle=${GRID}`, { viewport: { width, height } })
  await tells(page, /^Difficulty/)
  await cell(page, 1, 3).click()
  const middleOf = async (name: string) => {
    const box = await button(page, name).boundingBox()
    if (!box) throw new Error(`${name} is not on the page`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const press = async (at: { x: number; y: number }, names: readonly string[]) => {
    for (const name of names) {
      await page.mouse.click(at.x, at.y)
      await eventually(() => buttonAt(page, at)).toBe(name)
    }
  }
  const play = await middleOf('Play it yourself')
  await press(play, ['Back to the puzzle', 'Go on playing', 'Back to the puzzle', 'Go on playing'])
  await shows(page, GRID)
  await press(await middleOf('Hint'), ['What is it?', 'Show it', 'Apply it'])
  expect(await entered(page)).toBe(0)
  // All of the hint is read with the board in sight.
  const [top, bottom] = await Promise.all([board(page).boundingBox(), hints(page).locator('.hint p').boundingBox()])
  expect(top?.y).toBeGreaterThanOrEqual(0)
  expect((bottom?.y ?? height) + (bottom?.height ?? 0)).toBeLessThanOrEqual(height)
  await press(await middleOf('Apply it'), ['Hint'])
  await holds(page, 1, 6, 'entered 8')
  // A hint notes nothing that its step does not take away.
  expect(await board(page).getByRole('gridcell', { name: 'notes' }).count()).toBe(0)
}

longInBrowser('on a phone a board of 16×16 comes closer to what a hint draws, and goes back after it', async () => {
  const page = await open('', PHONE)
  await page.getByLabel('Example').selectOption('Large (16×16)')
  await button(page, 'Hint').tap()
  await button(page, 'What is it?').tap()
  const width = async () => (await board(page).getByRole('gridcell').first().boundingBox())?.width ?? 0
  const before = await width()
  const room = async () => [await page.locator('.board-place').boundingBox(), await button(page, 'G').boundingBox()]
  const atFirst = await room()
  await button(page, 'Show it').tap()
  await eventually(width).toBeGreaterThan(40)
  // No key moves, and what is told is in sight.
  expect(await room()).toEqual(atFirst)
  const text = await page.locator('.hint').boundingBox()
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(PHONE.viewport.height)
  const place = await page.locator('.board-place').boundingBox()
  const drawn = await page.locator('.board-layers .hint-placed').boundingBox()
  if (!place || !drawn) throw new Error('nothing is drawn')
  expect(drawn.x).toBeGreaterThan(place.x)
  expect(drawn.x + drawn.width).toBeLessThan(place.x + place.width)
  expect(drawn.y).toBeGreaterThan(place.y)
  expect(drawn.y + drawn.height).toBeLessThan(place.y + place.height)
  await button(page, 'Apply it').tap()
  await eventually(width).toBe(before)
})

longInBrowser('step by step to the end and back, chains drawn as arrows, on a phone and in dark', async () => {
  const page = await open(`#/solve?puzzle=${CHAINS}`, { ...PHONE, colorScheme: 'dark' })
  await tells(page, 'Difficulty 7.6 of 12 (Sudoku Explainer). Hardest step: forcing net contradiction.')
  const text = () => page.locator('.verdict[data-tone=good]:has-text("Solved"), .hint').first().textContent()
  const seen: string[] = []
  // Whatever is told and written, no key moves.
  const keys = () =>
    page
      .getByRole('group', { name: 'Keypad' })
      .getByRole('button')
      .evaluateAll((all) => all.map((key) => [key.getBoundingClientRect().x, key.getBoundingClientRect().y + scrollY]))
  await button(page, 'Play it yourself').scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await button(page, 'Play it yourself').tap()
  await page.getByRole('group', { name: 'Keys write' }).waitFor()
  expect((await board(page).boundingBox())?.y).toBeGreaterThanOrEqual(0)
  const first = await keys()
  for (const mode of ['Corner', 'Centre', 'Colour', 'Digit']) {
    await button(page, mode).tap()
    await page.getByRole('button', { name: mode, pressed: true }).waitFor()
    expect(await keys()).toEqual(first)
  }
  for (;;) {
    await button(page, 'Next step').tap()
    await eventually(text).not.toBe(seen.at(-1) ?? null)
    await eventually(text).not.toContain('Looking')
    seen.push((await text()) ?? '')
    expect(await keys()).toEqual(first)
    if (seen.at(-1)?.startsWith('Solved')) break
    if (!seen.at(-1)?.startsWith('Forcing net contradiction')) continue
    await page.getByLabel('Chain', { exact: true }).selectOption('All 2 at once')
    await eventually(() => page.locator('.board-layers .hint-weak').count()).toBeGreaterThan(2)
    await page.getByLabel('Chain', { exact: true }).selectOption('1 of 2')
    await page.getByText(/^Link by link/).tap()
    await page.getByRole('group', { name: 'Links' }).getByRole('button').last().tap()
    expect((await board(page).boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await eventually(() => page.locator('.board-layers :is(.hint-weak, .hint-strong)').count()).toBeLessThan(5)
    expect(await violationsOf(page)).toEqual([])
    expect(await widthOf(page)).toBe(390)
  }
  expect(seen).toContainEqual(expect.stringMatching(/^Forcing net contradiction/))
  for (const words of seen.slice(-4, -1).toReversed()) {
    await button(page, 'Previous step').tap()
    await eventually(text).toBe(words)
  }
})

longInBrowser('a puzzle with rules of its own has hints, drawn over its rules', async () => {
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
  // Its rules are drawn on, under the hint.
  for (const drawing of ['.cage', '.thermometer', '.hint-frame'])
    await page.locator(drawing).first().waitFor({ state: 'attached' })
  expect(await violationsOf(page)).toEqual([])
  // Where hints for any rules know no step, a digit is told.
  const hard = puzzleWith({ puzzle: INKALA_2012, constraints: [{ type: 'cage', cells: ['r1c1', 'r2c3'] }] })
  if (!hard.ok) throw new Error(hard.error)
  await visit(page, hashOf({ view: 'solve', job: undefined, puzzle: hard.value, query: {} }))
  await button(page, 'Hint').click()
  await button(page, 'Tell a digit').click()
  await hints(page).getByText('r8c7 is 9').waitFor()
  await holds(page, 8, 7, 'entered 9')
})
