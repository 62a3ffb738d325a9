import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { cellAt, nameOfCell, placeOf } from '../../sudoku/grid/cell-name.ts'
import { MAX_PUZZLE_BYTES, packPuzzle, unpackPlain } from '../../sudoku/grid/packed-grid.ts'
import { PLAIN_CELLS, plainText, writePlain } from '../../sudoku/grid/plain-grid.ts'
import { type Addition, type Additions, INCLUSIONS, type InclusionName } from '../inclusions.ts'
import { ByteReader, ByteWriter } from './bytes.ts'

/**
 * The inclusions of results, beside packed results:
 *
 *     for each that was asked for:
 *       name       a byte, how long it is, and its letters
 *       a byte     1 where what follows is deflated, 0 where it is not
 *       bytes      how many they are, seven bits a byte, and then, for each result, a byte that is 0 where there is
 *                  nothing to say, and otherwise 1 and the value
 */

/** How a value is written and read. */
interface ValueFormat<Value> {
  readonly isDeflated: boolean
  write(value: Value, to: ByteWriter): void
  read(from: ByteReader): Value
}

/** Any value, as JSON. */
const JSON_FORMAT: ValueFormat<unknown> = {
  isDeflated: true,
  write(value, to) {
    const json = utf8.encode(JSON.stringify(value))
    to.number(json.length)
    to.append(json)
  },
  read(from) {
    return JSON.parse(fromUtf8.decode(from.take(from.number())))
  },
}

const utf8 = new TextEncoder()
const fromUtf8 = new TextDecoder()

/** A plain grid. */
function gridFormat<Name extends 'canonical' | 'canonicalSolution' | 'pattern'>(
  name: Name,
): ValueFormat<Addition<Name>> {
  return {
    isDeflated: false,
    write(value, to) {
      writePlain((value as Readonly<Record<string, string>>)[name], grid, 0)
      to.reserve(MAX_PUZZLE_BYTES)
      to.length = packPuzzle(grid, 0, to.bytes, to.length)
    },
    read(from) {
      from.at = unpackPlain(from.bytes, from.at, grid, 0)
      return { [name]: plainText(grid, 0) } as Addition<Name>
    },
  }
}

const grid = new Uint8Array(PLAIN_CELLS)

/**
 * Givens that are not needed: a byte that is 0 where all are, otherwise the rows of the smallest grid here that has all
 * of them; and then a bit for each of its cells. As JSON, easy puzzles took 27 bytes each; so they take 11.
 */
const REDUNDANT_FORMAT: ValueFormat<Addition<'minimal'>> = {
  isDeflated: true,
  write({ redundant = [] }, to) {
    const places = redundant.flatMap((name) => placeOf(name) ?? [])
    const furthest = Math.max(0, ...places.map(({ row, column }) => Math.max(row, column)))
    const size = ROWS.find((rows) => rows >= furthest) ?? 0
    const bits = new Uint8Array(Math.ceil(size ** 2 / 8))
    for (const place of places) {
      const cell = cellAt(place, size)
      bits[cell >> 3] |= 1 << (cell & 7)
    }
    to.byte(size)
    to.append(bits)
  },
  read(from) {
    const size = from.byte()
    const redundant: string[] = []
    for (let cell = 0; cell < size ** 2; cell++) {
      if (from.bytes[from.at + (cell >> 3)] & (1 << (cell & 7))) redundant.push(nameOfCell(cell, size))
    }
    from.at += Math.ceil(size ** 2 / 8)
    return { minimal: size === 0, redundant }
  },
}

const ROWS = [0, 9, 25, 36]

/** Those that are not JSON. */
const FORMATS: { readonly [Name in InclusionName]?: ValueFormat<Addition<Name>> } = {
  minimal: REDUNDANT_FORMAT,
  canonical: gridFormat('canonical'),
  canonicalSolution: gridFormat('canonicalSolution'),
  pattern: gridFormat('pattern'),
}

function formatOf(name: InclusionName): ValueFormat<unknown> {
  return (FORMATS[name] as ValueFormat<unknown> | undefined) ?? JSON_FORMAT
}

/** Collects what is added to consecutive results. */
export class AdditionsWriter {
  readonly #columns: readonly {
    readonly name: InclusionName
    readonly format: ValueFormat<unknown>
    values: ByteWriter
  }[]

  constructor(include: readonly InclusionName[]) {
    this.#columns = include.map((name) => ({ name, format: formatOf(name), values: new ByteWriter(256) }))
  }

  /** Their size, which deflating can only make smaller, but for some bytes. */
  get bytes(): number {
    return this.#columns.reduce((sum, { values }) => sum + values.length, 0)
  }

  add(additions: Additions): void {
    for (const { name, format, values } of this.#columns) {
      const value = additions[name]
      values.byte(Number(value !== undefined))
      if (value !== undefined) format.write(value, values)
    }
  }

  pack(): Uint8Array {
    const packed = new ByteWriter(this.bytes + 64)
    for (const { name, format, values } of this.#columns) {
      const written = format.isDeflated ? deflateRawSync(values.written()) : values.written()
      packed.byte(name.length)
      packed.text(name)
      packed.byte(Number(format.isDeflated))
      packed.number(written.length)
      packed.append(written)
    }
    return packed.written()
  }
}

/** Reads what an {@link AdditionsWriter} wrote. */
export class AdditionsReader {
  readonly #columns: { readonly name: InclusionName; readonly format: ValueFormat<unknown>; values: ByteReader }[] = []

  constructor(packed: Uint8Array) {
    const from = new ByteReader(packed)
    while (from.at < packed.length) {
      const name = String.fromCharCode(...from.take(from.byte()))
      const isDeflated = from.byte() === 1
      const written = from.take(from.number())
      // A field that newer code added is left out, as any is that a reader does not know.
      if (!isKnown(name)) continue
      const values = new ByteReader(isDeflated ? inflateRawSync(written) : written)
      this.#columns.push({ name, format: formatOf(name), values })
    }
  }

  /** The inclusions of the next result. */
  next(): Additions {
    const additions: [InclusionName, unknown][] = []
    for (const { name, format, values } of this.#columns) {
      if (values.byte() === 1) additions.push([name, format.read(values)])
    }
    return Object.fromEntries(additions)
  }
}

function isKnown(name: string): name is InclusionName {
  return Object.hasOwn(INCLUSIONS, name)
}

/** The bytes that these take in packed results, of one result: mostly, and at the most. */
export function additionBytes(include: readonly InclusionName[]): { readonly usual: number; readonly most: number } {
  const sumOf = (bytes: (name: InclusionName) => number) => include.reduce((sum, name) => sum + bytes(name) + 1, 0)
  return { usual: sumOf((name) => INCLUSIONS[name].usualBytes), most: sumOf((name) => INCLUSIONS[name].mostBytes) }
}
