import { expect, it } from 'vitest'
import { hazardsBetween } from '../../infra/deploy/hazards.ts'
import { EVERYTHING, synthesised } from './synthesis.ts'

const standing = synthesised(EVERYTHING)

it.each([
  ['remove-domain', { domain: 'other.example.com' }],
  ['remove-domain', { domain: null, certificate: null, hostedZone: null }],
  ['remove-front', { front: 'none' }],
  ['remove-domain', { hostedZone: null }],
  ['remove-subscription', { email: 'else@example.com' }],
  ['remove-subscription remove-budget', { email: null }],
  ['unprotect-table', { protect: 'no' }],
  ['change-table', { table: 'Sudoku-1' }],
  ['open-auth', { auth: 'open' }],
  ['remove-bus', { bus: null }],
  ['remove-bus', { bus: 'others' }],
  ['remove-copies', { copyTo: null }],
  ['remove-copies', { copyTo: EVERYTHING.copyTo.replace('Sudoku-prod', 'Others') }],
  ['remove-key', { kmsKey: null }],
  ['remove-key', { kmsKey: EVERYTHING.kmsKey.replace(/1234abcd/, '4321abcd') }],
])('finds %s alone where the settings change by %j', { tags: ['long'] }, (name, change) => {
  const next = synthesised({ ...EVERYTHING, ...change })
  expect(
    hazardsBetween(standing, next)
      .map((found) => found.name)
      .join(' '),
  ).toBe(name)
})

it('finds remove-address where what AWS calls the service changes, as with a front or a name of its own', () => {
  const [alone, fronted, named] = [
    { stage: 'prod' },
    { stage: 'prod', front: 'cloudfront', region: 'us-east-1' },
    EVERYTHING,
  ].map(synthesised)
  const between = (...[before, after]: readonly (typeof standing | undefined)[]) =>
    before && after && hazardsBetween(before, after).map(({ name }) => name)
  expect(between(alone, fronted)).toEqual(['remove-address'])
  expect(between(alone, named)).toEqual(['remove-address'])
  expect(between(fronted, alone)).toEqual(['remove-address', 'remove-front'])
})

it.each([
  ['is gone', undefined],
  ['would be another, as its keys change', [{ AttributeName: 'id', KeyType: 'HASH' }]],
])('finds remove-table where the table %s', (_, keys) => {
  const resources = Object.entries(structuredClone(standing.Resources)).flatMap(([id, { Properties, ...resource }]) => {
    if (resource.Type !== 'AWS::DynamoDB::Table') return [[id, { Properties, ...resource }]]
    return keys ? [[id, { ...resource, Properties: { ...Properties, KeySchema: keys } }]] : []
  })
  const next = { Resources: Object.fromEntries(resources) }
  expect(hazardsBetween(standing, next).map(({ name }) => name)).toContain('remove-table')
})

it('where nothing changes, or a limit is raised, there is no hazard', () => {
  expect(hazardsBetween(standing, synthesised(EVERYTHING))).toEqual([])
  expect(hazardsBetween(standing, synthesised({ ...EVERYTHING, budget: '500' }))).toEqual([])
})

it('says of a key what it encrypts no more', () => {
  const [{ sentence }] = hazardsBetween(standing, synthesised({ ...EVERYTHING, kmsKey: null }))
  const key = JSON.stringify(EVERYTHING.kmsKey)
  const types = ['AWS::DynamoDB::Table', 'AWS::SQS::Queue', 'AWS::Logs::LogGroup']
  for (const type of types) expect(sentence).toContain(`${type} ${key}`)
})

it('the other way round nothing is lost', () => {
  const { domain, certificate, hostedZone, front, region } = EVERYTHING
  const bare = synthesised({ stage: 'prod', domain, certificate, hostedZone, front, region })
  expect(hazardsBetween(bare, standing)).toEqual([])
})
