import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const workflow = read('.github/workflows/deploy.yml')
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

  it('runs only what there is', () => {
    const scripts = [workflow, read('.github/smoke')].join('\n').matchAll(/npm (?:run (?:-s )?)?([\w:]+)/g)
    const named = [...new Set([...scripts].map(([, name]) => name))].filter((name) => name !== 'cache')
    expect(named.toSorted()).toEqual(['deploy', 'keys', 'smoke', 'synth', 'test'])
    for (const name of named) expect(Object.keys(manifest.scripts)).toContain(name)
  })
})
