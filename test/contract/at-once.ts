/** How many ask at once: enough to meet, few enough for one partition of a real table. */
export const AT_ONCE = 10

/** The answers to several who ask at the same time. */
export function atOnce<T>(ask: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, i) => ask(i)))
}

/** How many of several were told yes. */
export function granted(answers: readonly boolean[]): number {
  return answers.filter(Boolean).length
}
