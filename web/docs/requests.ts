import { shellQuoted } from '../ui/words.ts'
import type { Operation } from './description.ts'

/** A request as a row: how it is written in each language follows from it. */
export interface Request {
  readonly method: string
  /** From the first slash on. In it `{job}` is the id that a row before this one has named. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** A text, or a file that is sent in gzip. */
  readonly body?: string | { readonly file: string }
  /**
   * What becomes of its answer: the id in it is the `job` of those that follow; or it is asked for as long as the
   * job runs; or it is printed with all pages after it. Otherwise the answer is printed.
   */
  readonly answer?: 'job' | 'awaited' | 'paged'
  /** Whether it needs no key. */
  readonly isOpen?: boolean
  /** What a program does with the client in its place; nothing where the client has no such call. */
  readonly call?: string | undefined
}

/** The service that is asked, and whether it wants a key, which is then in the environment. */
export interface Asked {
  readonly origin: string
  readonly hasKey: boolean
  /** Whether the script goes on with the client of the one before it. */
  readonly isGoingOn?: boolean
}

/** Each operation as the client has it, where it has it; the request's own body takes the place of `BODY`. */
const CALLS: Readonly<Record<string, string>> = {
  createJob: 'console.log(await client.createJob(BODY))',
  listJobs: 'for await (const { id, state } of client.listJobs()) console.log(id, state)',
  getJob: 'for await (const { state, counts } of client.watchJob(job)) console.log(state, counts)',
  deleteJob: 'await client.deleteJob(job)',
  cancelJob: 'console.log(await client.cancelJob(job))',
  redriveJob: 'console.log(await client.redriveJob(job))',
  listDeliveries: 'console.log(await client.listDeliveries(job))',
  sendAgain: 'console.log(await client.sendAgain(job))',
  putPart: "await client.putPart(job, 1, new Blob([JSON.stringify(BODY)]), { type: 'application/json' })",
  sealJob: 'console.log(await client.sealJob(job, 1))',
  getResults: 'for await (const { line, solution } of client.results(job)) console.log(line, solution)',
}

const QUERY_OF: Readonly<Record<string, string>> = { getResults: '?format=csv' }

/** The request of an operation, with its first example. */
export function requestOf({ operationId, method, path, requestBody, security }: Operation): Request {
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { example, examples = {} }]) => ({
    type,
    value: example ?? Object.values(examples)[0]?.value,
  }))
  const sent = bodies.find(({ value }) => value !== undefined)
  const body = sent && (typeof sent.value === 'string' ? sent.value : JSON.stringify(sent.value))
  const address = path.replace('{id}', '{job}').replace('{part}', '1').replace('{name}', 'job-ended')
  return {
    method,
    path: `${address}${QUERY_OF[operationId] ?? ''}`,
    ...(sent && body !== undefined && { headers: { 'content-type': sent.type }, body }),
    isOpen: security?.length === 0,
    call: CALLS[operationId]?.replace('BODY', () => body ?? ''),
  }
}

/** As one asks by itself, and by the client that can be installed. */
export const LANGUAGES = ['curl', 'TypeScript', 'Python', 'npm client'] as const
export type Language = (typeof LANGUAGES)[number]

/** Requests as a script that makes them one after the other. */
export function scriptOf(language: Language, requests: readonly Request[], asked: Asked): string {
  const sent = requests.map((request) => ({ ...request, isOpen: request.isOpen || !asked.hasKey }))
  const written = sent.map((request) => WRITERS[language](request, asked.origin))
  return [...PROLOGUES[language](sent, asked), ...written].join('\n')
}

const isKeyed = ({ isOpen }: Request) => !isOpen
const isFile = ({ body }: Request) => typeof body === 'object'
const isJson = ({ body }: Request) => typeof body === 'string' && body.startsWith('{')

const ENV_IN_NODE = "import { env } from 'process'"
const FILES_IN_NODE = `import { readFile } from 'fs/promises'
import { gzipSync } from 'zlib'
async function checked(answer: Response) {
  if (!answer.ok) throw new Error(await answer.text())
  return answer
}`

type Needs = Readonly<Record<string, (request: Request) => boolean>>
/** What a script imports, by the requests that need it. */
const NODE_NEEDS: Needs = { [ENV_IN_NODE]: isKeyed, [FILES_IN_NODE]: isFile }
const PYTHON_NEEDS: Needs = {
  gzip: isFile,
  json: (request) => request.answer === 'job' || request.answer === 'awaited' || isJson(request),
  os: isKeyed,
  time: ({ answer }) => answer === 'awaited',
  'urllib.request': () => true,
}
const neededBy = (requests: readonly Request[], needs: Needs) =>
  Object.keys(needs).filter((name) => requests.some(needs[name]))

const PROLOGUES: Readonly<Record<Language, (requests: readonly Request[], asked: Asked) => readonly string[]>> = {
  curl: () => [],
  TypeScript: (requests) => neededBy(requests, NODE_NEEDS),
  Python: (requests) => [`import ${neededBy(requests, PYTHON_NEEDS).join(', ')}`],
  'npm client': (requests, { origin, isGoingOn }) => {
    if (!requests.some(({ call }) => call !== undefined)) return neededBy(requests, NODE_NEEDS)
    if (isGoingOn) return []
    const client = "import { createClient } from 'sudoku-service/client'"
    if (!requests.some(isKeyed)) return [client, `const client = createClient({ url: '${origin}' })`]
    return [ENV_IN_NODE, client, `const client = createClient({ url: '${origin}', key: env.SUDOKU_KEY })`]
  },
}

