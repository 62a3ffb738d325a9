/** What requests of one kind took. */
export interface Taken {
  readonly kind: string
  readonly count: number
  readonly notModified: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly worst: number
}

/** Sends requests, each once, and keeps what they took by their kind. */
export class Requests {
  /** Whatever was not answered, or with neither 2xx nor 304, or not as it should be. */
  readonly errors: string[] = []
  readonly #url: string
  readonly #byKind = new Map<string, { ms: number[]; notModified: number }>()

  constructor(url: string) {
    this.#url = url
  }

  /** The answer, unless it is an error. */
  async send(kind: string, path: string, init: RequestInit): Promise<{ response: Response; body: string } | undefined> {
    const sentAt = performance.now()
    try {
      const response = await fetch(new URL(path, this.#url), init)
      const body = await response.text()
      const of = this.#byKind.get(kind) ?? { ms: [], notModified: 0 }
      this.#byKind.set(kind, of)
      of.ms.push(performance.now() - sentAt)
      if (response.status === 304) of.notModified++
      else if (!response.ok) throw new Error(`${response.status}: ${body.slice(0, 200)}`)
      return { response, body }
    } catch (error) {
      const { message, cause } = error as Error
      this.errors.push(`${kind} ${path}: ${message}${cause ? `, ${cause}` : ''}`)
      return undefined
    }
  }

  taken(): Taken[] {
    return [...this.#byKind].toSorted().map(([kind, { ms, notModified }]) => {
      const sorted = ms.toSorted((a, b) => a - b)
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
      return { kind, count: ms.length, notModified, p50: at(0.5), p99: at(0.99), worst: at(1) }
    })
  }
}
