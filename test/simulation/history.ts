import { AskedJob } from './asked-job.ts'
import { Client } from './client.ts'
import { type Faults, NO_FAULTS, someFaults } from './faults.ts'
import { networkTo } from './network.ts'
import { inWorld } from './outside.ts'
import { SPEC_NAMES } from './puzzles.ts'
import { prepare } from './reference.ts'
import { Service } from './service.ts'
import { judge } from './verdict.ts'
import { Witness } from './witness.ts'
import { World } from './world.ts'

/** How a history went. */
export interface History {
  readonly seed: number
  readonly events: number
  readonly messages: number
  /** Those that the API gave about the jobs, and that were held against the promises. */
  readonly answers: number
  readonly broken: Error | undefined
  readonly trace: readonly string[]
}

const DAY_MS = 86_400_000
const RETENTION_MS = 7 * DAY_MS
/** Faults stop after some time, so that what was accepted can end. */
const FAULTS_MS = [300_000, 5_000_000] as const
/** When attempts have mostly run out, of what never goes well. */
const DEAD_MS = [900_000, 1_500_000] as const

/** One history: some jobs, those who ask for them and about them, and whatever goes wrong. */
export async function runHistory(seed: number, isTraced = false): Promise<History> {
  const world = new World(seed, isTraced)
  const { chance } = world
  const lookMs = chance.of([0, 0, 400, 900])
  const faults = someFaults(chance)
  const service = new Service(world, faults, lookMs)
  let broken: Error | undefined
  let witness: Witness | undefined
  try {
    const jobs = await someJobs(world)
    witness = new Witness(world, jobs)
    const network = networkTo(service, world, faults, witness.saw)
    const specs = jobs.map(({ name, spec }) => `${name} is ${spec.name}`)
    world.log(`${specs}, ${JSON.stringify(faults)}, ${lookMs} ms a look`)
    await inWorld(world, network, () => unfold(world, service, jobs, faults, lookMs > 0))
  } catch (error) {
    broken = error as Error
  }
  if (broken) world.log(String(broken.stack))
  return {
    seed,
    events: world.step,
    messages: service.queues.sent,
    answers: witness?.checked ?? 0,
    broken,
    trace: world.trace,
  }
}

async function unfold(
  world: World,
  service: Service,
  jobs: readonly AskedJob[],
  faults: Faults,
  isSliced: boolean,
): Promise<void> {
  const { chance } = world
  for (const job of jobs) play(world, job)
  if (chance.is(0.1)) service.queues.put('chunks', 'not a chunk', new Uint8Array())
  world.after(chance.between(...FAULTS_MS), () => calm(world, faults))
  if (chance.is(0.1)) expire(world, service, jobs, { ...faults }, faults)
  await world.run()
  await judge(service, world, jobs, isSliced)
  await finish(world, jobs)
  await judge(service, world, jobs, isSliced)
}

async function someJobs({ chance }: World): Promise<AskedJob[]> {
  const jobs: AskedJob[] = []
  for (const name of 'ABC'.slice(0, chance.of([1, 1, 2, 3]))) {
    const spec = await prepare(chance.of(SPEC_NAMES))
    const owner = chance.of(['Ann', 'Bob'])
    jobs.push(new AskedJob(name, spec, owner, name))
    // Somebody who takes the same key for something else.
    const other = await prepare(chance.of(SPEC_NAMES))
    const isOther = !(other.isOpen && spec.isOpen) && other.name !== spec.name
    if (chance.is(0.1) && isOther) jobs.push(new AskedJob(`${name}'`, other, owner, name))
  }
  if (jobs.length === 1) jobs[0].isAlone = true
  return jobs
}

/** The client that asks for a job, and what else is asked about it. */
function play(world: World, job: AskedJob): void {
  const { chance } = world
  const client = new Client(world, job)
  const start = (what: string, work: () => Promise<unknown>, delayMs: number) =>
    world.start(`${job.name} ${what}`, work, {}, delayMs)
  start('submit', () => client.submit(), chance.below(2_000))
  if (chance.is(0.3)) start('submit', () => client.submit(), sometime(world))
  if (job.spec.isOpen && chance.is(0.25)) {
    const parts = chance.is(0.5) ? chance.between(1, job.spec.parts.length) : job.spec.parts.length
    start('seal', () => client.sealEarly(parts), chance.below(3_000))
  }
  for (let i = chance.of([1, 1, 2]); i > 0; i--) start('watch', () => client.watch(), chance.below(3_000))
  for (let i = chance.between(0, 2); i > 0; i--) start('read', () => client.read(), sometime(world))
  // Mostly while its parts are on their way; by two at once, now and then.
  const cancels = chance.is(0.3) ? chance.between(1, 2) : 0
  for (let i = cancels; i > 0; i--)
    start('cancel', () => client.cancel(), chance.is(0.6) ? chance.below(3_000) : sometime(world))
  if (chance.is(0.4)) {
    for (let i = chance.between(1, 3); i > 0; i--)
      start('redrive', () => client.redrive(), chance.is(0.5) ? sometime(world) : chance.between(...DEAD_MS))
  }
  if (chance.is(0.2)) {
    const other = new Client(world, job, 'Eve')
    start('intrude', () => other.intrude(), sometime(world))
  }
  if (chance.is(0.1)) start('list', () => client.find(), sometime(world))
}

/** From a millisecond to more than an hour, each order of magnitude as likely. */
function sometime({ chance }: World): number {
  return Math.floor(10 ** (chance.fraction() * 6.7))
}

function calm(world: World, faults: Faults): void {
  world.log('nothing goes wrong any more')
  Object.assign(faults, NO_FAULTS)
}

/** Once more whatever can be asked about jobs and everything that goes wrong, when the jobs expire; then DynamoDB takes them away, piece by piece. */
function expire(world: World, { items }: Service, jobs: readonly AskedJob[], before: Faults, faults: Faults): void {
  const { chance } = world
  const around = RETENTION_MS - 300_000
  world.after(around, () => {
    Object.assign(faults, before)
    for (const job of jobs) play(world, job)
  })
  world.after(around + chance.between(...FAULTS_MS), () => calm(world, faults))
  const sweep = (isLast: boolean) => {
    for (const key of items.keys()) {
      const { expiresAt } = items.get(key) as unknown as { expiresAt: number }
      if (expiresAt * 1000 <= world.now && (isLast || chance.is(0.2))) items.remove(key)
    }
  }
  for (let i = 0; i < 8; i++) world.after(RETENTION_MS + chance.below(3_000_000), () => sweep(false))
  world.after(RETENTION_MS + 2 * DAY_MS, () => sweep(true))
}

/** Those who were not answered ask again, and failed puzzles are sent again, now that nothing goes wrong: then all is done. */
async function finish(world: World, jobs: readonly AskedJob[]): Promise<void> {
  for (const job of jobs) {
    const client = new Client(world, job)
    const finished = async () => {
      if (world.chance.is(0.7)) await client.submit()
      if (job.isCancelAsked && world.chance.is(0.7)) await client.cancel()
    }
    world.start(`${job.name} finish`, finished)
  }
  await world.run()
  for (const job of jobs) {
    const client = new Client(world, job)
    world.start(`${job.name} redrive`, () => client.redrive())
  }
  await world.run()
  for (const job of jobs) {
    const client = new Client(world, job)
    world.start(`${job.name} read`, () => client.readAll())
  }
  await world.run()
}
