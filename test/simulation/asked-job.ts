import type { PuzzleResult } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import type { Spec } from './puzzles.ts'

/** The world as it was seen at some moment between two of its events. */
interface Seen<T> {
  readonly answeredAt: number
  readonly what: T
}

/** A job as its clients know it: what they asked for, and what they were told. */
export class AskedJob {
  readonly name: string
  readonly spec: Spec
  readonly owner: string
  readonly key: string
  /** Whether somebody is to be told of its end. */
  readonly hasWebhook: boolean
  /** As the first answer named it. */
  id: string | undefined
  /** Whether it is the only one of its history, so that a list shows no other. */
  isAlone = false
  /** Milliseconds since 1970. */
  expiresAt = Number.POSITIVE_INFINITY
  /** Whether 202 was answered to the submission, or to the seal: then it has to end. */
  isAccepted = false
  /** Parts that were answered with 200. */
  readonly acceptedParts = new Set<number>()
  /** The fewest parts that somebody asked it to be sealed with. */
  leastSealed = Number.POSITIVE_INFINITY
  /** As somebody who sealed it was told. */
  sealedWith: number | undefined
  isCancelAsked = false
  isCancelAnswered = false
  isRedriveAsked = false
  readonly views: Seen<JobView>[] = []
  /** The last result that was read of each line. */
  readonly results = new Map<string, Seen<PuzzleResult>>()
  /** The jobs that expired, after which the key stood for another. */
  readonly formerIds = new Set<string>()

  constructor(name: string, spec: Spec, owner: string, key: string, mayHaveWebhook = true) {
    this.hasWebhook = spec.hasWebhook && mayHaveWebhook
    this.name = name
    this.spec = spec
    this.owner = owner
    this.key = key
  }

  /** Its key stands for another job from now on. */
  renew(id: string): void {
    if (this.id) this.formerIds.add(this.id)
    this.id = id
    this.isAccepted = false
    this.acceptedParts.clear()
    this.leastSealed = Number.POSITIVE_INFINITY
    this.sealedWith = undefined
    this.isCancelAnswered = false
    this.views.length = 0
    this.results.clear()
  }

  get path(): string {
    return `/jobs/${this.id ?? 'unknown'}`
  }
}
