import { expect, it } from 'vitest'
import * as webhook from '../functions/reporting/webhook.ts'
import * as owners from '../shared/aws/owners.ts'
import * as asked from '../shared/job/asked-puzzles.ts'
import * as inclusions from '../shared/job/inclusions.ts'
import * as job from '../shared/job/job.ts'
import * as limits from '../shared/job/limits.ts'
import * as result from '../shared/job/result.ts'
import * as resultFilter from '../shared/job/result-filter.ts'
import * as requests from '../shared/protocol/requests.ts'
import * as views from '../shared/protocol/views.ts'
import * as constraints from '../shared/sudoku/constraints/constraint-json.ts'
import * as making from '../shared/sudoku/making/making-options.ts'
import * as techniques from '../shared/sudoku/rating/techniques.ts'
import * as rules from '../shared/sudoku/rules/rules.ts'
import * as examples from '../shared/sudoku/search/examples.ts'
import * as strategies from '../shared/sudoku/search/strategy-figures.ts'

// What was measured, promised or agreed on stands twice, so that none of it changes by a slip of the keyboard.

it.each(
  Object.entries({
    ...{ webhook, owners, asked, inclusions, job, limits, result, resultFilter, requests, views },
    ...{ constraints, making, techniques, rules, examples, strategies },
  }),
)('the figures and words of %s are as they were reviewed', async (name, module) => {
  const data = Object.entries(module).filter(([, value]) => typeof value !== 'function')
  const told = JSON.stringify(Object.fromEntries(data), plain, 1)
  await expect(`${told}\n`).toMatchFileSnapshot(`figures/${name}.txt`)
})

const plain = (_: string, value: unknown) =>
  value instanceof RegExp ? value.source : value instanceof Set ? [...value] : value
