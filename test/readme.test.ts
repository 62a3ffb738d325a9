import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { examples } from '../shared/sudoku/search/examples.ts'
import { STRATEGY_NAMES } from '../shared/sudoku/search/strategy-facts.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** The rows of the README's table under a heading's first cell, the heads first. */
function tableUnder(firstHead: string): string[][] {
  const [, table = ''] = new RegExp(`^(\\| ${firstHead} \\|.*\\n(?:\\|.*\\n)+)`, 'm').exec(readme) ?? []
  const [heads, , ...rows] = table.split('\n').filter(Boolean)
  return [heads ?? '', ...rows].map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

it('lists every strategy in the order of their table, with what it infers and where it guesses', () => {
  const [, ...rows] = tableUnder('name')
  expect(rows.map(([name, infers, guesses]) => [name, infers !== '', guesses !== ''])).toEqual(
    STRATEGY_NAMES.map((name) => [`\`${name}\``, true, true]),
  )
})

it('gives the counts of the examples', () => {
  const [[, ...strategies], ...rows] = tableUnder('puzzle')
  expect(rows.length).toBeGreaterThan(5)
  for (const [name, ...counts] of rows) {
    const { backtracks } =
      examples.find((example) => example.name.replace(',', '') === name?.replace(/[,`]/g, '')) ?? {}
    const published = strategies.map((strategy) => {
      const count = backtracks?.[strategy.replaceAll('`', '') as keyof typeof backtracks]
      return count === undefined ? '' : count.toLocaleString('en')
    })
    expect([name, ...counts]).toEqual([name, ...published])
  }
})
