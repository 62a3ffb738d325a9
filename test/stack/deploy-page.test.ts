import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { HAZARDS } from '../../infra/deploy/template-changes.ts'
import { deploymentOf } from '../../infra/stack/deployment.ts'
import { STEPS } from '../drill/steps.ts'

const page = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')

/** The first two cells of the rows under a heading's first cell. */
function rowsUnder(firstHead: string): [string, string][] {
  const [, rows = ''] = page.split(new RegExp(`^\\| ${firstHead} \\|.*\\n\\| --- .*\\n`, 'm'))
  const table = rows.split('\n').slice(
    0,
    rows.split('\n').findIndex((line) => !line.startsWith('|')),
  )
  return table.map(
    (row) =>
      row
        .split('|')
        .slice(1, 3)
        .map((cell) => cell.trim()) as [string, string],
  )
}

it('docs/deploy.md has each step of the drill, and what it proves', () => {
  expect(rowsUnder('step')).toEqual(Object.entries(STEPS).map(([name, { proves }]) => [`\`${name}\``, proves]))
})

it('docs/deploy.md has each word that lets a deployment take something away', () => {
  expect(rowsUnder('`--allow`').map(([name]) => name)).toEqual(Object.keys(HAZARDS).map((name) => `\`${name}\``))
})

it('docs/deploy.md has each setting that a file may have', () => {
  const read = new Set<string>()
  deploymentOf({ tryGetContext: (name) => void read.add(name) }, () => ({}))
  const described = rowsUnder('setting').flatMap(([names]) => names.match(/\w+/g) ?? [])
  // Of these two, one names the file, and the other is for npm run deploy alone.
  expect(described.toSorted()).toEqual([...read].filter((name) => name !== 'stage' && name !== 'protect').toSorted())
})
