import { expect, it } from 'vitest'
import { start } from '../cli/run.ts'
import { STEPS } from './steps.ts'

it.each(['dev', 'prod'])(
  'every step of the drill for a first account can be rehearsed on %s, in order',
  {
    tags: ['long'],
    // It bundles, deploys, and runs the smoke test and the contract.
    timeout: 900_000,
  },
  async (stage) => {
    const env = { TMPDIR: process.env.TMPDIR, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
    const { code, stdout, stderr } = await start('test/drill/first-account.ts', ['--local', '--stage', stage], { env })
      .ended
    const rows = [...stdout.matchAll(/^(passed|FAILED) {2}(\S+) +\d+ s {2}(.*)$/gm)]
    expect(
      rows.map(([, outcome, name]) => [outcome, name]),
      stdout + stderr,
    ).toEqual(Object.keys(STEPS).map((name) => ['passed', name]))
    expect(stdout).toMatch(/^9 passed, 0 failed$/m)
    expect(stdout).toMatch(/^all steps passed$/m)
    expect(code).toBe(0)
  },
)
