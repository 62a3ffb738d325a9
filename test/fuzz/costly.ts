import lz from 'lz-string'
import { INPUT_FORMATS, type InputFormat, readPuzzles } from '../../shared/input/input-format.ts'
import { Random } from '../../shared/random.ts'
import { mostWork, withinWork } from '../../shared/reading-budget.ts'
import { GRID as PUZZLE } from '../api/grids.ts'
import { LINE_EXAMPLES, VARIANT_EXAMPLES } from '../input/line-examples.ts'

/** A piece of text, of which a body has as many as go into it, and how it is read. */
export interface Costly {
  readonly piece: string
  readonly format: InputFormat | undefined
  /** Processor time of a body, in nanoseconds for each of its bytes. */
  readonly cost: number
}

/** So long that telling the format, which looks at 64 KB of any body, does not hide what reading costs. */
const BODY_BYTES = 256_000
const LONGEST_PIECE = 4_000
/** So many of the dearest pieces have offspring. */
const KEPT = 40

const link = (json: string) => lz.compressToBase64(json).replace(/=+$/, '')
const SEEDS: readonly string[] = [
  PUZZLE,
  `1,${PUZZLE},"x"`,
  PUZZLE.replaceAll(/.{9}/g, '$&\n'),
  JSON.stringify({ puzzle: PUZZLE, id: 'a', rules: ['diagonal'], constraints: [{ type: 'cage', cells: ['r1c3'] }] }),
  ...Object.values(LINE_EXAMPLES).map(([line]) => line),
  ...Object.values(VARIANT_EXAMPLES),
  // Its end is missing, and some slashes, too.
  `${link(`{"size":9,"title":"${PUZZLE}`).slice(0, -4)}${'a/'.repeat(12)}`,
  link(`{"size":9,"title":"${'x '.repeat(9_000)}"}`),
  link(JSON.stringify({ size: 9, killercage: Array(60).fill({ cells: ['R1C1', 'R1C2'], value: '3' }) })),
]
const PIECES = [...'0123456789.,;:|-+*/=#"\'[]{}()<>~?&%\\ \n\r\tNaAé', '""', '[[', '{"', '",', 'N4Ig', '%25', 'r1c1']

/**
 * Looks for bodies that take long to read for their length: the dearest pieces found so far are changed a little, again and
 * again. What a body costs is the least of two readings, as the collection of garbage falls on one or the other.
 *
 * @returns the dearest, of each seed and format one at most
 */
export function costliest(seed: string, tries: number): Costly[] {
  const random = new Random(seed, 0)
  const among = <T>(list: readonly T[]): T => list[random.below(list.length)]
  let kept: Costly[] = SEEDS.map((piece) => measured(piece, undefined))
  for (let i = 0; i < tries; i++) {
    const { piece, format } = among(kept)
    const next = changed(piece.slice(0, LONGEST_PIECE), among)
    const found = measured(next, random.below(4) === 0 ? among([undefined, ...INPUT_FORMATS]) : format)
    kept = [...kept, found].toSorted((a, b) => b.cost - a.cost).slice(0, KEPT)
  }
  // What looked dear once may have been unlucky.
  return kept.map(({ piece, format }) => measured(piece, format)).toSorted((a, b) => b.cost - a.cost)

  function changed(piece: string, one: typeof among): string {
    const at = random.below(piece.length + 1)
    const to = Math.min(piece.length, at + 1 + random.below(12))
    const changes = [
      () => piece.slice(0, at) + piece.slice(to),
      () => piece.slice(0, at) + one(PIECES) + piece.slice(at),
      () => piece.slice(0, at) + one(PIECES) + piece.slice(at + 1),
      () => piece.slice(0, to) + piece.slice(at, to).repeat(1 + random.below(20)) + piece.slice(to),
      () => piece.slice(0, at) + one(kept).piece.slice(random.below(200)),
      () => piece.repeat(2),
      () => (piece.startsWith('N4Ig') ? relinked(piece) : link(`{"size":9,"${piece}`)),
    ]
    return one(changes)()
  }

  /** A link whose content is changed, and not the letters of it. */
  function relinked(piece: string): string {
    const json = lz.decompressFromBase64(piece) || '{"size":9}'
    const at = random.below(json.length)
    return link(json.slice(0, at) + among([...PIECES, json.slice(0, 300)]) + json.slice(at + random.below(3)))
  }
}

function measured(piece: string, format: InputFormat | undefined): Costly {
  const header = format === 'csv' ? 'puzzle\n' : ''
  const times = Math.max(1, Math.floor(BODY_BYTES / (piece.length + 1)))
  const bytes = new TextEncoder().encode(header + `${piece}\n`.repeat(times))
  const read = () => {
    const before = process.cpuUsage()
    withinWork(mostWork(bytes.length), () => readPuzzles(bytes, { format }))
    const { user, system } = process.cpuUsage(before)
    return (1000 * (user + system)) / bytes.length
  }
  return { piece, format, cost: Math.min(read(), read()) }
}
