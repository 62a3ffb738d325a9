import lz from 'lz-string'
import { expect, it } from 'vitest'
import { readPuzzles } from '../../shared/input/input-format.ts'
import { mostWork, withinWork } from '../../shared/work.ts'
import { bytesOf } from './read.ts'

const link = (board: object) => lz.compressToBase64(JSON.stringify(board)).replace(/=+$/, '')
const empty = { size: 9, grid: Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => ({}))) }
const CELLS = Array.from({ length: 81 }, (_, cell) => `R${1 + Math.floor(cell / 9)}C${1 + (cell % 9)}`)
/** A killer whose 40 cages cover the grid. */
const killer = { ...empty, killercage: CELLS.slice(1).map((_, i) => ({ cells: CELLS.slice(i, i + 2), value: '9' })) }

const linesOf = (line: string, length: number) => bytesOf(`${line}\n`.repeat(length / (line.length + 1)))

it('a body of killers as large as clients send at once takes less work than it may', () => {
  const bytes = linesOf(link(killer), 1_600_000)
  expect(withinWork(mostWork(bytes.length), () => readPuzzles(bytes))).toMatchObject({ ok: true })
})
