import { gunzipSync } from 'node:zlib'
import { type Context, Hono } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import type { ApiEnv } from './context.ts'
import { takesGzip } from './gzip.ts'
import openapi from './openapi/openapi.json' with { type: 'json' }
import { Problem } from './problem.ts'

/** The page and the documentation, as the page's build leaves them: each file gzipped, `.gz` behind its name. */
export interface Files {
  /** A file's content; undefined where there is none of that name. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}
/** Their names change with their content. */
const FOR_EVER = 'public, max-age=31536000, immutable'
/** Asked for each time, and answered with 304 where it is the same. */
const EACH_TIME = 'no-cache'
/** Nothing is loaded from elsewhere, and no script stands in a page. Swagger UI draws its icons from data URLs and sets styles in line. */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const CSP = 'content-security-policy'
const PAGE_POLICY = `${POLICY}; style-src 'self'`
const DOCS_POLICY = `${POLICY}; style-src 'self' 'unsafe-inline'`

/**
 * A worker goes by the policy that it came with and not by the page's, so the page itself still may not compile anything.
 * Each worker is a single script and compiles the kernel, which is WebAssembly; it may neither load another script nor run
 * text as code.
 */
const WORKER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'"
const WORKER = /-worker-[\w-]+\.js$/

const pageEtag = etag({ retainedHeaders: [...RETAINED_304_HEADERS, CSP] })

/** The page at `/`, the API's description at `/openapi.json` and as a page at `/docs`; nothing is loaded from elsewhere. */
export function fileRoutes(files: Files): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  app.get('/', pageEtag, (c) => send(c, files, 'index.html', { 'cache-control': EACH_TIME, [CSP]: PAGE_POLICY }))
  app.get('/docs', pageEtag, (c) => send(c, files, 'docs.html', { 'cache-control': EACH_TIME, [CSP]: DOCS_POLICY }))
  app.get('/openapi.json', (c) => c.json(openapi, 200, { 'cache-control': 'public, max-age=3600' }))
  app.get('/assets/:name', (c) => {
    const name = c.req.param('name')
    const policy = WORKER.test(name) && { [CSP]: WORKER_POLICY }
    return send(c, files, `assets/${name}`, { 'cache-control': FOR_EVER, ...policy })
  })
  return app
}

async function send(
  c: Context<ApiEnv>,
  files: Files,
  name: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  // A name of more than 255 characters is one that a file system refuses.
  const gzipped = /^(assets\/)?\w[\w.-]{0,199}$/.test(name) ? await files.read(`${name}.gz`) : undefined
  if (!gzipped) throw new Problem('unknown-route')
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  const isGzipped = takesGzip(c.req)
  return c.body(isGzipped ? gzipped : gunzipSync(gzipped), 200, {
    'content-type': type,
    vary: 'accept-encoding',
    ...(isGzipped && { 'content-encoding': 'gzip' }),
    ...headers,
  })
}
