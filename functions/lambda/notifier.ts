import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { eventBridge } from '../../shared/aws/event-bus.ts'
import { createNotifier } from '../notifier.ts'
import { WEBHOOKS } from '../webhook/address.ts'
import { postTo } from '../webhook/post.ts'
import { oneOf, required } from './environment.ts'
import { busName, eventQueue, now, requestHandler, retries, table, telemetryOf, timeLeft } from './resources.ts'

const webhooks = oneOf(WEBHOOKS, 'WEBHOOKS')

export const notifier = timeLeft.within(
  createNotifier({
    table,
    queue: eventQueue,
    post: webhooks === 'off' ? undefined : postTo({ webhooks }),
    bus: busName ? eventBridge(timeLeft.limit(new EventBridgeClient({ requestHandler })), busName) : undefined,
    firstPauseS: Number(required('EVENT_PAUSE_S')),
    now,
    telemetry: telemetryOf('notifier'),
    retries: retries(),
  }),
)
