import { useEffect, useState } from 'preact/hooks'
import { VIEWS } from '../page/address.ts'
import { apiKey } from '../ui/key.tsx'
import { Masthead } from '../ui/masthead.tsx'
import { Button } from '../ui/parts.tsx'
import { Code, FieldsTable, Type, Words } from './blocks.tsx'
import { type Description, operationsOf, type Schema } from './description.ts'
import { OperationCard } from './operation-card.tsx'

/** The API: how to begin, every operation of the description, and the schemas that they name. */
export function DocsPage() {
  const [description, setDescription] = useState<Description>()
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    fetch('/openapi.json')
      .then(async (answer) => setDescription(await answer.json()))
      .catch(() => setAway(true))
  }, [])
  // The section that the address names is there only now.
  useEffect(() => {
    if (description) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [description])
  return (
    <>
      <Masthead
        home="/"
        isDocs={true}
        views={VIEWS.map((view) => (
          <a key={view} href={`/#/${view}`}>
            {view.charAt(0).toUpperCase() + view.slice(1)}
          </a>
        ))}
      />
      <div class="docs">
        {description && <Contents description={description} />}
        <main id="main" tabIndex={-1} class="stack">
          <section class="stack" aria-labelledby="api">
            <h1 id="api">The API</h1>
            {description && <Words text={description.info.description} />}
            <p class="quiet small">
              {description && `Version ${description.info.version}. `}For programs:{' '}
              <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
            </p>
          </section>
          <GettingStarted />
          {isAway && (
            <div class="trouble" role="alert">
              <p>The description could not be loaded. Is the service away?</p>
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
  return (
    <nav class="contents no-print" aria-label="On this page">
      <a href="#getting-started">Getting started</a>
      {description.tags.map(({ name }) => (
        <div key={name}>
          <a href={`#${name}`}>{name}</a>
          <ul>
            {operationsOf(description, name).map(({ operationId, summary }) => (
              <li key={operationId}>
                <a href={`#${operationId}`}>{summary.split(':')[0]}</a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <a href="#webhooks">Webhooks</a>
      <a href="#schemas">Schemas</a>
    </nav>
  )
}

function Reference({ description }: { readonly description: Description }) {
  const hasKey = apiKey() !== undefined
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
            <OperationCard key={operation.operationId} operation={operation} hasKey={hasKey} />
          ))}
        </section>
      ))}
      <section class="stack" aria-labelledby="webhooks">
        <h2 id="webhooks" class="tag">
          Webhooks
        </h2>
        {Object.values(description.webhooks).map(({ post }) => (
          <OperationCard
            key={post.operationId}
            operation={{ ...post, method: 'POST', path: 'your address' }}
            hasKey={false}
          />
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

/** The first requests, which any shell can make to this very service. */
function GettingStarted() {
  const { origin } = location
  const key = apiKey() === undefined ? '' : ` -H "authorization: Bearer $SUDOKU_KEY"`
  return (
    <section class="card stack" aria-labelledby="getting-started">
      <h2 id="getting-started">Getting started</h2>
      <p>
        One request solves a puzzle: it waits up to 20 seconds, and answers with the result. Empty cells are{' '}
        <code>.</code> or <code>0</code>, row by row.
      </p>
      <Code
        label="One puzzle in one request"
        text={`curl -s${key} -H 'prefer: wait=20' -H 'content-type: application/json' -d '{"puzzles":["${PUZZLE}"]}' ${origin}/jobs`}
      />
      <p>A file goes as it is, in any form that people keep puzzles in. The answer has the job's id.</p>
      <Code
        label="A file of puzzles"
        text={`printf '%s\\n' ${PUZZLE} > puzzles.txt
job=$(curl -s${key} -H 'content-type: text/plain' --data-binary @puzzles.txt ${origin}/jobs | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')`}
      />
      <p>The job can be polled; and results can be read while it runs, as JSON, NDJSON, CSV or text.</p>
      <Code
        label="The job, and its results"
        text={`curl -s${key} -H 'prefer: wait=20' ${origin}/jobs/$job
curl -s${key} -H 'prefer: wait=20' "${origin}/jobs/$job/results?format=text"`}
      />
      <p class="quiet small">
        A service that asks for keys takes one as <code>authorization: Bearer …</code>. Every problem is{' '}
        <code>application/problem+json</code>: its <code>code</code> names it, and <code>/problems/(code)</code> has
        cause and remedy.
      </p>
    </section>
  )
}

/** The fields of an object of the API. */
function SchemaCard({ name, schema }: { readonly name: string; readonly schema: Schema }) {
  const { description, properties, required = [] } = schema
  const rows = Object.entries(properties ?? {}).map(([field, of]) => ({
    name: field,
    isRequired: required.includes(field),
    schema: of,
    description: of.description,
  }))
  return (
    <article class="card stack" aria-labelledby={`schema-${name}`}>
      <h3 id={`schema-${name}`}>{name}</h3>
      {description !== undefined && <Words text={description} />}
      {rows.length > 0 ? <FieldsTable label={`Fields of ${name}`} rows={rows} /> : <Type schema={schema} />}
    </article>
  )
}
