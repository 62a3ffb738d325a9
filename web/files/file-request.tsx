import { useEffect, useState } from 'preact/hooks'
import type { JobOptions, Labels } from '../../shared/job/job.ts'
import { MAX_BINARY_BODY_BYTES, MAX_TEXT_BODY_BYTES } from '../../shared/job/limits.ts'
import { useHasKey } from '../ui/api-key.tsx'
import { Code } from '../ui/code.tsx'
import { shellQuoted } from '../ui/words.ts'

interface FileRequestProps {
  readonly file: File
  /** What it is called in the command. */
  readonly name: string
  readonly options: Partial<JobOptions> & Labels
}

/** A longer text is too long to read in a command. */
const MOST_SHOWN_BYTES = 2000

/** The very request for a file as a command, to be used without the page; several where one does not take the file. */
export function FileRequest({ file, name, options }: FileRequestProps) {
  const key = useHasKey() ? ' -H "authorization: Bearer $SUDOKU_KEY"' : ''
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    let isChosen = true
    setShown(undefined)
    // What is no UTF-8 would not be sent as it is.
    const show = (text: string) => isChosen && !text.includes('\ufffd') && setShown(text)
    if (file.size <= MOST_SHOWN_BYTES) file.text().then(show, () => {})
    return () => {
      isChosen = false
    }
  }, [file])
  const path = shellQuoted(name)
  const isPacked = name.endsWith('.gz')
  const isLong = file.size > (isPacked ? MAX_BINARY_BODY_BYTES : MAX_TEXT_BODY_BYTES)
  const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, `${value}`]))
  const inOne = `curl '${location.origin}/jobs?${query}'${key} \\
  -H 'content-type: ${isPacked ? 'application/gzip' : 'text/plain'}' \\
  --data-binary ${shown === undefined ? `@${path}` : shellQuoted(shown)}`
  const lines = isPacked ? `<(gzip -dc ${path})` : path
  return (
    <details>
      <summary>The same by the API</summary>
      <Code label="The same by the API" text={isLong ? inParts(lines, options, key) : inOne} />
      {isLong && (
        <p class="quiet small">
          It takes a puzzle a line. What cuts any other file is the client, or its command line:{' '}
          <a href="/docs#getting-started">how to install it</a>.
        </p>
      )}
    </details>
  )
}

/** So many lines of a puzzle and its solution are 3.3 MB. */
const PART_LINES = 20_000

function inParts(path: string, options: Partial<JobOptions>, key: string): string {
  const jobs = `${location.origin}/jobs`
  return `job=$(curl -sS ${jobs}${key} -H 'content-type: application/json' \\
  -d ${shellQuoted(JSON.stringify({ open: true, ...options }))} |
  sed -n 's/.*"id":"\\([^"]*\\)".*/\\1/p')
split -l ${PART_LINES} ${path} part-
n=0
for part in part-*; do
  n=$((n + 1))
  gzip -c $part | curl -sSf -o /dev/null -X PUT \\
    "${jobs}/$job/parts/$n?line=$((n * ${PART_LINES} - ${PART_LINES - 1}))"${key} \\
    -H 'content-type: application/gzip' --data-binary @-
done
curl -sS ${jobs}/$job/seal${key} -H 'content-type: application/json' -d "{\\"parts\\":$n}"`
}
