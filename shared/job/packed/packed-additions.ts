import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { nameOf, placeOf } from '../../sudoku/grid/cell-name.ts'
import { INCLUSIONS, type IncludedFields, type InclusionName } from '../inclusions.ts'

/**
 * The inclusions of results, beside packed results: deflated JSON, `{"canonical": [value or null, …], …}`, with a column
 * for each field that they add, and in it an item for each result, null where there is nothing to say. Grids in bytes of
 * their own, undeflated, took as much. Deflating at the fastest level would take 1 us of a canonical form instead of some 15,
 * and 5 bytes more, which cost nine times as much to write to DynamoDB as the time costs of Lambda.
 *
 * Givens that are not needed are a text, `01,,1`: its rows up to the last such cell, and in each a character a cell up to
 * the last such cell. So they take 12 bytes for an easy puzzle, and by their names 27.
 */
function cellsText(names: readonly string[]): string {
  const rows: string[] = []
  for (const { row, column } of names.flatMap((name) => placeOf(name) ?? []))
    rows[row - 1] = `${(rows[row - 1] ?? '').padEnd(column - 1, '0')}1`
  return rows.join()
}

function redundantIn(cells: string): IncludedFields {
  const redundant = cells.split(',').flatMap((row, above) => {
    const columns = [...row].flatMap((cell, before) => (cell === '1' ? before + 1 : []))
    return columns.map((column) => nameOf({ row: above + 1, column }))
  })
  return { minimal: redundant.length === 0, redundant }
}

/** A comma; or `null`, where there is nothing else. */
const SEPARATOR_BYTES = 1

export class AdditionsWriter {
  /** Their size as JSON, which deflating can only make smaller, but for some bytes. */
  bytes = 0
  readonly #columns: readonly { readonly name: keyof IncludedFields; readonly values: string[] }[]

  constructor(include: readonly InclusionName[]) {
    const names = include.flatMap((name) => Object.keys(INCLUSIONS[name].fields) as (keyof IncludedFields)[])
    // Whether it is minimal is told by those that are not needed.
    this.#columns = names.filter((name) => name !== 'minimal').map((name) => ({ name, values: [] }))
  }

  add({ redundant, ...others }: IncludedFields): void {
    const told: Readonly<Record<string, unknown>> = { ...others, redundant: redundant && cellsText(redundant) }
    for (const { name, values } of this.#columns) {
      const value = JSON.stringify(told[name] ?? null)
      values.push(value)
      this.bytes += Buffer.byteLength(value) + SEPARATOR_BYTES
    }
  }

  pack(): Uint8Array {
    const columns = this.#columns.map(({ name, values }) => `"${name}":[${values.join()}]`)
    return deflateRawSync(`{${columns.join()}}`)
  }
}

/** Reads what an {@link AdditionsWriter} wrote; behind its end nothing is to be read. */
export function* additionsIn(packed: Uint8Array): Generator<IncludedFields, never> {
  const columns: [string, readonly unknown[]][] = Object.entries(JSON.parse(inflateRawSync(packed).toString('utf8')))
  for (let place = 0; ; place++) {
    const found = columns.filter(([, values]) => values[place] !== null)
    const { redundant, ...others } = Object.fromEntries(found.map(([name, values]) => [name, values[place]]))
    yield typeof redundant === 'string' ? { ...others, ...redundantIn(redundant) } : others
  }
}

/** The bytes that these take in packed results, of one result: mostly, and at the most. */
export function additionBytes(include: readonly InclusionName[]): { readonly usual: number; readonly most: number } {
  const sumOf = (bytes: (name: InclusionName) => number) => include.reduce((sum, name) => sum + bytes(name) + 1, 0)
  return { usual: sumOf((name) => INCLUSIONS[name].usualBytes), most: sumOf((name) => INCLUSIONS[name].mostBytes) }
}
