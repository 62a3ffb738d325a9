import { gunzipSync } from 'node:zlib'
import { type Context, Hono, type HonoRequest } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { getMimeType } from 'hono/utils/mime'
import { Problem } from './problem.ts'
import type { ApiEnv, ApiServices } from './services.ts'

/** Their names change with their content. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const EACH_HOUR = 'public, max-age=3600'
/**
 * A browser asks each time, and is answered with 304 where it is the same. What stands before the service answers for a
 * minute, so that however many load the page, the service is asked once; for so long an old page may name assets that a
 * new version has not.
 */
const EACH_TIME = 'public, max-age=0, s-maxage=60, must-revalidate'
/** Nothing is loaded from elsewhere, and no script or style stands in a page. */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const CSP = 'content-security-policy'
const PAGE_POLICY = `${POLICY}; style-src 'self'`

/**
 * A worker goes by the policy that it came with and not by the page's, so the page itself still may not compile anything.
 * Workers compile kernels, which are WebAssembly, and load what they have in common with the page; they may load nothing
 * from elsewhere, nor run text as code.
 */
const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"
const WORKER = /-worker-[\w-]+\.js$/

const pageEtag = etag({ retainedHeaders: [...RETAINED_304_HEADERS, CSP] })

/** The page at `/`, the API's description at `/openapi.json` and as a page at `/docs`; nothing is loaded from elsewhere. */
export function fileRoutes(files: ApiServices['files']): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  const send = async (c: Context<ApiEnv>, name: string, headers: Readonly<Record<string, string>>) => {
    // A name of more than 255 characters is one that a file system refuses.
    const gzipped = /^(assets\/)?\w[\w.-]{0,199}$/.test(name) ? await files.read(`${name}.gz`) : undefined
    if (!gzipped) throw new Problem('unknown-route')
    const isGzipped = takesGzip(c.req)
    return c.body(isGzipped ? gzipped : gunzipSync(gzipped), 200, {
      'content-type': getMimeType(name) ?? 'application/octet-stream',
      vary: 'accept-encoding',
      ...(isGzipped && { 'content-encoding': 'gzip' }),
      ...headers,
    })
  }
  app.get('/', pageEtag, (c) => send(c, 'index.html', { 'cache-control': EACH_TIME, [CSP]: PAGE_POLICY }))
  app.get('/docs', pageEtag, (c) => send(c, 'docs.html', { 'cache-control': EACH_TIME, [CSP]: PAGE_POLICY }))
  // The page's service worker: it fetches assets and no more, and a browser asks each time whether it has changed.
  app.get('/offline.js', pageEtag, (c) =>
    send(c, 'offline.js', { 'cache-control': EACH_TIME, [CSP]: "default-src 'none'; connect-src 'self'" }),
  )
  app.get('/openapi.json', (c) => send(c, 'openapi.json', { 'cache-control': EACH_HOUR }))
  app.get('/assets/:name', (c) => {
    const name = c.req.param('name')
    const policy = WORKER.test(name) && { [CSP]: WORKER_POLICY }
    return send(c, `assets/${name}`, { 'cache-control': FOR_EVER, ...policy })
  })
  return app
}

export function takesGzip(request: HonoRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|$))/.test(request.header('accept-encoding') ?? '')
}
