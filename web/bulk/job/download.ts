import type { Client } from '../../../shared/client.ts'
import type { Status } from '../../../shared/job/result.ts'
import { RESULT_MEDIA_TYPES, type ResultFormat } from '../../../shared/job/result-format.ts'
import { apiKey } from '../../key.ts'

/** What of a job is to be downloaded, and how. */
export interface Wanted {
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
export async function fileOf(client: Client, wanted: Wanted, onLine: (line: number) => void): Promise<File> {
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
