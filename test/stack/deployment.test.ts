import { describe, expect, it } from 'vitest'
import { MAX_HELD_MS } from '../../functions/chunk-handler.ts'
import { BULK_SHARE_OF_WRITES } from '../../infra/settings/settings.ts'
import { deploymentOf, reservedConcurrency, type Settings, STAGES } from '../../infra/stack/deployment.ts'
import { MAX_RESULT_BYTES } from '../../shared/job/packed/packed-results.ts'
import { deployment, EVERYTHING } from './synthesis.ts'

describe('what is deployed', () => {
  it('is dev with keys, open to no other page, told to nobody, where nothing is said', () => {
    expect(deployment()).toEqual({
      stageName: 'dev',
      stage: STAGES.dev,
      auth: 'keys',
      budgetUsd: STAGES.dev.budgetUsd,
      front: 'none',
      corsOrigins: [],
      reservesConcurrency: false,
      isProtected: false,
      rollout: 'at-once',
      tags: {},
    })
  })

  it('is what the context says', () => {
    expect(deployment({ ...EVERYTHING, auth: 'open', table: 'Sudoku-restored' })).toEqual({
      stageName: 'prod',
      stage: { ...STAGES.prod, kmsKeyArn: EVERYTHING.kmsKey, logDays: 90 },
      auth: 'open',
      email: 'ops@example.com',
      budgetUsd: 20,
      domain: { name: EVERYTHING.domain, certificateArn: EVERYTHING.certificate, hostedZoneId: EVERYTHING.hostedZone },
      front: 'cloudfront',
      corsOrigins: ['https://a.example', 'https://b.example'],
      eventBus: 'jobs',
      reservesConcurrency: true,
      isProtected: true,
      rollout: 'canary',
      region: 'us-east-1',
      tags: { team: 'grids', 'cost-centre': '42' },
      restoredTable: 'Sudoku-restored',
      copyTo: EVERYTHING.copyTo,
    })
  })

  it.each([
    [{ stage: 'staging' }, 'stage is "staging", expected dev or prod'],
    [{ stage: 'toString' }, 'stage is "toString", expected dev or prod'],
    [{ auth: 'none' }, 'auth is "none", expected open or keys'],
    [{ reserve: 'maybe' }, 'reserve is "maybe", expected yes or no'],
    [{ email: 'nobody' }, 'email is "nobody", expected an address'],
    [{ budget: '-5' }, 'budget is "-5", expected US dollars a month'],
    [{ budget: '0' }, 'budget is "0", expected US dollars a month'],
    [{ domain: 'https://a.example', certificate: EVERYTHING.certificate }, 'domain is "https://a.example"'],
    [{ domain: 'a.example' }, 'domain also needs its certificate'],
    [{ certificate: EVERYTHING.certificate }, 'certificate and hostedZone need a domain'],
    [{ hostedZone: 'Z123' }, 'certificate and hostedZone need a domain'],
    [{ domain: 'a.example', certificate: '4f3e' }, 'certificate is "4f3e", expected the ARN'],
    [{ bus: 'arn:aws:events:…' }, 'bus is "arn:aws:events:…", expected an event bus\'s name'],
    [{ kmsKey: 'alias/mine' }, 'kmsKey is "alias/mine", expected the ARN of a key in KMS'],
    [{ copyTo: 'Sudoku-prod' }, 'copyTo is "Sudoku-prod", expected the ARN of a vault of AWS Backup'],
    [{ copyTo: EVERYTHING.copyTo, region: 'eu-west-1' }, 'copyTo is in eu-west-1, expected one in another region'],
    [{ logDays: '42' }, 'logDays is "42", expected 1 or 3 or 5 or 7 or 14 or 30'],
    [{ logDays: '9999' }, 'logDays is "9999", expected'],
    [{ kmsKey: EVERYTHING.kmsKey, region: 'eu-central-1' }, 'kmsKey is in us-east-1, expected one in eu-central-1'],
    [
      { domain: 'a.example', certificate: EVERYTHING.certificate, region: 'eu-central-1' },
      'certificate is in us-east-1',
    ],
    [{ front: 'cloudflare' }, 'front is "cloudflare", expected cloudfront or none'],
    [{ front: 'cloudfront' }, 'front is "cloudfront" in no region, expected none, or region us-east-1'],
    [{ front: 'cloudfront', region: 'eu-central-1' }, 'front is "cloudfront" in eu-central-1, expected none'],
    [{ region: 'Frankfurt' }, 'region is "Frankfurt", expected a region'],
    [{ protect: 'maybe' }, 'protect is "maybe", expected yes or no'],
    [{ rollout: 'slowly' }, 'rollout is "slowly", expected canary or at-once'],
    [{ tags: 'team' }, 'tags is "team", expected names and values'],
    [{ tags: 'stage=mine' }, 'tags has "stage", which the stack sets itself'],
    [{ tags: 'aws:team=grids' }, 'tags is "aws:team=grids", expected'],
    [{ table: 'a b' }, 'table is "a b", expected the name of a table'],
    [{ corsOrigins: '*' }, 'corsOrigins is "*", expected origins'],
    [{ corsOrigins: 'https://a.example/' }, 'corsOrigins is "https://a.example/", expected origins'],
  ])('is refused where the context says %j', (context, message) => {
    expect(() => deployment(context as Record<string, string>)).toThrow(message)
  })

  const from = (settings: Settings, options: Readonly<Record<string, string>> = {}) =>
    deploymentOf({ tryGetContext: (name) => options[name] }, () => settings)

  it('is what the file of its stage says, and an option goes over it', () => {
    const settings = { auth: 'open', budget: 20, corsOrigins: ['https://a.example'], tags: { team: 'grids' } }
    expect(from(settings)).toMatchObject({
      auth: 'open',
      budgetUsd: 20,
      corsOrigins: ['https://a.example'],
      tags: { team: 'grids' },
    })
    expect(from(settings, { auth: 'keys', tags: 'team=words' })).toMatchObject({
      auth: 'keys',
      tags: { team: 'words' },
    })
  })

  it('is refused where its file has a word that nothing reads, or a value that is none', () => {
    expect(() => from({ emial: 'ops@example.com' })).toThrow(
      /^infra\/config\/dev\.json: found "emial", expected region, /,
    )
    expect(() => from({ budget: 'much' })).toThrow('budget is "much", expected US dollars a month')
    expect(() => from({ tags: { team: 7 } })).toThrow('tags is {"team":7}, expected names and values')
  })

  it.each(['dev', 'prod'] as const)(
    '%s has a committed file that is right, asks for keys, and says where it is',
    (stage) => {
      expect(deploymentOf({ tryGetContext: (name) => (name === 'stage' ? stage : undefined) })).toMatchObject({
        stageName: stage,
        auth: 'keys',
        region: expect.any(String),
      })
    },
  )
})

it.each(Object.entries(STAGES))(
  '%s fits into an account of 1,000 instances, of which Lambda keeps 100 unreserved',
  (_, stage) => {
    const reserved = Object.values(reservedConcurrency(stage))
    expect(reserved.reduce((sum, most) => sum + most, 0)).toBeLessThanOrEqual(1_000 - 100)
  },
)

it.each(Object.entries(STAGES))(
  'all workers of %s, each with an item that is full, find a turn to write it',
  (_, stage) => {
    const turnMs = (1000 * Math.ceil(MAX_RESULT_BYTES / 1024)) / (BULK_SHARE_OF_WRITES * stage.most.writes)
    expect(stage.bulkWorkers * Math.ceil(turnMs)).toBeLessThanOrEqual(MAX_HELD_MS)
  },
)
