import { textOf } from '../../shared/client/http.ts'
import { CORRELATION_HEADER } from '../../shared/protocol/correlation.ts'
import { GRID } from '../api/grids.ts'
import { type Deployed, refusedAs } from './deployed.ts'
import { holds, same } from './judged.ts'

/** Checks of what passes the gateway before anything is solved. Each answers with what there is to tell. */

export async function health({ bare }: Deployed): Promise<string> {
  const response = await bare('/health')
  same('status', response.status, 200)
  same('body', await response.json(), { status: 'ok' })
  return 'ok'
}

/** Whether strangers are kept out, where keys let others in. */
export async function keys({ bare, key, client }: Deployed): Promise<string> {
  const nobody = await bare('/jobs')
  if (nobody.status === 200) {
    holds('a key was given, and the service lets everybody in', key === undefined)
    return 'it lets everybody in'
  }
  for (const response of [nobody, await bare('/jobs', { authorization: 'Bearer sudoku_0_0' })]) {
    same('status without a key', response.status, 401)
    same('its type', ((await response.json()) as { type?: string }).type, '/problems/unauthorized')
    holds('www-authenticate asks for no key', /^Bearer /.test(response.headers.get('www-authenticate') ?? ''))
  }
  holds('it asks for a key: name one with SUDOKU_KEY', key !== undefined)
  await client.listJobs().next()
  return 'it asks for keys, and takes this one'
}

/** The page and all that it loads lie beside the function's bundle, and pass the gateway as bytes. */
export async function page({ bare }: Deployed): Promise<string> {
  const textAt = async (path: string, type: string): Promise<string> => {
    const response = await bare(path)
    const found = response.headers.get('content-type')
    same(`status of ${path}`, response.status, 200)
    holds(`${path} is ${found}, expected ${type}`, found?.startsWith(type) ?? false)
    return response.text()
  }
  const assets = new Set<string>((await textAt('/', 'text/html')).match(/\/assets\/[\w.-]+/g))
  holds('the page names no script', /\.js\b/.test([...assets].join()))
  for (const address of assets) {
    const type = address.endsWith('.js') ? 'text/javascript' : address.endsWith('.css') ? 'text/css' : 'image/'
    await textAt(address, type)
  }
  return `${assets.size} files`
}

/** Headers pass the gateway in both directions: correlation ids, idempotency keys, conditions of polls. */
export async function headers({ http, client, ended, correlationId }: Deployed): Promise<string> {
  const key = crypto.randomUUID()
  const submit = (puzzles: readonly string[]) =>
    http.send('/jobs', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ puzzles }),
    })
  const first = await submit([GRID])
  same(CORRELATION_HEADER, first.response.headers.get(CORRELATION_HEADER), correlationId)
  const { id } = JSON.parse(textOf(first.body))
  same('the job of the same key and body', JSON.parse(textOf((await submit([GRID])).body)).id, id)
  await refusedAs('idempotency-conflict', submit([GRID, GRID]))
  await ended(await client.getJob(id))
  const poll = (headers: Record<string, string>) => http.send(`/jobs/${id}`, { headers })
  const tag = (await poll({})).response.headers.get('etag') ?? ''
  const again = await poll({ 'if-none-match': tag })
  same('status and body of a poll with If-None-Match', [again.response.status, textOf(again.body)], [304, ''])
  same('status of a poll with another tag', (await poll({ 'if-none-match': '"other"' })).response.status, 200)
  return 'correlation, idempotency, 304'
}