const WRITERS: Readonly<Record<Language, (request: Request, origin: string) => string>> = {
  curl: (request, origin) => {
    const { method, body, headers = {}, answer } = request
    const path = request.path.replace('{job}', '$job')
    const command = [
      ...(typeof body === 'object' ? [`gzip -c ${body.file} |`] : []),
      // What is kept in a variable is shown by the script itself where it is no job.
      answer === undefined || answer === 'paged' ? 'curl -sS --fail-with-body' : 'curl -sS',
      // JSON has no end of line of its own, and the next prompt or answer would stand in its last one.
      ...(answer === 'paged' ? ['-D head.txt'] : answer ? [] : ["-w '\\n'"]),
      ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
      ...(isKeyed(request) ? ['-H "authorization: Bearer $SUDOKU_KEY"'] : []),
      ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
      ...(typeof body === 'string' ? [`-d ${shellQuoted(body)}`] : body ? ['--data-binary @-'] : []),
      `"${origin}${answer === 'paged' ? '$next' : path}"`,
    ].join(' ')
    // `:?` shows what came instead, and ends a script, but not the terminal that somebody pastes it into.
    if (answer === 'job')
      return `answer=$(${command})
job=$(echo "$answer" | sed -n 's/.*"id":"\\([^"]*\\)".*/\\1/p')
: "\${job:?$answer}"`
    if (answer === 'awaited')
      return `while
  answer=$(${command})
  state=$(echo "$answer" | grep -o '"state":"[a-z]*"')
  [ "\${state:?$answer}" = '"state":"running"' ]
do sleep 1; done`
    if (answer !== 'paged') return command
    return `next="${path}"
(while [ "$next" ]; do
  ${command} || exit
  next=$(sed -n 's/^[Ll]ink: <\\([^>]*\\)>.*/\\1/p' head.txt)
done)`
  },
  TypeScript: (request, origin) => {
    const { method, body, answer } = request
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the templates are in the script that is written
    const path = request.path.replace('{job}', '${job}')
    const address = `${origin}${answer === 'paged' ? '${next}' : path}`
    const quoted = address.includes('${') ? '`' : "'"
    const options = [
      ...(method === 'GET' ? [] : [`method: '${method}'`]),
      ...headersOf(request, '`Bearer ${env.SUDOKU_KEY}`', "'").map((fields) => `headers: { ${fields} }`),
      ...(typeof body === 'string'
        ? [`body: ${isJson(request) ? `JSON.stringify(${body})` : JSON.stringify(body)}`]
        : body
          ? [`body: gzipSync(await readFile('${body.file}'))`]
          : []),
    ]
    const more = options.length > 0 ? `, {${options.map((option) => `\n  ${option},`).join('')}\n}` : ''
    const fetched = `await fetch(${quoted}${address}${quoted}${more})`
    const sent = answer ? `await checked(${fetched})` : fetched
    if (answer === 'job') return `const { id: job } = await (${sent}).json()`
    if (answer === 'awaited')
      return `const isRunning = async () => (await (${sent}).json()).state === 'running'
while (await isRunning()) await new Promise((done) => setTimeout(done, 1000))`
    if (answer !== 'paged') return `console.log(await (${sent}).text())`
    return `let next: string | undefined = \`${path}\`
while (next) {
  const page: Response = ${sent.replaceAll('\n', '\n  ')}
  process.stdout.write(await page.text())
  next = page.headers.get('link')?.match(/<(.*)>/)?.[1]
}`
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above
  },
  Python: (request, origin) => {
    const { method, path, body, answer: kind } = request
    const address = `${origin}${kind === 'paged' ? '{next}' : path}`
    const options = [
      `${address.includes('{') ? 'f' : ''}"${address}"`,
      ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`method="${method}"`]),
      ...headersOf(request, '"Bearer " + os.environ["SUDOKU_KEY"]', '"').map((fields) => `headers={${fields}}`),
      ...(typeof body === 'string'
        ? [`data=${isJson(request) ? `json.dumps(${pythonOf(JSON.parse(body))})` : JSON.stringify(body)}.encode()`]
        : body
          ? [`data=gzip.compress(open("${body.file}", "rb").read())`]
          : []),
    ]
    const sent = `request = urllib.request.Request(${options.map((option) => `\n    ${option},`).join('')}\n)`
    const answer = 'urllib.request.urlopen(request)'
    if (kind === 'job') return `${sent}\njob = json.load(${answer})["id"]`
    if (kind === 'awaited') return `${sent}\nwhile json.load(${answer})["state"] == "running":\n    time.sleep(1)`
    if (kind !== 'paged') return `${sent}\nprint(${answer}.read().decode())`
    return `next = f"${path}"
while next:
    ${sent.replaceAll('\n', '\n    ')}
    page = ${answer}
    print(page.read().decode(), end="")
    next = (page.headers["link"] or "").partition("<")[2].partition(">")[0]`
  },
  'npm client': (request, origin) => request.call ?? WRITERS.TypeScript(request, origin),
}

/** The headers of a request as the fields of an object; nothing where it has none. */
function headersOf(request: Request, bearer: string, quote: string): string[] {
  const named = Object.entries(request.headers ?? {}).map(([name, value]) => [name, `${quote}${value}${quote}`])
  const all = [...named, ...(isKeyed(request) ? [['authorization', bearer]] : [])]
  const fields = all.map(([name, value]) => `${quote}${name}${quote}: ${value}`)
  return fields.length > 0 ? [fields.join(', ')] : []
}

/** A value in JSON as Python has it. */
function pythonOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  // A text in JSON is one in Python, too.
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${pythonOf(field)}`)
  return `{${fields.join(', ')}}`
}
