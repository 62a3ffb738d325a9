import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const workflow = read('.github/workflows/deploy.yml')
const nightly = read('.github/workflows/nightly.yml')
/** The text of each job, by its name. */
const jobs = new Map(
  workflow
    .split(/^jobs:$/m)[1]
    .split(/^ {2}(?=\w+:$)/m)
    .slice(1)
    .map((text) => [text.split(':', 1)[0], text.replace(/^ *#.*$/gm, '')]),
)

describe('the pipeline', () => {
  it('goes from synth by diff, dev and smoke to prod, where its environment is the gate', () => {
    const before = (job: string) => jobs.get(job)?.match(/needs: (\w+)/)?.[1]
    expect([...jobs.keys()].map((job) => [job, before(job)])).toEqual([
      ['synth', undefined],
      ['diff', 'synth'],
      ['dev', 'diff'],
      ['prod', 'dev'],
    ])
    for (const stage of ['dev', 'prod']) {
      const job = jobs.get(stage) ?? ''
      expect(job).toMatch(new RegExp(`environment: ${stage}$`, 'm'))
      expect(job.indexOf(`.github/smoke Sudoku-${stage}`)).toBeGreaterThan(job.indexOf(`--context stage=${stage}`))
    }
    expect(jobs.get('diff')).toContain('--dry-run')
  })

  it('holds no secret: AWS knows a job by what GitHub signs', () => {
    expect(workflow).not.toMatch(/secrets\.|AKIA|aws-secret/i)
    for (const [name, job] of jobs)
      expect([name, job.includes('id-token: write')]).toEqual([name, job.includes('configure-aws-credentials')])
  })
})

describe('a night', () => {
  it('begins by itself, with seeds of its own', () => {
    expect(nightly).toMatch(/^ {4}- cron: '\d+ \d+ \* \* \*'$/m)
    const commands = [...nightly.matchAll(/^ {10}- (.*)$/gm)].map(([, command]) => command)
    expect(commands).toHaveLength(7)
    expect(commands.filter((command) => !/seed[= ]\$\{\{ github.run_id \}\}$/.test(command))).toEqual([
      'npm run tool -- simulate --mutants',
    ])
  })

  it('is looked at in the job that deploys to prod, before it does, and in no other', () => {
    const look = 'node infra/deploy/nightly.ts'
    expect([...jobs].filter(([, job]) => job.includes(look)).map(([name]) => name)).toEqual(['prod'])
    const prod = jobs.get('prod') ?? ''
    expect(prod.indexOf(look)).toBeLessThan(prod.indexOf('--context stage=prod'))
    // Without it, the steps of a pipe that fail before the last do not count.
    expect(prod).toContain('shell: bash')
  })

  const url = 'https://github.com/o/r/actions/runs/1'
  const run = (conclusion: string, hours: number) => ({
    workflow_runs: [{ conclusion, updated_at: new Date(Date.now() - hours * 3_600_000).toISOString(), html_url: url }],
  })
  const script = new URL('../../infra/deploy/nightly.ts', import.meta.url).pathname
  it.each([
    ['that was green an hour ago lets production be deployed', run('success', 1), 0, /^$/],
    ['that was green 23.9 hours ago does, too', run('success', 23.9), 0, /^$/],
    ['that was green more than a day ago does not', run('success', 24.1), 1, /ended at .*, expected less than a day/],
    ['that failed does not', run('failure', 1), 1, /ended with "failure" \(https:.*runs\/1\)/],
    ['that was cancelled does not', run('cancelled', 1), 1, /ended with "cancelled"/],
    ['whose end is unknown does not', { workflow_runs: [{ conclusion: 'success' }] }, 1, /ended at undefined/],
    ['that never was does not', { workflow_runs: [] }, 1, /no nightly run has ended/],
    ['of which GitHub tells nothing does not', { message: 'Not Found' }, 1, /TypeError/],
  ])('%s', (_, runs, code, said) => {
    const { status, stderr } = spawnSync(process.execPath, [script], { input: JSON.stringify(runs), encoding: 'utf8' })
    expect(stderr).toMatch(said)
    expect(status).toBe(code)
  })
})
