import { type Command, InvalidArgumentError, Option } from 'commander'
import { readJob, readJobs } from '../../functions/api/admission.ts'
import { giveUpLost, redrive } from '../../functions/api/redrive.ts'
import { viewOf } from '../../functions/reporting/job-view.ts'
import { EVERYONE } from '../../shared/aws/owners.ts'
import type { Table } from '../../shared/aws/table.ts'
import { accept } from '../../shared/checked.ts'
import { hasExpired, progressOf } from '../../shared/job/job.ts'
import { inPlace, note, type PlaceFlags, placeOf } from './place.ts'

interface JobFlags extends PlaceFlags {
  /** Milliseconds since 1970. */
  readonly since: number
  readonly owner?: string
}

/** Adds the commands about jobs of all owners. */
export function addJobCommands(program: Command): void {
  const aboutJobs = (name: string) =>
    inPlace(program.command(name))
      .addOption(
        new Option(
          '--since <time>',
          'jobs that were submitted since then: 90m, 2h, 3d, or a time such as 2026-11-24T10:00Z',
        )
          .argParser(momentIn)
          .makeOptionMandatory(),
      )
      .option('--owner <name>', "one owner's jobs alone")

  aboutJobs('jobs')
    .description('list jobs of all owners, each with its counts')
    .option('--failed', 'those that have failed puzzles')
    .action(async ({ failed, ...flags }: JobFlags & { failed?: boolean }) => {
      const { table } = await placeOf(flags)
      for await (const ids of idsSince(table, flags))
        for await (const record of readJobs(table, ids)) {
          if (!record || hasExpired(record.job, Date.now())) continue
          const { state, counts } = viewOf(record, Date.now())
          if (failed && counts.failed === 0) continue
          const { id, owner, createdAt } = record.job
          const ended = `${counts.total - counts.pending}/${counts.total}`
          console.log(
            [new Date(createdAt).toISOString(), id, owner, state, ended, `${counts.failed} failed`].join('  '),
          )
        }
    })

  aboutJobs('redrive')
    .description('send the failed puzzles of all jobs again; one that was broken off goes on where it was')
    .addOption(
      new Option(
        '--lost <time>',
        'also give up what has been pending since then, as its messages were lost with their queue',
      ).argParser(momentIn),
    )
    .action(async ({ lost, ...flags }: JobFlags & { lost?: number }) => {
      const { table, queue } = await placeOf(flags)
      if (!queue) throw new Error('which queue? Name a stack with --stack, or the queue with --queue')
      const stop = new AbortController()
      process.once('SIGINT', () => stop.abort())
      const owners = new Set<string>()
      let [jobs, puzzles, given] = [0, 0, 0]
      await eachAtOnce(idsSince(table, flags), stop.signal, async (id) => {
        const record = await readJob(table, id)
        if (!record || hasExpired(record.job, Date.now())) return
        const { job } = record
        const { counts } = progressOf(record)
        // As the API groups what owners send; where all are one owner, each job has a share of its own.
        const group = job.owner === EVERYONE ? undefined : job.owner
        const isOver = () => stop.signal.aborted
        if (lost !== undefined && counts.pending > 0) {
          const now = await giveUpLost({ table, queue }, record, lost, { group, isOver })
          if (now > 0) console.log(`${job.id}  ${job.owner}  ${now} puzzles lost`)
          given += now
        }
        if (job.cancel || counts.failed === 0) return
        const sent = await redrive({ table, queue }, record, {
          group,
          isOver,
          // It is not the owners who ask for it: no limit of theirs stands in its way.
          roomFor: async () => accept(),
        })
        if (!sent.ok || sent.value === 0) return
        console.log(`${job.id}  ${job.owner}  ${sent.value} puzzles`)
        owners.add(job.owner)
        jobs++
        puzzles += sent.value
      })
      const end = stop.signal.aborted ? 'broken off; the same command goes on: ' : ''
      const alsoLost = lost === undefined ? '' : `, ${given} puzzles given up as lost`
      await note(table, `${end}${jobs} jobs of ${owners.size} owners, ${puzzles} puzzles sent again${alsoLost}`)
      process.exitCode = stop.signal.aborted ? 130 : 0
    })
}

/** Jobs that are worked on at once; each takes some calls one after the other. */
const JOBS_AT_ONCE = 16

async function eachAtOnce(
  pages: AsyncGenerator<readonly string[], void>,
  signal: AbortSignal,
  work: (id: string) => Promise<void>,
): Promise<void> {
  const ids = each(pages)
  const worker = async () => {
    for (let next = await ids.next(); !next.done && !signal.aborted; next = await ids.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: JOBS_AT_ONCE }, worker))
}

async function* each(pages: AsyncGenerator<readonly string[], void>): AsyncGenerator<string, void> {
  for await (const ids of pages) yield* ids
}

const PAGE = 100

/** The jobs that were submitted since a time, by owners, each owner's newest first. */
async function* idsSince(table: Table, { owner, since }: JobFlags): AsyncGenerator<readonly string[], void> {
  const owners = owner === undefined ? await ownersOf(table) : [owner]
  // The cursor begins with the time.
  const first = new Date(since).toISOString()
  for (const each of owners) {
    for (let cursor: string | undefined; ; ) {
      const page = await table.listJobs(each, PAGE, cursor)
      const recent = page.filter((listed) => listed.cursor >= first)
      yield recent.map(({ id }) => id)
      cursor = page.at(-1)?.cursor
      if (cursor === undefined || recent.length < page.length || page.length < PAGE) break
    }
  }
}

/** Owners have keys, also revoked ones; where nobody is asked for one, all are one owner. */
async function ownersOf(table: Table): Promise<readonly string[]> {
  return [...new Set([...(await table.listKeys()).map(({ owner }) => owner), EVERYONE])]
}

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

function momentIn(given: string): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(given) ?? []
  const at = unit === undefined ? Date.parse(given) : Date.now() - Number(count) * UNITS_MS[unit]
  if (Number.isNaN(at)) throw new InvalidArgumentError('expected 90m, 2h, 3d, or a time such as 2026-11-24T10:00Z')
  return at
}
