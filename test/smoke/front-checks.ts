import { CORRELATION_HEADER } from '../../shared/protocol/correlation.ts'
import { type Deployed, refusedAs } from './deployed.ts'
import { holds, same } from './judged.ts'

/** What can be seen of a service without solving anything. Each answers with what there is to tell. */

export async function health({ bare }: Deployed): Promise<string> {
  const response = await bare('/health')
  same('status', response.status, 200)
  same('body', await response.json(), { status: 'ok' })
  return 'ok'
}

export async function description({ bare }: Deployed): Promise<string> {
  const response = await bare('/openapi.json')
  same('status', response.status, 200)
  const { openapi, info, paths } = (await response.json()) as Record<string, Record<string, unknown>>
  holds('openapi.json is no description', /^3\./.test(String(openapi)))
  for (const path of ['/jobs', '/jobs/{id}', '/jobs/{id}/parts/{part}', '/jobs/{id}/results']) {
    holds(`openapi.json does not know ${path}`, Object.hasOwn(paths ?? {}, path))
  }
  return `version ${info?.version}`
}

export async function page({ bare }: Deployed): Promise<string> {
  const textAt = async (path: string, type: string): Promise<string> => {
    const response = await bare(path)
    const found = response.headers.get('content-type')
    same(`status of ${path}`, response.status, 200)
    holds(`${path} is ${found}, expected ${type}`, found?.startsWith(type) ?? false)
    return response.text()
  }
  const html = await textAt('/', 'text/html')
  const assets = new Set<string>(html.match(/\/assets\/[\w.-]+/g))
  holds(
    'the page names no script',
    [...assets].some((address) => address.endsWith('.js')),
  )
  for (const address of assets) {
    const type = address.endsWith('.js') ? 'text/javascript' : address.endsWith('.css') ? 'text/css' : 'image/'
    await textAt(address, type)
  }
  await textAt('/docs', 'text/html')
  return `${assets.size} files`
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

export async function correlation({ http, bare, correlationId }: Deployed): Promise<string> {
  const { response } = await http.send('/jobs')
  same(CORRELATION_HEADER, response.headers.get(CORRELATION_HEADER), correlationId)
  holds('no correlation id where none was sent', (await bare('/health')).headers.has(CORRELATION_HEADER))
  return 'it comes back'
}

export async function refusals({ client, http }: Deployed): Promise<string> {
  await refusedAs('unknown-job', client.getJob(crypto.randomUUID()))
  await refusedAs('unknown-route', http.send('/nowhere'))
  const post = (body: string) =>
    http.send('/jobs', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  await refusedAs('not-json', post('{'))
  const { problem } = await refusedAs('invalid-request', post('{ "puzzles": "none", "strategy": "luck" }'))
  holds('the problem does not name both errors', problem.errors?.length === 2)
  return '4 problems'
}
