import { useState } from 'preact/hooks'
import { ApiError, UnreachableError } from '../../shared/client/api-error.ts'
import { errorInWords } from '../../shared/protocol/problem-error.ts'
import { apiKey, KeyForm } from './api-key.tsx'
import { Button } from './parts.tsx'

/** Says what went wrong, with a way to try again. Nothing that was typed is lost. */
export function Trouble({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const { title, details } = wordsFor(error)
  // The same request may succeed later; one that the service refuses as wrong stays wrong.
  const mayPass = !(error instanceof ApiError) || error.status >= 500 || error.status === 429
  return (
    <div class="trouble" role="alert">
      <strong>{title}</strong>
      {details.length > 0 && (
        <ul class="bullets">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {asksForKey(error) && <KeyForm retry={retry} />}
      {isBrowsersOwn(error) ? <TryAgain /> : retry && mayPass && <TryAgain retry={retry} />}
    </div>
  )
}

/**
 * The way out of trouble. Without another one, and after a deployment, it is to load the page anew, with all that its address
 * holds: a browser that failed to import a script never asks for it again, and after a deployment scripts have other names.
 */
export function TryAgain({ retry }: { readonly retry?: (() => void) | undefined }) {
  const [isAway, setAway] = useState(false)
  const tryAgain = async () => {
    // A deployment takes the scripts of this page away, and its own with them.
    const own = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''
    if (retry && (await answerOf(own))?.ok !== false) return retry()
    // Where the service is away the page stays, as it would be lost.
    const isThere = (await answerOf(location.pathname))?.ok === true
    if (isThere) location.reload()
    setAway(!isThere)
  }
  return (
    <div class="reload">
      {isAway && <p class="small">{AWAY.join(' ')}</p>}
      <Button onClick={tryAgain}>Try again</Button>
    </div>
  )
}

/** Whether the service wants a key, or another one. */
export function asksForKey(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

const AWAY = ['The service does not answer.', 'Nothing you entered is lost. Try again in a moment.']

/** Errors that a browser made and not this page, as where a script does not come: nobody understands their words. */
const BROWSERS_OWN = [TypeError, RangeError, ReferenceError, SyntaxError, DOMException]
const isBrowsersOwn = (error: unknown) => BROWSERS_OWN.some((kind) => error instanceof kind)

function wordsFor(error: unknown): { title: string; details: readonly string[] } {
  if (asksForKey(error)) {
    // Only a key that was entered can be wrong.
    const isWrong = apiKey() !== undefined
    const details = isWrong ? ['It did not accept the key that you gave, which may be mistyped or revoked.'] : []
    return { title: 'This service asks for a key.', details }
  }
  if (error instanceof ApiError) {
    const { title, detail, errors = [] } = error.problem
    return { title: `${title}.`, details: [...(detail ? [detail] : []), ...errors.map(errorInWords)] }
  }
  if (error instanceof UnreachableError) return { title: AWAY[0], details: AWAY.slice(1) }
  if (isBrowsersOwn(error)) {
    return { title: 'A part of the page could not be loaded.', details: ['The puzzle on the board is not lost.'] }
  }
  return { title: error instanceof Error ? error.message : String(error), details: [] }
}

function answerOf(address: string): Promise<Response | undefined> {
  return fetch(address, { cache: 'no-store' }).catch(() => undefined)
}
