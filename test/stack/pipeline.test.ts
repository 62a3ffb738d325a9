import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import role from '../../infra/deploy/pipeline-role.json' with { type: 'json' }
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

describe('the role of the pipeline', () => {
  // Names that CloudFormation fills in.
  const [repository, stage] = ['Repository', 'Stage'].map((name) => `\${${name}}`)
  const { AssumeRolePolicyDocument, Policies } = role.Resources.Role.Properties

  it('is for jobs of one repository and of one stage', () => {
    const [{ Action, Condition }, ...others] = AssumeRolePolicyDocument.Statement
    expect([Action, others]).toEqual(['sts:AssumeRoleWithWebIdentity', []])
    expect(Condition.StringEquals).toEqual({
      'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
      'token.actions.githubusercontent.com:sub': [
        { 'Fn::Sub': `repo:${repository}:environment:${stage}` },
        { 'Fn::Sub': `repo:${repository}:environment:${stage}-diff` },
      ],
    })
  })

  it('may do what the CDK may, look, and make keys; nothing besides', () => {
    const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    expect(statements.flatMap(({ Action }) => Action)).toEqual([
      'sts:AssumeRole',
      ...['lambda:GetAccountSettings', 'lambda:ListLayers', 'acm:DescribeCertificate'],
      'ssm:GetParameter',
      ...['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'],
      ...['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    ])
    const everywhere = statements.filter(({ Resource }) => Resource === '*').map(({ Sid }) => Sid)
    expect(everywhere).toEqual(['Preflight'])
    expect(statements.find(({ Sid }) => Sid === 'KeyForSmoke')?.Condition).toEqual({
      'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['apikeys'] },
    })
  })
})
