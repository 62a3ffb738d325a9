import { expect, it } from 'vitest'
import type { ResultsPage } from '../../shared/protocol/views.ts'
import { ask, ended, post } from './ask.ts'
import { GRID } from './grids.ts'

const formulas = ['=1+1', '+SUM(A1)', '-2+3', '@SUM(1)', '\t=1', '\r=1', ' =1', '=HYPERLINK("http://x","y")', '＝1']
const ordinary = ['mine-7', '-7', '+7', '-7.5', 'a=b', "'quoted", '2-3']

it('no field of CSV is a formula to a spreadsheet; in JSON it is as it came', async () => {
  const ids = [...formulas, ...ordinary]
  const puzzles = [...ids.map((id) => ({ id, puzzle: GRID })), '=cmd|x!A1']
  const { body } = await post('/jobs', { puzzles })
  await ended(body.id)
  const { body: page } = await ask<ResultsPage>(`/jobs/${body.id}/results`)
  expect(page.results.map((result) => result.id ?? result.puzzle)).toEqual([...ids, '=cmd|x!A1'])

  const csv = (await ask<string>(`/jobs/${body.id}/results?format=csv`)).body
  for (const id of formulas) expect(csv).toContain(id.includes('"') ? `"'${id.replaceAll('"', '""')}"` : `'${id}`)
  for (const id of ordinary) expect(csv).toContain(`,${id},`)
  expect(csv).toContain(",'=cmd|x!A1,invalid,")
  const kaggle = (await ask<string>(`/jobs/${body.id}/results?format=kaggle`)).body
  expect(kaggle).toContain("\n'=cmd|x!A1,\n")
})
