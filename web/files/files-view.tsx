import { usePage } from '../page/page-state.ts'
import { Loaded } from '../ui/loaded.tsx'
import { useFileRun } from './file-run.ts'
import { MyJobs } from './my-jobs.tsx'
import { SubmitCard } from './submit-card.tsx'

/** The Files view: a place to submit a file of puzzles, and the jobs; or one job. */
export function FilesView() {
  const { job } = usePage().address
  const run = useFileRun()
  if (job) return <Loaded key={job} load={loadJobScreen} props={{ id: job }} />
  return (
    <div class="stack bulk">
      <div>
        <h1>Solve a file of puzzles</h1>
        <p class="quiet">Ten of them or millions: they are solved while the file is still on its way.</p>
      </div>
      {/* Where the file was that somebody has solved: below all options it would be out of sight. */}
      {run && <Loaded load={loadRunCard} props={{ run }} />}
      <SubmitCard />
      <MyJobs />
    </div>
  )
}

/** Whoever comes with a file needs none of it. */
const loadJobScreen = async () => (await import('./job-screen.tsx')).JobScreen

const loadRunCard = async () => (await import('./file-run-card.tsx')).FileRunCard
