import { describe, expect, it } from 'vitest'
import { STAGES } from '../../infra/stack/deployment.ts'
import { deployment, EVERYTHING } from './synthesis.ts'

describe('what is deployed', () => {
  it('is dev with keys, open to no other page, told to nobody, where nothing is said', () => {
    expect(deployment()).toEqual({
      stageName: 'dev',
      stage: STAGES.dev,
      auth: 'keys',
      budgetUsd: STAGES.dev.budgetUsd,
      corsOrigins: [],
      reservesConcurrency: true,
    })
  })

  it('is what the context says', () => {
    expect(deployment({ ...EVERYTHING, auth: 'open', reserve: 'no' })).toEqual({
      stageName: 'prod',
      stage: { ...STAGES.prod, kmsKeyArn: EVERYTHING.kmsKey, logDays: 90 },
      auth: 'open',
      email: 'ops@example.com',
      budgetUsd: 20,
      domain: { name: EVERYTHING.domain, certificateArn: EVERYTHING.certificate, hostedZoneId: EVERYTHING.hostedZone },
      corsOrigins: ['https://a.example', 'https://b.example'],
      eventBus: 'jobs',
      reservesConcurrency: false,
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
    [{ logDays: '42' }, 'logDays is "42", expected 1 or 3 or 5 or 7 or 14 or 30'],
    [{ logDays: '9999' }, 'logDays is "9999", expected'],
    [{ corsOrigins: '*' }, 'corsOrigins is "*", expected origins'],
    [{ corsOrigins: 'https://a.example/' }, 'corsOrigins is "https://a.example/", expected origins'],
  ])('is refused where the context says %j', (context, message) => {
    expect(() => deployment(context as Record<string, string>)).toThrow(message)
  })
})
