import { readFileSync } from 'node:fs'
import { CANARIES } from '../../infra/settings/settings.ts'
import { progressOf } from '../../shared/job/job.ts'
import { inAlarm } from '../stack/alarm-evaluation.ts'
import type { Outline } from '../stack/outline.ts'
import { AskedJob } from './asked-job.ts'
import { Client } from './client.ts'
import { NO_FAULTS } from './faults.ts'
import { Metrics, type WatchedAlarm } from './metrics.ts'
import { networkTo } from './network.ts'
import { inWorld } from './outside.ts'
import { type Replacement, SMALL } from './planted.ts'
import { SPEC_NAMES } from './puzzles.ts'
import { prepare } from './reference.ts'
import { type Release, Service } from './service.ts'
import { judge } from './verdict.ts'
import { Witness } from './witness.ts'
import { World } from './world.ts'

/**
 * A release of a worker on a service that works: the stack's own alias, alarms and deployment group turn it back, or do
 * not.
 *
 *     minute  0      5                                        15        20
 *             jobs ──┬─ a tenth of the messages ──────────────┬─ all ───▶
 *                    release           ⤷ an alarm: none
 */

/** The workers that are released, by what somebody did to them. */
export const RELEASES = {
  good: [],
  /** One puzzle in ten: the same of a job however often it comes. Its whole chunk fails with it. */
  throwing: [
    {
      file: 'shared/job/chunks/solve-chunk.ts',
      from: '    const isPlain = notes.get(place)?.text === undefined\n',
      to: `    const isPlain = notes.get(place)?.text === undefined
      const letters = [...chunk.jobId, ...String(chunk.from + place)].map((letter) => letter.charCodeAt(0))
      if (letters.reduce((sum, code) => (31 * sum + code) % 997, 7) % 10 === 0) throw new Error('planted')\n`,
    },
  ],
  /** It answers what is right, four seconds later. */
  slow: [
    {
      file: 'functions/worker.ts',
      from: '  const { unwritten, ...chunk }: Chunk = chunkOf(record)\n',
      to: '  await new Promise((resolve) => setTimeout(resolve, 4_000))\n  const { unwritten, ...chunk }: Chunk = chunkOf(record)\n',
    },
  ],
} as const satisfies Record<string, readonly Replacement[]>
export type ReleaseName = keyof typeof RELEASES

/** What a version is loaded with: small jobs are cut as those of the version before it. */
export const versionOf = (name: ReleaseName): readonly Replacement[] => [...SMALL, ...RELEASES[name]]

/** How a release went. */
export interface Rollout {
  readonly seed: number
  /** The messages that workers got while the release had any, and those of them that it got. */
  readonly messages: number
  readonly touched: number
  /** The alarm that turned it back, and after how many seconds; undefined where it has all messages in the end. */
  readonly turnedBackBy: string | undefined
  readonly afterS: number | undefined
  /** How long the release had been at work when it failed on a message for the first time. */
  readonly firstFailureS: number | undefined
  readonly jobs: number
  readonly failed: number
  readonly broken: string | undefined
}

/** The stack as it was reviewed last; or as it was with event sources at the function and alarms of the API alone. */
export type Arrangement = 'reviewed' | 'without-alias'

const MINUTE_MS = 60_000
const BEGINS_MS = 5 * MINUTE_MS
const ENDS_MS = 20 * MINUTE_MS
const JOB_EVERY_MS = 4_000
/** A list shows a hundred jobs of an owner. */
const OWNERS = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve', 'Finn']
/** A worker looks at its clock so often that some messages take several slices. */
const LOOK_MS = 400
const MOST_SLICES = 10_000
/** CloudWatch has a minute whole after a minute, of which AWS promises nothing, and CodeDeploy looks half a minute later. */
const SEEN_AFTER_MS = 90_000
const MOST_EVENTS = 400_000

