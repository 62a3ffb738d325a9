import { apiKey } from '../ui/key.tsx'
import { Code } from './code.tsx'

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

/** The first requests, which any shell can make to this very service. */
export function GettingStarted() {
  const { origin } = location
  const key = apiKey() === undefined ? '' : ` -H "authorization: Bearer $SUDOKU_KEY"`
  return (
    <section class="card stack" aria-labelledby="getting-started">
      <h2 id="getting-started">Getting started</h2>
      <p>
        One request solves a puzzle: it waits up to 20 seconds, and answers with the result. Empty cells are{' '}
        <code>.</code> or <code>0</code>, row by row.
      </p>
      <Code
        label="One puzzle in one request"
        text={`curl -s${key} -H 'prefer: wait=20' -H 'content-type: application/json' -d '{"puzzles":["${PUZZLE}"]}' ${origin}/jobs`}
      />
      <p>A file goes as it is, in any form that people keep puzzles in. The answer has the job's id.</p>
      <Code
        label="A file of puzzles"
        text={`printf '%s\\n' ${PUZZLE} > puzzles.txt
job=$(curl -s${key} -H 'content-type: text/plain' --data-binary @puzzles.txt ${origin}/jobs | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')`}
      />
      <p>The job can be polled; and results can be read while it runs, as JSON, NDJSON, CSV or text.</p>
      <Code
        label="The job, and its results"
        text={`curl -s${key} -H 'prefer: wait=20' ${origin}/jobs/$job
curl -s${key} -H 'prefer: wait=20' "${origin}/jobs/$job/results?format=text"`}
      />
      <p class="quiet small">
        A service that asks for keys takes one as <code>authorization: Bearer …</code>. Every problem is{' '}
        <code>application/problem+json</code>: its <code>code</code> names it, and <code>/problems/(code)</code> has
        cause and remedy.
      </p>
    </section>
  )
}
