import { useEffect, useRef, useState } from 'preact/hooks'
import type { Client } from '../../shared/client/client.ts'
import type { Status } from '../../shared/job/result.ts'
import { RESULT_MEDIA_TYPES, type ResultFormat } from '../../shared/job/result-format.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { usePage } from '../page-state.ts'
import { service } from '../service.ts'
import { announce, save } from '../ui/browser.ts'
import { apiKey } from '../ui/key.tsx'
import { numberText } from '../ui/number-text.ts'
import { Trouble } from '../ui/trouble.tsx'
import { STATUS_WORDS } from './amounts.ts'
import { statusIn } from './rows.ts'

const FORMAT_WORDS: Readonly<Record<ResultFormat, string>> = {
  text: 'Solutions, one a line',
  csv: 'CSV',
  ndjson: 'NDJSON',
  kaggle: 'Kaggle CSV',
}
const SHOWN: readonly ResultFormat[] = ['text', 'csv', 'ndjson', 'kaggle']

type Download =
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly format: ResultFormat; readonly line: number }
  | { readonly state: 'saved'; readonly name: string }
  | { readonly state: 'failed'; readonly format: ResultFormat; readonly error: unknown }

/** The results as files, those of the statuses that are shown where some are chosen. */
export function Downloads({ job }: { readonly job: JobView }) {
  const status = statusIn(usePage().address.query)
  const [download, setDownload] = useState<Download>({ state: 'none' })
  const stop = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const begin = async (format: ResultFormat) => {
    const stopping = new AbortController()
    stop.current = stopping
    setDownload({ state: 'running', format, line: 0 })
    try {
      const wanted = { job: job.id, format, status }
      const file = await fileOf(service(stopping.signal), wanted, (line) =>
        setDownload({ state: 'running', format, line }),
      )
      save(file)
      setDownload({ state: 'saved', name: file.name })
      announce('The file is downloaded.')
    } catch (error) {
      setDownload(stopping.signal.aborted ? { state: 'none' } : { state: 'failed', format, error })
    }
  }
  const what =
    status.length > 0
      ? `Only the results chosen above (${status.map((name) => STATUS_WORDS[name]).join(', ')})`
      : 'All results'
  return (
    <section class="card stack no-print" aria-labelledby="downloads">
      <div>
        <h2 id="downloads">Download</h2>
        <p class="quiet small">
          {what}, in the order of the file
          {job.counts.pending > 0 && '; waits for those that are not solved yet'}
        </p>
      </div>
      <div class="row">
        {SHOWN.map((format) => (
          <button key={format} type="button" disabled={download.state === 'running'} onClick={() => begin(format)}>
            {FORMAT_WORDS[format]}
          </button>
        ))}
      </div>
      {download.state === 'running' && (
        <div class="downloading">
          <progress value={download.line} max={job.counts.total} aria-label="Lines downloaded" />
          <p class="small number">
            {numberText(download.line)} of {numberText(job.counts.total)} lines
          </p>
          <button type="button" onClick={() => stop.current?.abort()}>
            Stop
          </button>
        </div>
      )}
      {download.state === 'saved' && <p class="small quiet">Downloaded: {download.name}</p>}
      {download.state === 'failed' && <Trouble error={download.error} retry={() => begin(download.format)} />}
      <details>
        <summary>From a command line</summary>
        <p class="quiet small">For the largest jobs: nothing is held in the browser.</p>
        <pre class="small">
          {commandFor({ job: job.id, format: 'csv', status }, location.origin)}
          {'\n'}
          {curlFor({ job: job.id, format: 'csv', status }, location.origin)}
        </pre>
      </details>
    </section>
  )
}

/** What of a job is to be downloaded, and how. */
interface Wanted {
  readonly job: string
  readonly format: ResultFormat
  /** All where it is empty. */
  readonly status: readonly Status[]
}

const EXTENSIONS: Readonly<Record<ResultFormat, string>> = {
  ndjson: 'ndjson',
  csv: 'csv',
  text: 'txt',
  kaggle: 'kaggle.csv',
}

/**
 * The results of a job as one file, put together from a Blob for each page: a browser may keep those on its disk.
 * Waits for what is not solved yet.
 *
 * @param onLine told the line that it has come to
 */
async function fileOf(client: Client, wanted: Wanted, onLine: (line: number) => void): Promise<File> {
  const { job, format, status } = wanted
  const pages: Blob[] = []
  for await (const { bytes, next } of client.resultPages(job, { format, ...(status.length > 0 && { status }) })) {
    pages.push(new Blob([bytes as BlobPart]))
    if (next !== null) onLine(next - 1)
  }
  return new File(pages, fileName(wanted), { type: RESULT_MEDIA_TYPES[format] })
}

export function fileName({ job, format, status }: Wanted): string {
  return [`sudoku-${job.slice(0, 8)}`, ...status].join('-').concat(`.${EXTENSIONS[format]}`)
}

/** The command line that does the same, page after page. */
export function commandFor({ job, format, status }: Wanted, url: string): string {
  const statuses = status.length > 0 ? ` --status ${status.join(',')}` : ''
  return `npm run -s sudoku -- results ${job} --url ${url} --format ${format}${statuses} > ${fileName({ job, format, status })}`
}

/** The first page by hand; its `Link` header leads to the next. */
export function curlFor({ job, format, status }: Wanted, url: string): string {
  const query = [`format=${format}`, ...(status.length > 0 ? [`status=${status.join(',')}`] : []), 'limit=50000']
  const key = apiKey() === undefined ? '' : ` -H "authorization: Bearer $SUDOKU_KEY"`
  return `curl -i${key} '${url}/jobs/${job}/results?${query.join('&')}'`
}
