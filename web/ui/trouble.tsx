import { ApiError, UnreachableError } from '../../shared/client/http.ts'
import { apiKey, KeyForm } from './key.tsx'

/** What went wrong, in words, and a way to try again. What was typed is still there. */
export function Trouble({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const { title, details } = wordsFor(error)
  return (
    <div class="trouble" role="alert">
      <strong>{title}</strong>
      {details.length > 0 && (
        <ul>
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {asksForKey(error) && <KeyForm retry={retry} />}
      {retry && mayHelp(error) && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}

export const asksForKey = (error: unknown) => error instanceof ApiError && error.status === 401

/** Whether the same once more may be taken: what does not fit will not fit then either. */
function mayHelp(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
}

/** There is none before the first is entered. */
function whatIsWrong(): readonly string[] {
  return apiKey() === undefined ? [] : ['It does not take the one that you gave: it may be mistyped, or revoked.']
}

function wordsFor(error: unknown): { title: string; details: readonly string[] } {
  if (error instanceof ApiError) {
    if (error.status === 401) return { title: 'This service asks for a key.', details: whatIsWrong() }
    const { title, detail, errors = [] } = error.problem
    return { title: `${title}.`, details: [...(detail ? [detail] : []), ...errors] }
  }
  if (error instanceof UnreachableError) {
    return { title: 'The service does not answer.', details: ['Nothing you entered is lost. Try again in a moment.'] }
  }
  return { title: error instanceof Error ? error.message : String(error), details: [] }
}
