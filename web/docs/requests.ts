import type { Operation } from './description.ts'

/** A request as a row: how it is written in each language follows from it. */
export interface Request {
  readonly method: string
  /** From the first slash on. In it `{job}` is the id that a row before this one has named. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** A text, or a file that is sent as it is. */
  readonly body?: string | { readonly file: string }
  /** Whether the id in its answer is the job of those that follow; otherwise the answer is printed. */
  readonly isNamed?: boolean
  /** Whether it needs no key. */
  readonly isOpen?: boolean
}

/** The service that is asked, and whether it wants a key, which is then in the environment. */
export interface Asked {
  readonly origin: string
  readonly hasKey: boolean
}

const QUERY_OF: Readonly<Record<string, string>> = { getResults: '?format=csv' }

/** The request of an operation, with its first example. */
export function requestOf({ operationId, method, path, requestBody, security }: Operation): Request {
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { example, examples = {} }]) => ({
    type,
    value: example ?? Object.values(examples)[0]?.value,
  }))
  const sent = bodies.find(({ value }) => value !== undefined)
  const address = path.replace('{id}', '{job}').replace('{part}', '1').replace('{name}', 'job-ended')
  return {
    method,
    path: `${address}${QUERY_OF[operationId] ?? ''}`,
    ...(sent && {
      headers: { 'content-type': sent.type },
      body: typeof sent.value === 'string' ? sent.value : JSON.stringify(sent.value),
    }),
    isOpen: security?.length === 0,
  }
}

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const
export type Language = (typeof LANGUAGES)[number]

/** Requests as a script that makes them one after the other. */
export function scriptOf(language: Language, requests: readonly Request[], asked: Asked): string {
  return [
    ...PROLOGUES[language](requests, asked),
    ...requests.map((request) => WRITERS[language](request, asked)),
  ].join('\n')
}

/** What a script imports. */
const PROLOGUES: Readonly<Record<Language, (requests: readonly Request[], asked: Asked) => readonly string[]>> = {
  curl: () => [],
  TypeScript: (requests, asked) => [
    ...(requests.some((request) => isKeyed(request, asked)) ? ["import { env } from 'process'"] : []),
    ...(requests.some(({ body }) => typeof body === 'object') ? ["import { readFile } from 'fs/promises'"] : []),
  ],
  Python: () => ['import json, os, urllib.request'],
}

const WRITERS: Readonly<Record<Language, (request: Request, asked: Asked) => string>> = {
  curl: (request, asked) => {
    const { method, body, headers = {}, isNamed } = request
    const command = [
      'curl -s',
      ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
      ...(isKeyed(request, asked) ? ['-H "authorization: Bearer $SUDOKU_KEY"'] : []),
      ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
      ...(typeof body === 'string'
        ? [`-d '${body.replaceAll("'", "'\\''")}'`]
        : body
          ? [`--data-binary @${body.file}`]
          : []),
      `"${addressOf(request, asked, '$job')}"`,
    ].join(' ')
    return isNamed ? `job=$(${command} | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')` : command
  },
  TypeScript: (request, asked) => {
    const { method, body, isNamed } = request
    const quoted = request.path.includes('{job}') ? '`' : "'"
    const options = [
      ...(method === 'GET' ? [] : [`method: '${method}'`]),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is in the script that is written
      ...headerRows(request, asked, '`Bearer ${env.SUDOKU_KEY}`', "'").map((rows) => `headers: {${rows}\n  }`),
      ...(typeof body === 'string'
        ? [`body: ${body.startsWith('{') ? `JSON.stringify(${body})` : JSON.stringify(body)}`]
        : body
          ? [`body: await readFile('${body.file}')`]
          : []),
    ]
    const more = options.length > 0 ? `, {${options.map((option) => `\n  ${option},`).join('')}\n}` : ''
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
    const answer = `await fetch(${quoted}${addressOf(request, asked, '${job}')}${quoted}${more})`
    return isNamed ? `const { id: job } = await (${answer}).json()` : `console.log(await (${answer}).text())`
  },
  Python: (request, asked) => {
    const { method, body, isNamed } = request
    const options = [
      `${request.path.includes('{job}') ? 'f' : ''}"${addressOf(request, asked, '{job}')}"`,
      `method="${method}"`,
      ...headerRows(request, asked, '"Bearer " + os.environ["SUDOKU_KEY"]', '"').map(
        (rows) => `headers={${rows}\n    }`,
      ),
      // A text in JSON is one in Python, too.
      ...(typeof body === 'string'
        ? [`data=${JSON.stringify(body)}.encode()`]
        : body
          ? [`data=open("${body.file}", "rb").read()`]
          : []),
    ]
    const sent = `request = urllib.request.Request(${options.map((option) => `\n    ${option},`).join('')}\n)`
    const answer = 'urllib.request.urlopen(request)'
    return `${sent}\n${isNamed ? `job = json.load(${answer})["id"]` : `print(${answer}.read().decode())`}`
  },
}

/** The headers of a request as rows of an object; nothing where it has none. */
function headerRows(request: Request, asked: Asked, bearer: string, quote: string): string[] {
  const indent = quote === '"' ? '        ' : '    '
  const all = [
    ...Object.entries(request.headers ?? {}).map(([name, value]) => [name, `${quote}${value}${quote}`]),
    ...(isKeyed(request, asked) ? [['authorization', bearer]] : []),
  ]
  const rows = all.map(([name, value]) => `\n${indent}${quote}${name}${quote}: ${value},`)
  return rows.length > 0 ? [rows.join('')] : []
}

function addressOf({ path }: Request, { origin }: Asked, job: string): string {
  return `${origin}${path.replace('{job}', job)}`
}

function isKeyed({ isOpen }: Request, { hasKey }: Asked): boolean {
  return hasKey && !isOpen
}
