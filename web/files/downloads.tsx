import { useState } from 'preact/hooks'
import { RESULT_MEDIA_TYPES, type ResultFormat } from '../../shared/job/output/result-media-types.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { usePage } from '../page/page-state.ts'
import { service } from '../page/service.ts'
import { useWork } from '../page/stoppable-work.ts'
import { announce } from '../ui/announcements.tsx'
import { save } from '../ui/browser.ts'
import { Button } from '../ui/parts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { numberText } from '../ui/words.ts'
import { filterIn, filterWords, type ResultsFilter } from './results-filter.ts'

/** The results as files: all of them, or those that are chosen on the page; those that are not solved yet are waited for. */
export function Downloads({ job }: { readonly job: JobView }) {
  const filter = filterIn(usePage().address.query)
  const { work, stop, error } = useWork()
  /** The file that is made, or was the last: how far it is, and its name once it is whole. */
  const [last, setLast] = useState<{ format: ResultFormat; line: number; saved?: string }>({ format: 'text', line: 0 })
  const begin = (format: ResultFormat) => {
    setLast({ format, line: 0 })
    void work(async (signal) => {
      // The file is made of blobs, because a browser may keep those on disk.
      const blocks: Blob[] = []
      for await (const { bytes, next } of service(signal).resultPages(job.id, { ...filter, format })) {
        blocks.push(new Blob([bytes as BlobPart]))
        if (next !== null) setLast({ format, line: next - 1 })
      }
      const saved = fileName(job.id, format, filter)
      save(new File(blocks, saved, { type: RESULT_MEDIA_TYPES[format] }))
      setLast((before) => ({ ...before, saved }))
      announce('The file is downloaded.')
    })
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
            <Button key={format} disabled={stop !== undefined} onClick={() => begin(format)}>
              {FORMATS[format].label}
            </Button>
          ))}
        </div>
      </div>
      {stop && (
        <div class="row">
          <progress value={last.line} max={job.counts.total} aria-label="Lines downloaded" />
          <p class="small number">
            {numberText(last.line)} of {numberText(job.counts.total)} lines
          </p>
          <Button onClick={stop}>Stop</Button>
        </div>
      )}
      {last.saved !== undefined && <p class="small quiet">Downloaded: {last.saved}</p>}
      {error !== undefined && <Trouble error={error} retry={() => begin(last.format)} />}
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
export function fileName(job: string, format: ResultFormat, filter: ResultsFilter): string {
  const { status = [], er, technique = [] } = filter
  const chosen = [...status, ...(er === undefined ? [] : [`er-${er}`]), ...technique]
  return [`sudoku-${job.slice(0, 8)}`, ...chosen].join('-').concat(`.${FORMATS[format].extension}`)
}
