import { describe, expect, inject, it } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import { examples } from '../../shared/sudoku/search/examples.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'

const client = createClient({ url: inject('serviceUrl') })

describe('through the running service every published count comes out', () => {
  for (const strategy of STRATEGY_NAMES) {
    const published = examples.filter(({ backtracks }) => backtracks[strategy] !== undefined)
    for (const [rules, asked] of Map.groupBy(published, (example) => example.rules)) {
      it(`${strategy}, ${rules} rules`, async () => {
        const puzzles = asked.map(({ name, puzzle }) => ({ id: name, puzzle }))
        const job = await client.createJob({ strategy, rules, puzzles })
        const results = await Array.fromAsync(client.results(job.id))
        expect(results.map(({ id, status, backtracks }) => [id, status, backtracks])).toEqual(
          asked.map(({ name, backtracks }) => [name, 'solved', backtracks[strategy]]),
        )
        const counts = asked.map(({ backtracks }) => backtracks[strategy] ?? 0)
        const { backtracks } = await client.getJob(job.id)
        expect(backtracks).toMatchObject({ sum: counts.reduce((a, b) => a + b), max: Math.max(...counts) })
      })
    }
  }
})
