/** The processor time of this process, in milliseconds: compiling and collecting garbage are part of it. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export function median(values: readonly number[]): number {
  return ranked(values, 0.5)
}

/** The value below which a share of all lie. */
export function ranked(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]
}

/**
 * Measures one thing after the other, in every second round from the last to the first, so that a machine that slows
 * down slows all of them. A first round, which compiles the code, does not count.
 *
 * @returns what each came to, by its name, a value a round
 */
export async function byTurns<T>(
  measure: Readonly<Record<string, () => T | Promise<T>>>,
  rounds: number,
): Promise<ReadonlyMap<string, readonly T[]>> {
  const all = Object.entries(measure).map(([name, run]) => ({ name, run, values: [] as T[] }))
  for (let round = 0; round <= rounds; round++) {
    for (const { run, values } of round % 2 === 0 ? all : all.toReversed()) {
      const value = await run()
      if (round > 0) values.push(value)
    }
  }
  return new Map(all.map(({ name, values }) => [name, values]))
}
