import { get } from 'node:http'
import { expect, inject, it } from 'vitest'

const url = inject('serviceUrl')

/** A request as it goes over the wire: `fetch` would unpack the body and add headers of its own. */
function raw(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      get(url + path, { headers }, async (response) => {
        const pieces: Buffer[] = []
        for await (const piece of response) pieces.push(piece)
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) })
      }).on('error', reject)
    },
  )
}

const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"

const assets = async (path = '/') =>
  [...(await (await fetch(url + path)).text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1])

it('sends what the page loads with names that change with the content, to be kept for ever', async () => {
  const named = [...(await assets()), ...(await assets('/docs'))]
  expect(named.length).toBeGreaterThan(5)
  for (const path of named) {
    expect(path).toMatch(/-[\w-]{8,}\.(js|css|svg)$/)
    expect((await raw(path)).headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' })
  }
})

it('compresses for those who take it, and for nobody else', async () => {
  for (const path of ['/', ...(await assets())]) {
    const packed = await raw(path, { 'accept-encoding': 'br, gzip' })
    const plain = await raw(path)
    const refused = await raw(path, { 'accept-encoding': 'gzip;q=0, deflate' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.headers.vary).toBe('accept-encoding')
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(packed.body.length).toBeLessThan(plain.body.length)
    expect(refused.body).toEqual(plain.body)
    expect(await (await fetch(url + path)).text()).toBe(plain.body.toString())
  }
})

it('says that the page is the one the browser has, and sends it again where it is not', async () => {
  for (const path of ['/', '/docs', '/offline.js']) {
    const first = await raw(path)
    const { etag = '' } = first.headers
    // What stands before the service keeps it for a minute, and a browser not at all.
    expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=60, must-revalidate')
    expect((await raw(path, { 'if-none-match': `${etag}` })).status).toBe(304)
    expect((await raw(path, { 'if-none-match': '"another"' })).status).toBe(200)
  }
})

it('lets workers compile WebAssembly and load the page’s own scripts, and no other script anything else', async () => {
  const found = new Set((await assets()).filter((path) => path.endsWith('.js')))
  const policies = new Map<unknown, string[]>()
  // The set grows while it is gone through: scripts name those that they load later.
  for (const path of found) {
    const { headers, body } = await raw(path)
    for (const [, name] of `${body}`.matchAll(/["'](?:\.\/|\/assets\/)([\w-]+\.js)["']/g)) found.add(`/assets/${name}`)
    const policy = headers['content-security-policy']
    policies.set(policy, [...(policies.get(policy) ?? []), path])
  }
  expect([...policies.keys()].toSorted()).toEqual(["default-src 'none'; frame-ancestors 'none'", WORKER_POLICY])
  const workers = policies.get(WORKER_POLICY) ?? []
  expect(workers.map((path) => path.replace(/^\/assets\/|-[\w-]{8}\.js$/g, '')).toSorted()).toEqual([
    'blocks-worker',
    'comparison-worker',
    'hint-worker',
    'maker-worker',
    'parts-worker',
    'rating-worker',
    'sheet-worker',
    'solver-worker',
    'tape-worker',
  ])
})

it.each([
  '/assets/',
  `/assets/${'a'.repeat(250)}`,
  `/assets/${'a'.repeat(5000)}`,
  '/assets/..%2f..%2fpackage.json',
  '/assets/.gz',
  '/assets/none.js',
  '/assets/..%2findex.html',
  '/assets/.hidden',
  '/assets/a%00.js',
  '/assets/index.html',
])('has nothing outside of its folder, nor at a name that no file system takes: %s', async (path) => {
  const { status, body } = await raw(path)
  expect([status, JSON.parse(`${body}`).type]).toEqual([404, '/problems/unknown-route'])
})
