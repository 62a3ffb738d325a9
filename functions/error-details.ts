/** API keys as shared/aws/api-keys.ts mints them. An error quotes what it stumbled over, and that might be one. */
const KEY = /sudoku_[0-9a-f]{16}_[\w-]{43}/g
/** Errors that brought about others, at most. */
const MOST_CAUSES = 3
/** Lines that are longer than 4 KB can be torn apart where several processes write to one pipe. */
const MOST_CHARACTERS = 3000

/** What a line says of an error: no member but these, as the SDK's have the whole answer in others. */
export function detailsOf(error: unknown): { readonly error: string; readonly stack: string } {
  const chain: unknown[] = []
  for (
    let at = error;
    at !== undefined && chain.length <= MOST_CAUSES;
    at = at instanceof Error ? at.cause : undefined
  ) {
    chain.push(at)
  }
  const whole = chain.map((each) => (each instanceof Error ? (each.stack ?? String(each)) : String(each)))
  return {
    error: error instanceof Error ? error.name : typeof error,
    stack: whole.join('\ncaused by: ').replace(KEY, 'sudoku_…').slice(0, MOST_CHARACTERS),
  }
}
