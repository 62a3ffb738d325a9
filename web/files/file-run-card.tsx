import { useEffect } from 'preact/hooks'
import { announce } from '../ui/announcements.tsx'
import { save } from '../ui/output.ts'
import { Button } from '../ui/parts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { countOf } from '../ui/words.ts'
import { bytesText, durationText, isTelling, rateText } from './amounts.ts'
import { FORMATS } from './downloads.tsx'
import { type FileRun, forgetFileRun, startFileRun, stopFileRun } from './file-run.ts'
import { Outcomes } from './outcomes.tsx'
import { outcomeWords } from './status-words.ts'

/** How the file gets on that this browser solves by itself, and its results. */
export function FileRunCard({ run }: { readonly run: FileRun }) {
  useEffect(() => {
    if (run.state === 'done') announce(`The file is solved: ${outcomeWords(run.counts)}.`)
  }, [run.state])
  const { file, state, counts, readBytes, seconds } = run
  const puzzles = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <section class="card stack" aria-labelledby="file-run">
      <div class="row job-head">
        <h2 id="file-run">{file.name}, solved in this browser</h2>
        <p class="quiet small number">
          {countOf(puzzles, 'puzzle')}
          {state !== 'done' && ' so far'}
          {puzzles > 0 && ` in ${durationText(seconds)}`}
          {isTelling(puzzles, seconds) && `, ${rateText(puzzles / seconds)}`}
        </p>
      </div>
      {state === 'running' && (
        <progress value={readBytes} max={file.size} aria-label="How much of the file is solved" />
      )}
      <Outcomes counts={counts} />
      {state === 'failed' && <Trouble error={run.error} />}
      {state === 'stopped' && <p class="quiet">It was stopped. What was solved is not kept.</p>}
      <div class="row">
        {state === 'running' ? (
          <button type="button" onClick={stopFileRun}>
            Stop
          </button>
        ) : (
          <>
            {state === 'stopped' && (
              <Button class="primary" onClick={() => startFileRun(file, run.asked, run.format)}>
                Start again
              </Button>
            )}
            {run.results && <SaveResults run={run} results={run.results} />}
            <button type="button" onClick={forgetFileRun}>
              Close
            </button>
          </>
        )}
      </div>
    </section>
  )
}

function SaveResults({ run: { file, format }, results }: { readonly run: FileRun; readonly results: Blob }) {
  const name = `${file.name.replace(/\.\w+$/, '')}-solved.${FORMATS[format].extension}`
  return (
    <button type="button" class="primary" onClick={() => save(new File([results], name, { type: results.type }))}>
      Save the results, {bytesText(results.size)}
    </button>
  )
}
