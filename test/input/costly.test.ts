import lz from 'lz-string'
import { describe, expect, it } from 'vitest'
import { readPuzzles } from '../../shared/input/input-format.ts'
import { mostWork, withinWork } from '../../shared/work.ts'
import { costOf, LEAST_COST } from './cost.ts'
import { bytesOf } from './read.ts'

const link = (board: object) => lz.compressToBase64(JSON.stringify(board)).replace(/=+$/, '')
const empty = { size: 9, grid: Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => ({}))) }
const CELLS = Array.from({ length: 81 }, (_, cell) => `R${1 + Math.floor(cell / 9)}C${1 + (cell % 9)}`)
/** A killer whose 40 cages cover the grid. */
const killer = { ...empty, killercage: CELLS.slice(1).map((_, i) => ({ cells: CELLS.slice(i, i + 2), value: '9' })) }

const linesOf = (line: string, length: number) => bytesOf(`${line}\n`.repeat(length / (line.length + 1)))

describe('a link that is damaged where slashes stand', () => {
  /** The end is missing, and behind it come as many slashes as a search for those that are missing can try. */
  const noise = Array.from({ length: 700 }, (_, i) => String.fromCharCode(97 + ((i * i * 7) % 26))).join('')
  const damaged = `${link({ size: 9, title: noise }).slice(0, -4)}${'a/'.repeat(12)}`

  it('costs no more to refuse than some good ones cost to read', () => {
    const [bad, good] = [damaged, link(killer)].map((line) => linesOf(line, 60_000))
    const read = (bytes: Uint8Array) => () => readPuzzles(bytes, { format: 'lines' })
    const [, cost] = [1, 2].map(() => costOf(read(good)))
    // It was four hundred times as much, when each choice of slashes was tried from the first character on.
    expect(costOf(read(bad))).toBeLessThan(8 * Math.max(LEAST_COST, cost))
  })
})

describe('a body takes so much work and no more', () => {
  const within = (bytes: Uint8Array) => withinWork(mostWork(bytes.length), () => readPuzzles(bytes))

  it('as what clients send at once of killers takes less', () => {
    expect(within(linesOf(link(killer), 1_600_000))).toMatchObject({ ok: true })
  })
})