/** @param createWorker of the version that is released */
export async function rollOut(
  seed: number,
  createWorker: Release['createWorker'],
  arrangement: Arrangement = 'reviewed',
): Promise<Rollout> {
  const world = new World(seed, false, MOST_EVENTS)
  const plan = planOf(arrangement)
  const release: Release = { createWorker, weight: 0 }
  const watch = new Metrics(world)
  const service = new Service(world, NO_FAULTS, LOOK_MS, MOST_SLICES, { watch, release })
  const jobs: AskedJob[] = []
  for (let at = 0; at < ENDS_MS; at += JOB_EVERY_MS) {
    const spec = await prepare(world.chance.of(SPEC_NAMES))
    jobs.push(new AskedJob(`J${jobs.length}`, spec, world.chance.of(OWNERS), `J${jobs.length}`))
  }
  let before = 0
  let during: readonly boolean[] | undefined
  let turnedBack: { readonly by: string; readonly afterS: number } | undefined
  const workedOn = () => [...watch.messages.values()].slice(before)

  /** Looks at the alarms as they are once so many minutes are measured. */
  const look = (minutes: number, afterMs: number) => {
    if (turnedBack) return
    const by = plan.alarms.find(([, alarm]) => inAlarm(alarm, watch.seriesOf(alarm, minutes), 0).at(-1))?.[0]
    if (by === undefined) return
    turnedBack = { by, afterS: afterMs / 1000 }
    during = workedOn()
    release.weight = 0
  }
  const begin = () => {
    before = watch.messages.size
    release.weight = plan.weight
  }
  const end = () => {
    during ??= workedOn()
    if (!turnedBack) release.weight = 1
  }
  let broken: string | undefined
  try {
    await inWorld(world, networkTo(service, world, NO_FAULTS, new Witness(world, jobs).saw), async () => {
      for (const [i, job] of jobs.entries()) play(world, job, i * JOB_EVERY_MS)
      for (let ms = 0; ms < ENDS_MS; ms += MINUTE_MS)
        for (let i = 0; i < CANARIES; i++) world.after(ms + world.chance.below(MINUTE_MS), () => service.sing())
      world.after(BEGINS_MS, begin)
      for (let ms = SEEN_AFTER_MS; ms <= plan.minutes * MINUTE_MS; ms += MINUTE_MS)
        world.after(BEGINS_MS + ms, () => look(Math.floor((BEGINS_MS + ms) / MINUTE_MS) - 1, ms))
      world.after(BEGINS_MS + plan.minutes * MINUTE_MS, end)
      await world.run()
      await judge(service, world, jobs, true)
    })
  } catch (error) {
    broken = (error as Error).message
  }
  const records = await Promise.all(jobs.map(({ id = '' }) => service.table.getJob(id)))
  const failed = records.reduce((sum, record) => sum + (record ? progressOf(record).counts.failed : 0), 0)
  const { by: turnedBackBy, afterS } = turnedBack ?? {}
  const [messages, touched] = [during?.length ?? 0, during?.filter(Boolean).length ?? 0]
  const { firstFailureMs } = watch
  const firstFailureS = firstFailureMs === undefined ? undefined : Math.round((firstFailureMs - BEGINS_MS) / 1000)
  return { seed, jobs: jobs.length, messages, touched, turnedBackBy, afterS, firstFailureS, failed, broken }
}

/** A client that asks for a job, and two that look at it. */
function play(world: World, job: AskedJob, atMs: number): void {
  const client = new Client(world, job)
  world.start(`${job.name} submit`, () => client.submit(), {}, atMs)
  world.start(`${job.name} watch`, () => client.watch(), {}, atMs + 1_000)
  world.start(`${job.name} read`, () => client.readAll(), {}, atMs + 60_000)
}

interface Plan {
  /** The alarms that CodeDeploy looks at, by their names. */
  readonly alarms: readonly (readonly [name: string, alarm: WatchedAlarm])[]
  /** How much of the messages the release has, of 1, and for how long. */
  readonly weight: number
  readonly minutes: number
}

function planOf(arrangement: Arrangement): Plan {
  const stack: Outline = JSON.parse(readFileSync(new URL('../stack/templates/prod.json', import.meta.url), 'utf8'))
  const of = (name: string) => stack[name]?.Properties
  const group = of('Rollout/Worker')
  const [, percent, minutes] = /Canary(\d+)Percent(\d+)Minutes$/.exec(group.DeploymentConfigName) ?? []
  const isByAlias = arrangement === 'reviewed' && SOURCES.every((name) => of(name).FunctionName === ALIAS)
  const named: string[] = group.AlarmConfiguration.Alarms.map(({ Name }: { Name: string }) => Name.slice(2, -1))
  const names = arrangement === 'reviewed' ? named : named.filter((name) => name.startsWith('Alarms/Api'))
  return {
    alarms: names.map((name) => [name, of(name)]),
    weight: isByAlias ? Number(percent) / 100 : 1,
    minutes: Number(minutes),
  }
}

const SOURCES = ['Worker/Bulk', 'Worker/Express']
const ALIAS = `\${Worker/Live}`
