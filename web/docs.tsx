import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Fields, OperationCard, Type, Words } from './docs/blocks.tsx'
import { type Description, operationsOf, type Schema } from './docs/description.ts'
import { Examples, LanguageChoice, useLanguage } from './docs/examples.tsx'
import type { Language, Request } from './docs/requests.ts'
import { VIEWS } from './page/address.ts'
import { Code } from './ui/code.tsx'
import { Masthead } from './ui/masthead.tsx'
import { Button } from './ui/parts.tsx'
import { capitalised } from './ui/words.ts'

/** The API: how to begin, every operation of the description, and the schemas that they name. */
function DocsPage() {
  const [description, setDescription] = useState<Description>()
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    fetch('/openapi.json')
      .then(async (answer) => setDescription(await answer.json()))
      .catch(() => setAway(true))
  }, [])
  // The section that the address names is there only now, and may be folded.
  useEffect(() => {
    if (!description) return
    const show = () => {
      const named = document.getElementById(location.hash.slice(1))
      named?.closest('details')?.setAttribute('open', '')
      named?.scrollIntoView()
    }
    show()
    addEventListener('hashchange', show)
    return () => removeEventListener('hashchange', show)
  }, [description])
  return (
    <>
      <Masthead
        home="/"
        isDocs={true}
        views={VIEWS.map((view) => (
          <a key={view} href={`/#/${view}`}>
            {capitalised(view)}
          </a>
        ))}
      />
      <div class="docs">
        {description && <Contents description={description} />}
        <main id="main" tabIndex={-1} class="stack">
          <h1>The API</h1>
          <LanguageChoice />
          <GettingStarted />
          {description && <Words text={description.info.description} />}
          <p class="quiet small">
            {description && `Version ${description.info.version}. `}For programs:{' '}
            <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
          </p>
          {isAway && (
            <div class="trouble" role="alert">
              <p>The service describes its operations itself, and it does not answer.</p>
              <Button onClick={() => location.reload()}>Load it again</Button>
            </div>
          )}
          {!description && !isAway && <p class="quiet">Loading every operation…</p>}
          {description && <Reference description={description} />}
        </main>
      </div>
    </>
  )
}

