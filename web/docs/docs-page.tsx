import { useEffect, useState } from 'preact/hooks'
import { VIEWS } from '../page/address.ts'
import { Brand } from '../ui/brand.tsx'
import { apiKey } from '../ui/key.tsx'
import { type Description, operationsOf } from './description.ts'
import { GettingStarted } from './getting-started.tsx'
import { OperationCard } from './operation-card.tsx'
import { SchemaCard } from './schema-card.tsx'
import { Words } from './words.tsx'

/** The API: how to begin, every operation of the description, and the schemas that they name. */
export function DocsPage() {
  const [description, setDescription] = useState<Description | undefined>(undefined)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    fetch('/openapi.json')
      .then(async (answer) => setDescription(await answer.json()))
      .catch(() => setAway(true))
  }, [])
  // What the address names is there only now.
  useEffect(() => {
    if (description) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [description])
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <header class="masthead">
        <Brand href="/" />
        <nav aria-label="Views">
          {VIEWS.map((view) => (
            <a key={view} href={`/#/${view}`}>
              {view.charAt(0).toUpperCase() + view.slice(1)}
            </a>
          ))}
          <a class="aside" href="/docs" aria-current="page">
            API
          </a>
        </nav>
      </header>
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
              <button type="button" onClick={() => location.reload()}>
                Load it again
              </button>
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
