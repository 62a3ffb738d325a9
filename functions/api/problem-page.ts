import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { type ApiEnv, prefixOf } from './context.ts'
import { PROBLEMS, Problem, type ProblemKind } from './problem.ts'

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** `GET /problems/{name}`: what a kind of problem is, what causes it and what to do. */
export function explainProblem(c: Context<ApiEnv, '/problems/:name'>): Response {
  const code = c.req.param('name')
  const kind = Object.entries<ProblemKind>(PROBLEMS).find(([known]) => known === code)?.[1]
  if (!kind) throw new Problem('unknown-route')
  const { status, title, cause, remedy } = kind
  const types = ['application/json', 'text/html']
  c.header('vary', 'accept')
  if (accepts(c, { header: 'Accept', supports: types, default: 'application/json' }) !== 'text/html') {
    return c.json({ type: `${prefixOf(c)}/problems/${code}`, code, title, status, cause, remedy })
  }
  return c.html(pageOf(code, kind, prefixOf(c)), 200, { 'content-security-policy': POLICY })
}

function pageOf(code: string, { status, title, cause, remedy }: ProblemKind, prefix: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${code}: ${htmlOf(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${htmlOf(title)}</h1>
<p>Status ${status}, code <code>${code}</code>.</p>
<h2>Cause</h2>
<p>${htmlOf(cause)}</p>
<h2>Remedy</h2>
<p>${htmlOf(remedy)}</p>
<p><a href="${prefix}/docs">The API’s description</a></p>
</main>
</html>
`
}

/** A text as HTML; what stands in backticks is code. */
function htmlOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped.replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
