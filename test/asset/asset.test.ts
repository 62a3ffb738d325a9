import { mkdtempDisposable, readFile, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import openapi from '../../functions/api/openapi/openapi.json' with { type: 'json' }
import type { Service } from '../../functions/reporting/telemetry.ts'
import { functionProcess } from '../../infra/local/function-process.ts'
import { bundlesIn, startLocal } from '../../infra/local.ts'
import { base64Of } from '../../shared/base64.ts'
import { createClient } from '../../shared/client/client.ts'
import { KERNEL_BYTES } from '../../shared/sudoku/kernels/engine/kernel-bytes.ts'
import { examples } from '../../shared/sudoku/search/examples.ts'
import type { StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { assembly as assembled } from '../stack/synthesis.ts'
import { receiver } from '../webhook/receiver.ts'

const assembly = assembled()

/**
 * The most that a function's minified bundle may weigh, in KiB. Node reads and compiles the whole bundle at every cold start
 * (bench/results/bundle-xeon.md), so exceeding the budget needs a reason.
 * The SDK's clients are 220 KiB of each; the API's routes, schemas and readers of puzzles 300; the worker's kernels 90,
 * its strategies 95, ratings and their steps with names, sentences and proofs told anew 63, steps by rules 22, and what cells can still be,
 * with conflicts and counts, 8.
 */
const BUNDLE_BUDGET_KIB: Readonly<Record<Service, number>> = { api: 535, worker: 605, deadLetter: 310, notifier: 300 }

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

// A build of all that is deployed takes longer than most tests together.
describe('a start takes little', { tags: ['long'] }, () => {
  it.each(Object.entries(BUNDLE_BUDGET_KIB))('%s weighs at most %i KiB', async (name, budgetKib) => {
    const kib = (await bundleOf(name)).length / 1024
    expect(kib, `${name} weighs ${kib.toFixed(1)} KiB of ${budgetKib}`).toBeLessThanOrEqual(budgetKib)
  })

  it.each(Object.keys(BUNDLE_BUDGET_KIB))('%s does not have Node load fetch by importing node:http', async (name) => {
    const bundle = await bundleOf(name)
    expect(bundle).toMatch(/\bfrom ?"node:https"/)
    expect(bundle).not.toMatch(/\b(from|import) ?\(?"(node:)?http"/)
  })

  it('only the worker has a kernel', async () => {
    const bundles = await Promise.all(Object.keys(BUNDLE_BUDGET_KIB).map(bundleOf))
    expect(bundles.map((bundle) => bundle.includes(base64Of(KERNEL_BYTES.classic())))).toEqual([
      false,
      true,
      false,
      false,
    ])
  })

  function bundleOf(name: string): Promise<string> {
    return readFile(join(bundlesIn(assembly())[name as Service], 'index.mjs'), 'utf8')
  }
})

it('a bundle sees its own files, and nothing of the project or of the machine', { tags: ['long'] }, async () => {
  await using folder = await mkdtempDisposable(join(await realpath(tmpdir()), 'sudoku-bundle-'))
  const code = `
    import { spawnSync } from 'node:child_process'
    import { readFileSync, writeFileSync } from 'node:fs'
    const trying = async (work) => { try { return typeof (await work()) } catch (error) { return error.code } }
    export const probe = async (root) => [
      await trying(() => readFileSync(import.meta.filename)),
      await trying(() => import(root + 'node_modules/hono/dist/index.js')),
      await trying(() => readFileSync(root + 'package.json')),
      await trying(() => writeFileSync(import.meta.dirname + '/here', 'x')),
      await trying(() => spawnSync('ls')),
      Object.keys(process.env),
    ]`
  await writeFile(join(folder.path, 'index.mjs'), code)
  const options = { environment: { FROM_STACK: 'yes' }, timeoutS: 20, log: () => {}, bundle: folder.path }
  using probe = functionProcess('probe', options)
  const denied = 'ERR_ACCESS_DENIED'
  const root = fileURLToPath(new URL('../../', import.meta.url))
  expect(await probe.invoke(root)).toEqual(['object', denied, denied, denied, denied, expect.any(Array)])
  const [variables] = ((await probe.invoke(root)) as string[][]).slice(-1)
  expect(variables.filter((name) => !name.startsWith('NODE_'))).toEqual(['FROM_STACK'])
})

it('the bundles do the main job: keys, a mixed job of each strategy with the published counts, the page, a webhook', {
  tags: ['long'],
}, async () => {
  await using told = await receiver(204)
  await using service = await startLocal({ workers: 1, auth: 'keys', assembly: assembly() })
  const client = createClient({ url: service.url, key: await service.newKey('somebody') })
  expect((await fetch(`${service.url}/jobs`)).status).toBe(401)

  const webhook = { url: told.url, secret: `whsec_${Buffer.alloc(32).toString('base64')}` }
  const { id: asked } = await client.createJob({ puzzles: [EASY], webhook })
  await told.until(1)
  expect(JSON.parse(told.received[0].body)).toMatchObject({ type: 'job.completed', data: { id: asked } })

  const classic = examples.filter(({ rules, backtracks }) => rules === 'classic' && backtracks['naked-singles'])
  expect(classic.length).toBeGreaterThan(3)
  for (const strategy of ['brute-force', 'single-sweep', 'naked-singles', 'bit-parallel'] satisfies StrategyName[]) {
    const puzzles = classic.map(({ name, puzzle }) => ({ id: name, puzzle }))
    const { id } = await client.createJob({
      strategy,
      solutions: 1,
      puzzles: [...puzzles, 'x'.repeat(81), { id: 'last', puzzle: EASY }],
    })
    const results = await Array.fromAsync(client.results(id))
    expect(results.map((result) => result.id ?? result.reason)).toEqual([
      ...puzzles.map((puzzle) => puzzle.id),
      expect.stringContaining('found "x"'),
      'last',
    ])
    for (const [i, { name, backtracks }] of classic.entries()) {
      const published = backtracks[strategy] ?? expect.any(Number)
      expect(results[i]).toMatchObject({ id: name, status: 'solved', backtracks: published })
    }
  }

  for (const path of ['/', '/docs']) {
    const page = await (await fetch(service.url + path)).text()
    const assets = page.match(/\/assets\/[\w.-]+/g) ?? []
    expect(assets.filter((asset) => asset.endsWith('.js'))).not.toEqual([])
    for (const asset of assets) {
      const { status, headers } = await fetch(service.url + asset)
      expect([status, headers.get('cache-control')]).toEqual([200, expect.stringContaining('immutable')])
    }
  }
  const description = await fetch(`${service.url}/openapi.json`)
  expect([description.status, await description.json()]).toEqual([200, openapi])
})
