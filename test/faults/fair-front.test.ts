import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { asStage } from '../../infra/as-stage.ts'
import { startLocal } from '../../infra/local.ts'
import { createClient } from '../../shared/client/client.ts'
import { puzzles } from '../../shared/sudoku/making/generate.ts'
import { GRID } from '../api/grids.ts'
import { receiver } from '../webhook/receiver.ts'

const GRIDS = 80
const GRIDS_PER_S = 4
/** Every so many grids one has a webhook. */
const TOLD_EVERY = 20
const HANGING = 20
/** Together they send more than the throttle of submissions lets in, which is 60 a second. */
const STRANGERS = 5
/** As many as one request brings as text, in a strategy so slow that they outlast the contest. */
const IN_BULK = 60_000
const SECRET = `whsec_${'A'.repeat(32)}`

it('with the limits of prod, strangers without a key, a bulk job and webhooks that hang take nothing of another owner', {
  tags: ['long'],
}, async () => {
  const limits = asStage('prod')
  await using service = await startLocal(limits)
  await using hanging = await receiver('hang')
  await using told = await receiver(204)
  const made = [...puzzles({ rules: 'classic', size: 9, clues: 25, seed: 'fair' }).take(200)]
  const clientOf = async (owner: string) =>
    createClient({ url: service.url, key: await service.newKey(owner), isPatient: true })
  const [ann, bob, hal] = [await clientOf('ann'), await clientOf('bob'), await clientOf('hal')]
  const bulk: string[] = []
  for (let i = 0; i < 2; i++) {
    const text = `${made.join('\n')}\n`.repeat(IN_BULK / made.length)
    bulk.push((await bob.createJob(text, { strategy: 'naked-singles' })).id)
  }
  for (let i = 0; i < HANGING; i++) {
    await hal.createJob({ puzzles: [GRID], webhook: { url: hanging.url, secret: SECRET } })
    await pause(100)
  }

  const visit = { answers: new Map<number, number>(), isOver: false }
  const strangers = Array.from({ length: STRANGERS }, async () => {
    while (!visit.isOver) {
      const headers = { 'content-type': 'text/plain' }
      const { status } = await fetch(`${service.url}/jobs`, { method: 'POST', headers, body: GRID })
      visit.answers.set(status, (visit.answers.get(status) ?? 0) + 1)
      await pause(40)
    }
  })
  const grids: Promise<string | undefined>[] = []
  for (let i = 0; i < GRIDS; i++) {
    const webhook = i % TOLD_EVERY === 0 && { webhook: { url: told.url, secret: SECRET } }
    const solving = ann.solve({ puzzles: [made[i % made.length] ?? ''], ...webhook })
    grids.push(
      solving.then(
        ({ results }) => results[0]?.status,
        ({ message }: Error) => message,
      ),
    )
    await pause(1000 / GRIDS_PER_S)
  }
  const statuses = await Promise.all(grids)
  visit.isOver = true
  await Promise.all(strangers)
  expect(statuses).toEqual(Array(GRIDS).fill('solved'))
  await told.until(GRIDS / TOLD_EVERY)
  expect([...visit.answers.keys()]).toEqual([401])
  const { counts } = limits.gateway
  // Nobody else was turned away, by a throttle or for want of an instance.
  expect(counts).toEqual({ passed: expect.any(Number), 'front: KeyForm': visit.answers.get(401) })
  expect(counts['front: KeyForm']).toBeGreaterThan(500)
  expect(limits.writeUnits.counts.refused).toBe(0)
  // The bulk jobs were there until the end.
  const left = await Promise.all(bulk.map((id) => bob.getJob(id)))
  expect(left.reduce((sum, { counts }) => sum + counts.pending, 0)).toBeGreaterThan(0)
})
