import type { PuzzleResult } from '../../shared/job/result.ts'
import { AskedJob } from './asked-job.ts'
import { must } from './broken.ts'
import { Client } from './client.ts'
import { NO_FAULTS } from './faults.ts'
import { networkTo } from './network.ts'
import { inWorld } from './outside.ts'
import { type Spec, specOf } from './puzzles.ts'
import { Service } from './service.ts'
import { type PartSnapshot, snapshotOf } from './snapshot.ts'
import { World } from './world.ts'

/** The results of an undisturbed run, for each part of a job. */
const references = new Map<string, readonly PartSnapshot[]>()

/** Runs a job with nothing going wrong, unless that was done before. */
export async function prepare(number: number): Promise<Spec> {
  const spec = specOf(number)
  if (!references.has(spec.name)) references.set(spec.name, await undisturbed(spec))
  return spec
}

export function referenceOf({ name }: Spec): readonly PartSnapshot[] {
  return references.get(name) ?? []
}

async function undisturbed(spec: Spec): Promise<readonly PartSnapshot[]> {
  const world = new World(spec.name)
  const service = new Service(world, NO_FAULTS, 0)
  const job = new AskedJob(spec.name, spec, 'reference', 'reference')
  await inWorld(
    world,
    networkTo(service, world, NO_FAULTS, ({ answer: { body, status } }) => {
      if (status < 300) job.id ??= JSON.parse(new TextDecoder().decode(body)).id
      else throw new Error(new TextDecoder().decode(body))
    }),
    async () => {
      world.start('client', () => new Client(world, job).submit())
      await world.run()
    },
  )
  const record = await service.table.getJob(job.id ?? '')
  if (!record) throw new Error(`${spec.name} was not taken`)
  const parts = await Promise.all(record.parts.map((part) => snapshotOf(service, record, part)))
  for (const [i, puzzles] of spec.parts.entries()) {
    const found = parts[i]?.results.length
    must(found === puzzles.length, 'every puzzle has a result', () => `${spec.name}: ${found} of ${puzzles.length}`)
  }
  return parts
}

/** The puzzle of a job that a result is of: its part and place as one number, rising; undefined if it is of none. */
export function placeOf(spec: Spec, result: PuzzleResult): number | undefined {
  const [part, place] = spec.isNamed
    ? (/^p(\d+)-(\d+)$/
        .exec(result.id ?? '')
        ?.slice(1)
        .map(Number) ?? [0, 0])
    : [1, result.place]
  return spec.parts[part - 1]?.[place - 1] === undefined ? undefined : part * 1000 + place
}

/** The result of an undisturbed run, and the puzzle as it was submitted. */
export function expectedOf(spec: Spec, of: PuzzleResult): { result: PuzzleResult; puzzle: string; submitted: string } {
  const place = placeOf(spec, of) ?? 0
  const [part, index] = [Math.floor(place / 1000) - 1, (place % 1000) - 1]
  const result = referenceOf(spec)[part].results[index]
  const submitted = spec.parts[part][index]
  return { result, puzzle: result.puzzle, submitted: typeof submitted === 'string' ? submitted : submitted.puzzle }
}
