import { usePage } from '../page-state.ts'
import { JobPage } from './job-view.tsx'
import { MyJobs } from './my-jobs.tsx'
import { SubmitCard } from './submit.tsx'

/** Files of puzzles: one is sent off, jobs are followed. */
export function BulkView() {
  const { job } = usePage().address
  if (job) return <JobPage key={job} id={job} />
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
