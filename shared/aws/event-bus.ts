import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'

/** Puts an event on a bus. @throws if the bus does not take it */
export type PutEvent = (event: BusEvent) => Promise<void>

export interface BusEvent {
  /** The name that rules match: `JobCompleted`. */
  readonly type: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** JSON. */
  readonly detail: string
}

/** Rules match this, too. */
const EVENT_SOURCE = 'sudoku-service'

export function eventBridge(client: EventBridgeClient, EventBusName: string): PutEvent {
  return async ({ type: DetailType, at, detail: Detail }) => {
    const Entries = [{ EventBusName, Source: EVENT_SOURCE, DetailType, Time: new Date(at), Detail }]
    const { Entries: [entry] = [] } = await client.send(new PutEventsCommand({ Entries }))
    // The call succeeds where an entry does not.
    if (entry?.ErrorCode) throw new Error(`EventBridge refused an event: ${entry.ErrorCode} ${entry.ErrorMessage}`)
  }
}
