import { useEffect, useRef } from 'preact/hooks'
import { announce } from '../ui/announcements.tsx'
import { save } from '../ui/browser.ts'
import { Button } from '../ui/parts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { countOf } from '../ui/words.ts'
import { bytesText, durationText, isTelling, rateText } from './amounts.ts'
import { FORMATS } from './downloads.tsx'
import { type FileRun, lastRun, startFileRun, stopFileRun } from './file-run.ts'
import { Outcomes } from './outcomes.tsx'
import { outcomeWords } from './status-words.ts'

const STATE_WORDS: Readonly<Record<FileRun['state'], string>> = {
  running: 'being solved in this browser',
  done: 'solved in this browser',
  stopped: 'stopped',
  failed: 'not solved',
}

/** How the file gets on that this browser solves by itself, and its results. */
export function FileRunCard({ run }: { readonly run: FileRun }) {
  const { file, format, state, counts, expected, seconds, results } = run
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that started it has gone and taken the focus along, and this card may be out of sight above.
    if (state === 'running' && document.activeElement === document.body) card.current?.focus()
    if (state === 'done') announce(`The file is solved: ${outcomeWords(counts)}.`)
  }, [file, state])
  const name = `${file.name.replace(/\.\w+$/, '')}-solved.${FORMATS[format].extension}`
  const puzzles = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <section ref={card} class="card stack" aria-labelledby="file-run" tabIndex={-1}>
      <div class="row job-head">
        <h2 id="file-run">
          {file.name}, {STATE_WORDS[state]}
        </h2>
        <p class="quiet small number">
          {countOf(puzzles, 'puzzle')}
          {state !== 'done' && ' so far'} in {durationText(seconds)}
          {isTelling(puzzles, seconds) && `, ${rateText(puzzles / seconds)}`}
        </p>
      </div>
      {state === 'running' && (
        <progress value={expected && puzzles} max={expected} aria-label="How much of the file is solved" />
      )}
      <Outcomes counts={counts} />
      {state === 'failed' && <Trouble error={run.error} />}
      <div class="row">
        {state === 'running' ? (
          <Button onClick={stopFileRun}>Stop</Button>
        ) : (
          <>
            {state === 'stopped' && <Button onClick={() => startFileRun(file, run.asked, format)}>Start again</Button>}
            {results && puzzles > 0 && (
              <Button class="primary" onClick={() => save(new File([results], name, { type: results.type }))}>
                Save {state === 'done' ? 'the results' : 'what is solved'}, {bytesText(results.size)}
              </Button>
            )}
            <Button onClick={() => lastRun.set(undefined)}>Close</Button>
          </>
        )}
      </div>
    </section>
  )
}
