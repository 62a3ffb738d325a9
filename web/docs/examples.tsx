import { useState } from 'preact/hooks'
import { apiKey, useHasKey } from '../ui/api-key.tsx'
import { keepText, keptText } from '../ui/browser.ts'
import { Code } from '../ui/code.tsx'
import { Button } from '../ui/parts.tsx'
import { Store, useStore } from '../ui/store.ts'
import { type Asked, LANGUAGES, type Language, type Request, scriptOf } from './requests.ts'

const LANGUAGE_ITEM = 'docs-language'
/** One choice for all examples of the page, which this browser remembers. */
const chosen = new Store<Language>(LANGUAGES.find((name) => name === keptText(LANGUAGE_ITEM)) ?? 'curl')

export const useLanguage = () => useStore(chosen)

/** In which language all examples of the page are, at hand wherever on it somebody reads. */
export function LanguageChoice() {
  const language = useLanguage()
  const choose = (name: Language) => {
    chosen.set(name)
    keepText(LANGUAGE_ITEM, name)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are filled in
    <div class="languages row no-print" role="group" aria-label="Language of all examples">
      <span class="label">Examples in</span>
      {LANGUAGES.map((name) => (
        <Button key={name} class="small" aria-pressed={`${name === language}`} onClick={() => choose(name)}>
          {name}
        </Button>
      ))}
    </div>
  )
}

interface ExamplesProps extends Pick<Asked, 'isGoingOn'> {
  readonly label: string
  readonly requests: readonly Request[]
}

/** Requests in the chosen language. */
export function Examples({ label, requests, isGoingOn = false }: ExamplesProps) {
  const language = useLanguage()
  const hasKey = useHasKey()
  return <Code label={label} text={scriptOf(language, requests, { origin: location.origin, hasKey, isGoingOn })} />
}

/** The job that was created last on this page: the others are tried on it. */
const lastJob = new Store('{job}')
/** More of an answer nobody reads here. */
const MOST_SHOWN = 10_000

/** Sends a request to the service that this page comes from. */
export function TryIt({ id, request }: { readonly id: string; readonly request: Request }) {
  const { method, headers = {}, body } = request
  const job = useStore(lastJob)
  /** What somebody has written there stays. */
  const [written, setWritten] = useState<string>()
  const path = written ?? request.path.replace('{job}', job)
  const [text, setText] = useState(`${body ?? ''}`)
  const [answer, setAnswer] = useState('')
  const send = async (event: Event) => {
    event.preventDefault()
    const key = apiKey()
    if (path.includes('{job}')) return setAnswer('Write the id of a job in the place of {job}, or submit one above.')
    setAnswer('…')
    // Puzzles may be a text, too: a puzzle a line.
    const type = body !== undefined && !/^\s*[{[]/.test(text) && { 'content-type': 'text/plain' }
    try {
      const got = await fetch(path, {
        method,
        headers: { ...headers, ...type, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
        ...(body !== undefined && { body: text }),
      })
      const found = await got.text()
      const job = /"id":"([^"]+)"/.exec(got.headers.has('location') ? found : '')
      if (job) lastJob.set(job[1])
      const isJson = /[/+]json/.test(got.headers.get('content-type') ?? '')
      const shown = isJson ? JSON.stringify(JSON.parse(found), null, 2) : found
      setAnswer(`${got.status} ${got.statusText}\n${shown.slice(0, MOST_SHOWN)}`)
    } catch {
      setAnswer('The service does not answer.')
    }
  }
  return (
    <form class="stack" onSubmit={send}>
      <div class="field">
        <label for={`${id}-path`}>{method}</label>
        <input id={`${id}-path`} class="mono" value={path} onInput={(event) => setWritten(event.currentTarget.value)} />
      </div>
      {body !== undefined && (
        <div class="field">
          <label for={`${id}-body`}>Body</label>
          <textarea
            id={`${id}-body`}
            class="mono"
            rows={4}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </div>
      )}
      <div class="row">
        <button type="submit">Send</button>
      </div>
      {answer !== '' && (
        <pre class="small answer" role="status">
          {answer}
        </pre>
      )}
    </form>
  )
}
