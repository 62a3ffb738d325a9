/** A promise was broken. */
export class Broken extends Error {
  override name = 'Broken'
  readonly promise: string

  constructor(promise: string, found: string) {
    super(`${promise}: ${found}`)
    this.promise = promise
  }
}

export function must(holds: boolean, promise: string, found: () => unknown): asserts holds {
  if (holds) return
  const shown = found()
  throw new Broken(promise, typeof shown === 'string' ? shown : JSON.stringify(shown))
}
