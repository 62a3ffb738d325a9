import { randomBytes } from 'node:crypto'
import type { Items } from './items.ts'

/** Something that an operator did, with what came of it. */
export interface Operation {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The user and machine that did it, e.g. `ada@laptop`. */
  readonly who: string
  /** The command, as it was typed. */
  readonly command: string
  readonly outcome: string
}

/** The partition of the log of operations. */
const OPERATIONS = 'operations'
/** Longer than the year that auditors mostly ask for. */
const KEPT_S = 400 * 86_400

/** The log of what operators did, which is kept for 400 days. */
export function dynamoOperations(items: Items) {
  return {
    async noteOperation(operation: Operation): Promise<void> {
      const sk = `${new Date(operation.at).toISOString()}#${randomBytes(4).toString('hex')}`
      await items.put({ pk: OPERATIONS, sk, ...operation, expiresAt: Math.ceil(operation.at / 1000) + KEPT_S })
    },

    /** The last operations, newest first. */
    async lastOperations(most: number): Promise<readonly Operation[]> {
      const found = await items.queryBack(OPERATIONS, most)
      return found.map(({ pk: _pk, sk: _sk, expiresAt: _expiresAt, ...operation }) => operation as unknown as Operation)
    },
  }
}
