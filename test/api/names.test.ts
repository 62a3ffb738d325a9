import { expect, it } from 'vitest'
import type { EndedJob } from '../../shared/protocol/views.ts'
import { ask } from './ask.ts'
import { GRID } from './grids.ts'

/** Names that mean something to a language, or nothing at all, as JSON has them. */
const NAMES = ['constructor', '__proto__', 'toString', '', '\\ud800', '\\udfff\\ud83d', 'é', '\\u0000']

const grid = `"puzzle":"${GRID}"`
const CONSTRAINT = `{"puzzles":[{${grid},"constraints":[{"type":"cage","cells":["r1c3"]}]}]}`

/** Where somebody names something: a body in which `@` is the name. */
const PLACES: readonly (readonly [where: string, type: string, body: string])[] = [
  ['an id in JSON', 'application/json', `{"puzzles":[{"id":"@",${grid}}]}`],
  ['an id in NDJSON', 'application/x-ndjson', `{"id":"@",${grid}}\n`],
  ['an id in a document', 'text/plain', `[{"id":"@",\n${grid}}]`],
  ['an id in CSV', 'text/csv', `id,puzzle\n@,${GRID}\n`],
  ['a field of a puzzle', 'application/json', `{"puzzles":[{"@":1,${grid}}]}`],
  ['a field of a line', 'application/x-ndjson', `{"@":1,${grid}}\n`],
  ['a column of CSV', 'text/csv', `@,puzzle\n1,${GRID}\n`],
  ['a field of a constraint', 'application/json', CONSTRAINT.replace('"type"', '"@":1,"type"')],
  ['the type of a constraint', 'application/json', CONSTRAINT.replace('cage', '@')],
  ['a cell of a constraint', 'application/json', CONSTRAINT.replace('r1c3', '@')],
  ['a rule of a puzzle', 'application/json', `{"puzzles":[{${grid},"rules":["@"]}]}`],
  ['a negative constraint', 'application/json', `{"puzzles":[{${grid},"negative":["@"]}]}`],
  ['a field of a job', 'application/json', `{"puzzles":["${GRID}"],"@":1}`],
  ['rules of a job', 'application/json', `{"puzzles":["${GRID}"],"rules":"@"}`],
  ['the strategy', 'application/json', `{"puzzles":["${GRID}"],"strategy":"@"}`],
  ['an inclusion', 'application/json', `{"puzzles":["${GRID}"],"include":["@"]}`],
  ['the name of a job', 'application/json', `{"puzzles":["${GRID}"],"name":"@"}`],
  ['a value of metadata', 'application/json', `{"puzzles":["${GRID}"],"metadata":{"x":"@"}}`],
]

it.each(PLACES)('%s may be anything: nothing fails, and what is taken comes back', async (where, type, body) => {
  for (const name of NAMES) {
    const sent = body.replace('@', type === 'text/csv' ? JSON.parse(`"${name}"`) : name)
    const headers = { 'content-type': type, prefer: 'wait=20' }
    const { status, body: job } = await ask<EndedJob>('/jobs', { method: 'POST', headers, body: sent })
    expect([name, status < 500]).toEqual([name, true])
    if (status !== 200) continue
    const { counts, results } = job
    expect([name, counts.failed, results.length]).toEqual([name, 0, 1])
    // An id that is empty is as good as none.
    if (/^an id in (?!CSV)/.test(where) && results[0].reason === undefined)
      expect(results[0].id ?? '').toBe(JSON.parse(`"${name}"`))
  }
})
