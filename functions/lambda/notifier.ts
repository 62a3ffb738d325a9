import { randomUUID } from 'node:crypto'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { eventBridge } from '../../shared/aws/event-bus.ts'
import { createNotifier } from '../notifier.ts'
import { postTo, WEBHOOKS } from '../reporting/webhook.ts'
import { tryNotifier } from '../trial.ts'
import { oneOf, required } from './environment.ts'
import { busName, eventQueue, now, requestHandler, retries, sqs, table, telemetryOf, timeLeft } from './resources.ts'
import { triedFirst } from './trial.ts'

const webhooks = oneOf(WEBHOOKS, 'WEBHOOKS')

const notify = createNotifier({
  table,
  queue: eventQueue,
  post: webhooks === 'off' ? undefined : postTo(webhooks),
  putEvent: busName ? eventBridge(timeLeft.limit(new EventBridgeClient({ requestHandler })), busName) : undefined,
  firstPauseS: Number(required('EVENT_PAUSE_S')),
  now,
  telemetry: telemetryOf('notifier'),
  retries: retries(),
})

export const notifier = timeLeft.within(
  triedFirst(notify, { attempt: () => tryNotifier(notify, { newId: randomUUID }), sqs }),
)
