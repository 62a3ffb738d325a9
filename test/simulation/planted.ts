import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A source that is to be read otherwise than it is written. */
export interface Replacement {
  /** From the project's root. */
  readonly file: string
  readonly from: string
  readonly to: string
}

const ROOT = new URL('../../', import.meta.url)

/** From now on, modules are loaded with these replacements. */
export function plant(replacements: readonly Replacement[]): void {
  const planted = plantedIn(replacements)
  registerHooks({
    load(url, context, next) {
      const source = planted.get(url)
      return source === undefined ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}

/**
 * The sources with replacements, by their URLs.
 *
 * @throws {Error} where one does not fit its source
 */
export function plantedIn(replacements: readonly Replacement[]): ReadonlyMap<string, string> {
  const planted = new Map<string, string>()
  for (const { file, from, to } of replacements) {
    const url = new URL(file, ROOT).href
    const source = planted.get(url) ?? readFileSync(fileURLToPath(url), 'utf8')
    const found = source.split(from).length - 1
    if (found !== 1) throw new Error(`${file}: found ${JSON.stringify(from)} ${found} times, expected it once`)
    planted.set(
      url,
      source.replace(from, () => to),
    )
  }
  return planted
}

/** Limits so low that small jobs have many chunks, several slices and several items for one chunk, and few are one item. */
export const SMALL: readonly Replacement[] = [
  { file: 'shared/job/chunks/chunk.ts', from: 'const LEAST_S = 0.02', to: 'const LEAST_S = 0.01' },
  { file: 'shared/job/chunks/chunk.ts', from: 'const MOST_OF_WHOLE = 100', to: 'const MOST_OF_WHOLE = 4' },
  { file: 'shared/job/limits.ts', from: 'const MAX_STRAGGLERS = 100', to: 'const MAX_STRAGGLERS = 3' },
  {
    file: 'shared/job/chunks/sliced-search.ts',
    from: 'const BACKTRACKS_PER_LOOK = 500',
    to: 'const BACKTRACKS_PER_LOOK = 4',
  },
  { file: 'shared/job/chunks/solve-chunk.ts', from: 'const FUEL_PER_LOOK = 20_000', to: 'const FUEL_PER_LOOK = 2' },
  {
    file: 'shared/job/packed/packed-results.ts',
    from: 'this.#fullAt = MAX_RESULT_BYTES - largest',
    to: 'this.#fullAt = 0 * largest + 100',
  },
]
