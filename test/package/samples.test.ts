import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { describe, expect, inject, it } from 'vitest'
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

/** What a sample for JavaScript prints. Its import is given to it: the package is installed by another test. */
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
  it('solve by the client, and by fetch alone', async () => {
    expect(samples('js')).toHaveLength(2)
    for (const sample of samples('js')) expect(await printedBy(sample)).toBe(PRINTED)
  })

  it('solve by Python', async ({ skip }) => {
    const [sample] = samples('python')
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
})
