import { ApiError, UnreachableError } from '../../shared/client/api-error.ts'
import { errorInWords } from '../../shared/protocol/problem-error.ts'
import { apiKey, KeyForm } from './key.tsx'
import { Button } from './parts.tsx'

/** Says what went wrong, with a way to try again. Nothing that was typed is lost. */
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
      {retry && mayPass(error) && <Button onClick={retry}>Try again</Button>}
    </div>
  )
}

/** Whether the service wants a key, or another one. */
export function asksForKey(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Whether the same request may succeed later: one that the service refuses as wrong stays wrong. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
}

function wordsFor(error: unknown): { title: string; details: readonly string[] } {
  if (error instanceof ApiError) {
    if (asksForKey(error)) {
      // Only a key that was entered can be wrong.
      const isWrong = apiKey() !== undefined
      const details = isWrong ? ['It did not accept the key that you gave, which may be mistyped or revoked.'] : []
      return { title: 'This service asks for a key.', details }
    }
    const { title, detail, errors = [] } = error.problem
    return { title: `${title}.`, details: [...(detail ? [detail] : []), ...errors.map(errorInWords)] }
  }
  if (error instanceof UnreachableError) {
    return { title: 'The service does not answer.', details: ['Nothing you entered is lost. Try again in a moment.'] }
  }
  return { title: error instanceof Error ? error.message : String(error), details: [] }
}
