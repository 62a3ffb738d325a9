import type { ComponentChildren } from 'preact'
import { Folded } from '../ui/parts.tsx'
import { nameIn, type Operation, type Parameter, type Schema, typeWords } from './description.ts'
import { Examples, TryIt } from './examples.tsx'
import { requestOf } from './requests.ts'

// What the page is made of: sentences, tables of fields, and operations.

/** A sentence of the description: names of things stand between backticks, links in brackets. */
const PIECE = /`([^`]+)`|\[([^\]]+)\]\((https:[^)\s]+)\)/g

/** Paragraphs and lists, with an empty line between them. */
export function Words({ text }: { readonly text: string }) {
  const blocks = text.split('\n\n').map((block) =>
    block.startsWith('- ') ? (
      <ul key={block} class="bullets">
        {block.split(/^- /m).map((item) => item && <li key={item}>{piecesOf(item)}</li>)}
      </ul>
    ) : (
      <p key={block}>{piecesOf(block)}</p>
    ),
  )
  return <div class="words stack">{blocks}</div>
}

function piecesOf(text: string): ComponentChildren {
  const pieces: ComponentChildren[] = []
  let end = 0
  for (const found of text.matchAll(PIECE)) {
    pieces.push(text.slice(end, found.index))
    pieces.push(found[1] === undefined ? <a href={found[3]}>{found[2]}</a> : <code>{found[1]}</code>)
    end = found.index + found[0].length
  }
  return [...pieces, text.slice(end)]
}

export function Fields({ label, rows }: { readonly label: string; readonly rows: readonly Parameter[] }) {
  return (
    <section class="framed" aria-label={label}>
      <dl class="fields">
        {rows.map(({ name, in: place, required, schema, description = schema.description }) => (
          <div key={`${place}${name}`}>
            <dt>
              <strong class="mono breaking">{name}</strong>{' '}
              <span class="quiet small">{[place, required && 'required'].filter(Boolean).join(', ')}</span>
            </dt>
            <dd class="breaking">
              <Type schema={schema} />
            </dd>
            <dd>{description !== undefined && <Words text={description} />}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The type of a value; the name of a schema leads to it. */
export function Type({ schema }: { readonly schema: Schema }) {
  const reference = schema.$ref ?? schema.items?.$ref
  const words = <code>{typeWords(schema)}</code>
  return reference === undefined ? words : <a href={`#schema-${nameIn(reference)}`}>{words}</a>
}

const METHOD_TONES: Readonly<Record<string, string>> = { GET: 'good', DELETE: 'bad' }

/** An operation: what it is for, what it takes, what it answers, and how it is asked for. */
export function OperationCard({ operation }: { readonly operation: Operation }) {
  const { operationId, method, path, summary, description, parameters = [], requestBody, responses } = operation
  const isOurs = path.startsWith('/')
  return (
    <article class="card stack operation" aria-labelledby={operationId}>
      <div class="stack">
        <div>
          <h3 id={operationId}>{summary}</h3>
          <p>
            <span class={`badge ${METHOD_TONES[method] ?? ''}`}>{method}</span>{' '}
            <strong class="mono breaking">{path}</strong>
          </p>
        </div>
        {description !== undefined && <Words text={description} />}
        {requestBody && (
          <p class="small">
            <strong>Body</strong>:{' '}
            {Object.entries(requestBody.content).map(([type, { schema }], i) => (
              <span key={type}>
                {i > 0 && ' · '}
                <code>{type}</code>
                {schema?.$ref !== undefined && (
                  <>
                    {' '}
                    (<Type schema={schema} />)
                  </>
                )}
              </span>
            ))}
          </p>
        )}
        <Answers responses={responses} />
      </div>
      {isOurs && (
        <div class="stack">
          <Examples label={`Example: ${summary}`} requests={[requestOf(operation)]} />
          <Folded summary="Try it">
            <TryIt id={operationId} request={requestOf(operation)} />
          </Folded>
        </div>
      )}
      {parameters.length > 0 && (
        <details class="whole">
          <summary>Parameters: {parameters.map(({ name }) => name).join(', ')}</summary>
          <Fields label={`Parameters: ${summary}`} rows={parameters} />
        </details>
      )}
    </article>
  )
}

function Answers({ responses }: Pick<Operation, 'responses'>) {
  const all = Object.entries(responses)
  const isGood = (status: string) => /^[23]/.test(status)
  const good = all.filter(([status]) => isGood(status))
  const bad = all.filter(([status]) => !isGood(status))
  const listed = (answers: typeof all) => (
    <dl class="answers">
      {answers.map(([status, answer]) => (
        <AnswerRow key={status} status={status} {...answer} />
      ))}
    </dl>
  )
  return (
    <>
      {listed(good)}
      {bad.length > 0 && (
        <details>
          <summary>Problems: {bad.map(([status]) => status).join(', ')}</summary>
          {listed(bad)}
        </details>
      )}
    </>
  )
}

function AnswerRow({ status, description, content = {} }: { status: string } & Operation['responses'][string]) {
  const [schema] = Object.values(content).flatMap((of) => (of.schema?.$ref === undefined ? [] : [of.schema]))
  return (
    <>
      <dt>
        <code>{status}</code>
      </dt>
      <dd>
        <Words text={description} />
        {schema && (
          <p class="small">
            <Type schema={schema} />
          </p>
        )}
      </dd>
    </>
  )
}
