import { usePage } from '../page/page-state.ts'
import { JobScreen } from './job-screen.tsx'
import { MyJobs } from './my-jobs.tsx'
import { SubmitCard } from './submit-card.tsx'

/** The Bulk view: a place to submit a file of puzzles, and the jobs; or one job. */
export function BulkView() {
  const { job } = usePage().address
  if (job) return <JobScreen key={job} id={job} />
  return (
    <div class="stack bulk">
      <div>
        <h1>Solve a file of puzzles</h1>
        <p class="quiet">Ten of them or millions: they are solved while the file is still on its way.</p>
      </div>
      <SubmitCard />
      <MyJobs />
    </div>
  )
}
