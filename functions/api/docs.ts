import { Hono } from 'hono'
import openapi from './openapi/openapi.json' with { type: 'json' }

/** The files of the documentation page, by name. */
export interface Docs {
  file(name: (typeof FILES)[number]): Promise<string>
}

/** What the page loads; they lie beside the function's bundle. */
export const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sudoku service: API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="api"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
`
const START = "SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true })\n"

/** The OpenAPI file and a page that shows it; nothing is loaded from elsewhere. */
export function docsRoutes(docs: Docs): Hono {
  const app = new Hono()
  const cached = { 'cache-control': 'public, max-age=3600' }
  app.get('/openapi.json', (c) => c.json(openapi, 200, cached))
  app.get('/docs', (c) => c.html(PAGE))
  app.get('/docs/start.js', (c) => c.body(START, 200, { 'content-type': 'text/javascript', ...cached }))
  for (const name of FILES) {
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
    app.get(`/docs/${name}`, async (c) => c.body(await docs.file(name), 200, { 'content-type': type, ...cached }))
  }
  return app
}
