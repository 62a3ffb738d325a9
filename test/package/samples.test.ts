import { execFile } from 'node:child_process'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { describe, expect, inject, it } from 'vitest'
import { signedHeaders } from '../../functions/notifier.ts'
import { createClient } from '../../shared/client/client.ts'

/** The samples of docs/api.md as they stand there, but for the service's address. */

const run = promisify(execFile)
const text = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8')
const samples = (language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, sample]) =>
    sample.replaceAll('http://127.0.0.1:3000', inject('serviceUrl')),
  )
const SOLUTION = '3214413223411423'
const PRINTED = `.......2234.1.2. solved ${SOLUTION}\n`

/** The output of a sample for JavaScript. Its import is given to it: the package is installed by another test. */
async function printedBy(sample: string): Promise<string> {
  let printed = ''
  const console = {
    log: (...words: string[]) => {
      printed += `${words.join(' ')}\n`
    },
  }
  const body = sample.replace(/^import .*$/m, '')
  const AsyncFunction = (async () => {}).constructor as new (...of: string[]) => (...of: unknown[]) => Promise<void>
  await new AsyncFunction('createClient', 'console', body)(createClient, console)
  return printed
}

describe('the samples of docs/api.md', () => {
  it('solve by the client, and by fetch alone', { tags: ['long'] }, async () => {
    const solving = samples('js').filter((sample) => sample.includes('console.log'))
    expect(solving).toHaveLength(2)
    for (const sample of solving) expect(await printedBy(sample)).toBe(PRINTED)
  })

  it('solve by Python', { tags: ['long'] }, async ({ skip }) => {
    const sample = samples('python').find((each) => each.includes('urllib')) ?? ''
    const python = await run('python3', ['--version']).catch(() => undefined)
    if (!python) skip('python3 is not installed')
    expect((await run('python3', ['-c', sample])).stdout).toBe(PRINTED)
  })

  it('solve by a shell', async ({ skip }) => {
    const [sample] = samples('sh')
    const curl = await run('curl', ['--version']).catch(() => undefined)
    if (!curl) skip('curl is not installed')
    expect((await run('sh', ['-c', sample])).stdout).toBe(`${SOLUTION}\n`)
  })

  describe('know what was signed from what was not', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const body = '{"type":"job.completed","data":{"name":"é"}}'
    const now = Date.now()
    const genuine = signedHeaders({ id: 'evt_1', body, at: now }, secret)
    const other = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    const twice = `v1,AAAA ${genuine['webhook-signature']}`
    const signed = (at: number, by: string) => signedHeaders({ id: 'evt_1', body, at }, by)
    const DELIVERIES = [
      { is: 'as it was sent', headers: genuine, body, isGenuine: true },
      { is: 'signed by two secrets', headers: { ...genuine, 'webhook-signature': twice }, body, isGenuine: true },
      { is: 'changed', headers: genuine, body: body.replace('completed', 'cancelled'), isGenuine: false },
      { is: 'under another id', headers: { ...genuine, 'webhook-id': 'evt_2' }, body, isGenuine: false },
      { is: 'signed by another', headers: signed(now, other), body, isGenuine: false },
      { is: 'old', headers: signed(now - 600_000, secret), body, isGenuine: false },
      { is: 'without a time', headers: { ...genuine, 'webhook-timestamp': 'x' }, body, isGenuine: false },
    ]

    it.each(DELIVERIES)('in Node: $is', ({ headers, body, isGenuine }) => {
      const sample = samples('js').find((each) => each.includes('isGenuine')) ?? ''
      const verify = new Function(
        'createHmac',
        'timingSafeEqual',
        `${sample.replace(/^import .*$/m, '')}\nreturn isGenuine`,
      )
      expect(verify(createHmac, timingSafeEqual)(headers, body, secret)).toBe(isGenuine)
    })

    it('in Python, all of them alike', async ({ skip }) => {
      const sample = samples('python').find((each) => each.includes('is_genuine')) ?? ''
      const python = await run('python3', ['--version']).catch(() => undefined)
      if (!python) skip('python3 is not installed')
      const asked = JSON.stringify(DELIVERIES.map(({ headers, body }) => ({ headers, body })))
      const calls = `import json, sys
for each in json.loads(sys.argv[1]): print(is_genuine(each["headers"], each["body"].encode(), sys.argv[2]))`
      const { stdout } = await run('python3', ['-c', `${sample}\n${calls}`, asked, secret])
      expect(stdout.trim().split('\n')).toEqual(DELIVERIES.map(({ isGenuine }) => (isGenuine ? 'True' : 'False')))
    })
  })
})
