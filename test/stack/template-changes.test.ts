import { expect, it } from 'vitest'
import { changesBetween, HAZARDS, hazardsBetween } from '../../infra/deploy/template-changes.ts'
import { synthesised } from './synthesis.ts'

const standing = synthesised({ stage: 'prod', ...everything() })

/** All that a stage can have, as its settings say it. */
function everything() {
  return {
    email: 'ops@example.com',
    domain: 'sudoku.example.com',
    certificate: 'arn:aws:acm:eu-central-1:123456789012:certificate/4f3e',
    hostedZone: 'Z0123456789ABC',
    bus: 'jobs',
    region: 'eu-central-1',
    kmsKey: 'arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
  }
}
const without = (...names: (keyof ReturnType<typeof everything>)[]) =>
  Object.fromEntries(Object.entries(everything()).filter(([name]) => !names.some((left) => left === name)))

it('finds nothing where nothing changes', () => {
  const again = synthesised({ stage: 'prod', ...everything() })
  expect([changesBetween(standing, again), hazardsBetween(standing, again)]).toEqual([[], []])
})

it('what was forgotten in a deployment is found: the domain and its record, the mail and the budget', () => {
  const { bus, kmsKey, region } = everything()
  const next = synthesised({ stage: 'prod', bus, kmsKey, region })
  expect(hazardsBetween(standing, next)).toEqual([
    {
      name: 'remove-domain',
      sentence: 'it would take away the name sudoku.example.com, A sudoku.example.com., AAAA sudoku.example.com.',
    },
    { name: 'remove-subscription', sentence: 'it would tell no more of alarms "ops@example.com"' },
    { name: 'remove-budget', sentence: expect.stringMatching(/^it would remove the budget Budget/) },
  ])
  const removed = changesBetween(standing, next).filter(({ kind }) => kind === 'removed')
  expect(removed.map(({ type }) => type).toSorted()).toEqual([
    'AWS::ApiGatewayV2::ApiMapping',
    'AWS::ApiGatewayV2::DomainName',
    'AWS::Budgets::Budget',
    'AWS::Route53::RecordSet',
    'AWS::Route53::RecordSet',
    'AWS::SNS::Subscription',
  ])
})

it.each([
  ['remove-domain', { ...everything(), domain: 'other.example.com' }],
  ['remove-domain', without('hostedZone')],
  ['remove-subscription', { ...everything(), email: 'else@example.com' }],
  ['unprotect-table', { ...everything(), protect: 'no' }],
  ['change-table', { ...everything(), table: 'Sudoku-1' }],
  ['open-auth', { ...everything(), auth: 'open' }],
  ['remove-bus', without('bus')],
  ['remove-bus', { ...everything(), bus: 'others' }],
  ['remove-key', without('kmsKey')],
  ['remove-key', { ...everything(), kmsKey: everything().kmsKey.replace(/1234abcd/, '4321abcd') }],
])('finds %s alone where the settings are %j', (name, settings) => {
  const next = synthesised({ stage: 'prod', ...settings })
  expect(hazardsBetween(standing, next).map((found) => found.name)).toEqual([name])
})

it.each([
  ['is gone', ({ Table: _, ...rest }: Resources) => rest],
  [
    'would be another, as its keys change',
    ({ Table, ...rest }: Resources) => ({
      ...rest,
      Table: { ...Table, Properties: { ...Table.Properties, KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] } },
    }),
  ],
])('finds remove-table where the table %s', (_, change) => {
  const { Table, ...rest } = byName(standing.Resources)
  const next = { Resources: { ...rest, ...change({ Table }) } as typeof standing.Resources }
  const before = { Resources: { ...rest, Table } as typeof standing.Resources }
  expect(hazardsBetween(before, next).map(({ name }) => name)).toContain('remove-table')
})

it('a limit that is raised is a change, and no hazard', () => {
  const next = synthesised({ stage: 'prod', ...everything(), budget: '500' })
  expect(hazardsBetween(standing, next)).toEqual([])
  expect(changesBetween(standing, next)).toEqual([
    { kind: 'changed', type: 'AWS::Budgets::Budget', name: 'Budget', properties: ['Budget'] },
  ])
})

it('says of a key what it encrypts no more', () => {
  const [{ sentence }] = hazardsBetween(standing, synthesised({ stage: 'prod', ...without('kmsKey') }))
  const key = JSON.stringify(everything().kmsKey)
  const types = ['AWS::DynamoDB::Table', 'AWS::SQS::Queue', 'AWS::Logs::LogGroup']
  for (const type of types) expect(sentence).toContain(`${type} ${key}`)
})

it('the other way round nothing is lost', () => {
  expect(hazardsBetween(synthesised({ stage: 'prod' }), standing)).toEqual([])
  expect(Object.keys(HAZARDS)).toContain('open-auth')
})

type Resources = Record<string, (typeof standing.Resources)[string]>

/** Resources with the table under a name of its own. */
function byName(resources: typeof standing.Resources): Resources {
  const [id, table] = Object.entries(resources).find(([, { Type }]) => Type === 'AWS::DynamoDB::Table') ?? []
  if (!id || !table) throw new Error('there is no table')
  const { [id]: _, ...rest } = resources
  return { ...rest, Table: table }
}
