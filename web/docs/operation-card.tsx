import { Folded } from '../ui/parts.tsx'
import { Fields, Type, Words } from './blocks.tsx'
import type { Operation } from './description.ts'
import { Examples, TryIt } from './examples.tsx'
import { requestOf } from './requests.ts'

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
