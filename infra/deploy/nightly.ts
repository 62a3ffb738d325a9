import { json } from 'node:stream/consumers'

/**
 * Reads the last run of the nightly workflow, as GitHub's API lists it, from standard input. Ends with 1 unless that run
 * found nothing, and ended less than a day ago: only then may production be deployed.
 */

const MAX_AGE_H = 24

/** The runs of `GET /repos/{owner}/{repo}/actions/workflows/{file}/runs` that have ended, the latest first. */
interface Runs {
  readonly workflow_runs: readonly {
    readonly conclusion: string
    /** When it ended, in ISO 8601. */
    readonly updated_at: string
    readonly html_url: string
  }[]
}

const fault = faultOf((await json(process.stdin)) as Runs, Date.now())
if (fault) {
  console.error(`Production is not deployed: ${fault}. Start the workflow "nightly", and try again when it is green.`)
  process.exitCode = 1
}

function faultOf({ workflow_runs: [last] }: Runs, now: number): string | undefined {
  if (!last) return 'no nightly run has ended on the default branch'
  if (last.conclusion !== 'success') return `the last nightly run ended with "${last.conclusion}" (${last.html_url})`
  const ageH = (now - Date.parse(last.updated_at)) / 3_600_000
  if (!(ageH < MAX_AGE_H)) return `the last nightly run ended at ${last.updated_at}, expected less than a day ago`
}
