import { useEffect, useRef, useState } from 'preact/hooks'
import { RESULT_MEDIA_TYPES, type ResultFormat } from '../../shared/job/output/result-media-types.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { usePage } from '../page/page-state.ts'
import { service } from '../page/service.ts'
import { announce } from '../ui/announcements.tsx'
import { save } from '../ui/output.ts'
import { Button } from '../ui/parts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { numberText } from '../ui/words.ts'
import { filterIn, filterWords, type ResultsFilter } from './results-filter.ts'

type Download =
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly format: ResultFormat; readonly line: number }
  | { readonly state: 'saved'; readonly name: string }
  | { readonly state: 'failed'; readonly format: ResultFormat; readonly error: unknown }

/** The results as files: all of them, or those that are chosen on the page; those that are not solved yet are waited for. */
export function Downloads({ job }: { readonly job: JobView }) {
  const filter = filterIn(usePage().address.query)
  const [download, setDownload] = useState<Download>({ state: 'none' })
  const stop = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const begin = async (format: ResultFormat) => {
    const stopping = new AbortController()
    stop.current = stopping
    setDownload({ state: 'running', format, line: 0 })
    try {
      // Of blobs, because a browser may keep those on disk.
      const blocks: Blob[] = []
      for await (const { bytes, next } of service(stopping.signal).resultPages(job.id, { ...filter, format })) {
        blocks.push(new Blob([bytes as BlobPart]))
        if (next !== null) setDownload({ state: 'running', format, line: next - 1 })
      }
      const name = fileName(job.id, format, filter)
      save(new File(blocks, name, { type: RESULT_MEDIA_TYPES[format] }))
      setDownload({ state: 'saved', name })
      announce('The file is downloaded.')
    } catch (error) {
      setDownload(stopping.signal.aborted ? { state: 'none' } : { state: 'failed', format, error })
    }
  }
  const chosen = filterWords(filter)
  const what = chosen.length > 0 ? `Only the results chosen here (${chosen.join(', ')})` : 'All results'
  return (
    <section class="card stack no-print" aria-labelledby="downloads">
      <div class="apart">
        <div>
          <h2 id="downloads">Download</h2>
          <p class="quiet small">
            {what}, in the order of the file
            {job.counts.pending > 0 && '; the download waits for those that are not solved yet'}
          </p>
        </div>
        <div class="row">
          {BUTTON_ORDER.map((format) => (
            <Button key={format} disabled={download.state === 'running'} onClick={() => begin(format)}>
              {FORMATS[format].label}
            </Button>
          ))}
        </div>
      </div>
      {download.state === 'running' && (
        <div class="row">
          <progress value={download.line} max={job.counts.total} aria-label="Lines downloaded" />
          <p class="small number">
            {numberText(download.line)} of {numberText(job.counts.total)} lines
          </p>
          <Button onClick={() => stop.current?.abort()}>Stop</Button>
        </div>
      )}
      {download.state === 'saved' && <p class="small quiet">Downloaded: {download.name}</p>}
      {download.state === 'failed' && <Trouble error={download.error} retry={() => begin(download.format)} />}
    </section>
  )
}

/** What a person reads of each format, in the order of the buttons, and how its files are named. */
export const FORMATS: Readonly<Record<ResultFormat, { readonly label: string; readonly extension: string }>> = {
  text: { label: 'Solutions, one a line', extension: 'txt' },
  csv: { label: 'CSV', extension: 'csv' },
  ndjson: { label: 'NDJSON', extension: 'ndjson' },
  kaggle: { label: 'Kaggle CSV', extension: 'kaggle.csv' },
  fpuzzles: { label: 'f-puzzles links', extension: 'links.txt' },
}
export const BUTTON_ORDER = Object.keys(FORMATS) as readonly ResultFormat[]

/** A download's name has the beginning of its job's id, and which results were chosen. */
export function fileName(
  job: string,
  format: ResultFormat,
  { status = [], er, technique = [] }: ResultsFilter,
): string {
  const chosen = [...status, ...(er === undefined ? [] : [`er-${er}`]), ...technique]
  return [`sudoku-${job.slice(0, 8)}`, ...chosen].join('-').concat(`.${FORMATS[format].extension}`)
}