function Contents({ description }: { readonly description: Description }) {
  const [here, setHere] = useState<string>()
  useEffect(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')]
    const isPassed = ({ hash }: HTMLAnchorElement) =>
      (document.querySelector(hash)?.getBoundingClientRect().top ?? innerHeight) < innerHeight / 4
    const look = () => setHere(links.findLast(isPassed)?.hash.slice(1))
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  const linkTo = (id: string, words: string) => (
    <a href={`#${id}`} aria-current={id === here ? 'location' : undefined}>
      {words}
    </a>
  )
  return (
    <nav class="contents row no-print" aria-label="On this page">
      {linkTo('getting-started', 'Getting started')}
      {description.tags.map(({ name }) => (
        <div key={name}>
          {linkTo(name, name)}
          <ul>
            {operationsOf(description, name).map(({ operationId, summary }) => (
              <li key={operationId}>{linkTo(operationId, summary.split(':')[0])}</li>
            ))}
          </ul>
        </div>
      ))}
      {linkTo('webhooks', 'Webhooks')}
      {linkTo('schemas', 'Schemas')}
    </nav>
  )
}

function Reference({ description }: { readonly description: Description }) {
  return (
    <>
      {description.tags.map(({ name, description: words }) => (
        <section key={name} class="stack" aria-labelledby={name}>
          <div>
            <h2 id={name} class="tag">
              {name}
            </h2>
            <Words text={words} />
          </div>
          {operationsOf(description, name).map((operation) => (
            <OperationCard key={operation.operationId} operation={operation} />
          ))}
        </section>
      ))}
      <section class="stack" aria-labelledby="webhooks">
        <h2 id="webhooks" class="tag">
          Webhooks
        </h2>
        <Words text="A job may name an address that is told when it has ended, with a secret of its own: `whsec_` and 24 to 64 bytes in base64. A deployed service calls addresses of the internet by `https`, one on your machine only that machine, such as `http://127.0.0.1:4000`. For a file, open the job with the webhook and `open`, and send the file in parts." />
        <Examples label="A job with a webhook" requests={[WEBHOOK_REQUEST]} />
        <Words text="What comes is signed with that secret, as [Standard Webhooks](https://www.standardwebhooks.com) has it. Verify it over the body as it came, byte for byte, and refuse a timestamp that is minutes old:" />
        <Code label="To verify the signature" text={VERIFYING[useLanguage()]} />
        {Object.values(description.webhooks).map(({ post }) => (
          <OperationCard key={post.operationId} operation={{ ...post, method: 'POST', path: 'your address' }} />
        ))}
      </section>
      <section class="stack" aria-labelledby="schemas">
        <h2 id="schemas" class="tag">
          Schemas
        </h2>
        {Object.entries(description.components.schemas).map(([name, schema]) => (
          <SchemaCard key={name} name={name} schema={schema} />
        ))}
      </section>
    </>
  )
}

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

const WAITING = { prefer: 'wait=20' }

/** What the first request is answered with, as far as a beginner reads it. */
const ANSWER = `{ "id": "…", "state": "completed", "results": [{
  "puzzle": "${PUZZLE}", "status": "solved", "unique": true,
  "solution": "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
  "backtracks": 0, … }], … }`

/** The first requests, which anybody can make to this very service. */
const FIRST_REQUESTS: readonly { readonly words: string; readonly label: string; readonly requests: Request[] }[] = [
  {
    words:
      'One request solves a puzzle: it waits up to 20 seconds, and answers with the result, as below. Empty cells are `.` or `0`, row by row.',
    label: 'One puzzle in one request',
    requests: [
      {
        method: 'POST',
        path: '/jobs',
        headers: { ...WAITING, 'content-type': 'application/json' },
        body: JSON.stringify({ puzzles: [PUZZLE] }),
        call: `const solved = await client.solve({ puzzles: ['${PUZZLE}'] })\nconsole.log(JSON.stringify(solved))`,
      },
    ],
  },
  {
    words:
      'A file goes in gzip, in any form that people keep puzzles in: one a line, say. The answer has the id of the job. One request takes 4.67 MB in gzip (5.8 MB as plain text), and 250,000 puzzles (30,000 where `steps` are included), so a file of 100,000, which is some 3 MB in gzip, fits one; 413 or 422 is the answer to more. What is larger, or has more than 16 MB unpacked, goes in parts, as the npm client and the command line (`sudoku solve puzzles.txt --url …`) send it.',
    label: 'A file of puzzles',
    requests: [
      {
        method: 'POST',
        path: '/jobs',
        headers: { 'content-type': 'application/gzip' },
        body: { file: 'puzzles.txt' },
        answer: 'job',
        call: [
          "import { createReadStream } from 'fs'",
          "import { upload } from 'sudoku-service/client'",
          "const { job: { id: job }, sealed } = await upload(createReadStream('puzzles.txt'), client)",
          'await sealed',
        ].join('\n'),
      },
    ],
  },
  {
    words:
      'In the same script, poll the job until it has ended; then read its results, as text, JSON, NDJSON or CSV. They come in pages: the header `Link` leads to the next one, and the last has none. Results can be read while the job runs, too.',
    label: 'The job, and all its results',
    requests: [
      {
        method: 'GET',
        path: '/jobs/{job}',
        headers: WAITING,
        answer: 'awaited',
        call: 'for await (const { counts } of client.watchJob(job)) console.log(counts)',
      },
      {
        method: 'GET',
        path: '/jobs/{job}/results?format=text',
        answer: 'paged',
        call: 'for await (const { solution } of client.results(job)) console.log(solution)',
      },
    ],
  },
]

/** As this very service takes it: one on a machine calls that machine alone. */
const HOOK = location.protocol === 'https:' ? 'https://example.com/hooks' : 'http://127.0.0.1:4000/hooks'
const WEBHOOK_JOB = { puzzles: [PUZZLE], webhook: { url: HOOK, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } }
const WEBHOOK_REQUEST: Request = {
  method: 'POST',
  path: '/jobs',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(WEBHOOK_JOB),
  call: `console.log(await client.createJob(${JSON.stringify(WEBHOOK_JOB)}))`,
}

const VERIFYING_IN_NODE = `import { createHmac, timingSafeEqual } from 'crypto'
const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
const signed = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${body}\`
const expected = Buffer.from(\`v1,\${createHmac('sha256', key).update(signed).digest('base64')}\`)
const found = Buffer.from(headers['webhook-signature'])
const isGenuine = found.length === expected.length && timingSafeEqual(found, expected)`

const VERIFYING_IN_PYTHON = `import base64, hashlib, hmac
key = base64.b64decode(secret.removeprefix("whsec_"))
signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
is_genuine = hmac.compare_digest(headers["webhook-signature"], expected)`

/** How each language checks a signature; a shell leaves it to Python. */
const VERIFYING: Readonly<Record<Language, string>> = {
  curl: `# In Python, for example\n${VERIFYING_IN_PYTHON}`,
  TypeScript: VERIFYING_IN_NODE,
  Python: VERIFYING_IN_PYTHON,
  'npm client': VERIFYING_IN_NODE,
}

const INSTALLING = `npm run -s package
npm install ./sudoku-service-*.tgz
npx sudoku solve puzzles.txt --url ${location.origin} > solutions.txt`

function GettingStarted() {
  return (
    <section class="card stack" aria-labelledby="getting-started">
      <h2 id="getting-started">Getting started</h2>
      {useLanguage() === 'npm client' && (
        <>
          <Words text="The client sends files of any size, waits where the service asks it to, and tries again where that helps. It comes in a package, with the solver and a command line. Make the package in a checkout, and install it in your project:" />
          <Code label="To install the client" text={INSTALLING} />
        </>
      )}
      {FIRST_REQUESTS.map(({ words, label, requests }, i) => (
        <div key={label} class="stack">
          <Words text={words} />
          <div class="stack">
            <Examples label={label} requests={requests} isGoingOn={i > 0} />
            {i === 0 && <Code text={ANSWER} label="The answer, shortened" isWhole={false} />}
          </div>
        </div>
      ))}
      <p class="quiet small">
        A service that asks for keys takes one as <code>authorization: Bearer …</code>. Every problem that the service
        finds is <code>application/problem+json</code>: its <code>code</code> names it, and{' '}
        <code>/problems/(code)</code> has cause and remedy. A body that the gateway in front of it does not let through
        (413) is answered with <code>{'{"message":"Request Entity Too Large"}'}</code> alone.
      </p>
    </section>
  )
}

/** The fields of an object of the API. */
function SchemaCard({ name, schema }: { readonly name: string; readonly schema: Schema }) {
  const { description, properties = {}, required = [] } = schema
  const rows = Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }))
  return (
    <details class="card">
      <summary>
        <h3 id={`schema-${name}`}>{name}</h3>
      </summary>
      {description !== undefined && <Words text={description} />}
      {rows.length > 0 ? <Fields label={`Fields of ${name}`} rows={rows} /> : <Type schema={schema} />}
    </details>
  )
}

const root = document.createElement('div')
root.id = 'page'
document.querySelector('#page')?.replaceWith(root)
render(<DocsPage />, root)
