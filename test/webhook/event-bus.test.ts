import { text } from 'node:stream/consumers'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { expect, it, onTestFinished } from 'vitest'
import { eventBridge } from '../../shared/aws/event-bus.ts'
import { serving } from '../client/serving.ts'

/** A bus whose calls are answered so, by what speaks EventBridge's protocol as far as this; and what it was asked. */
async function bus(...answers: readonly object[]) {
  const asked: { target: unknown; body: unknown }[] = []
  const server = await serving(async (request, response) => {
    asked.push({ target: request.headers['x-amz-target'], body: JSON.parse(await text(request)) })
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
    response.end(JSON.stringify(answers[asked.length - 1]))
  })
  const client = new EventBridgeClient({
    region: 'us-east-1',
    endpoint: server.url,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  })
  onTestFinished(() => {
    client.destroy()
    return server[Symbol.asyncDispose]()
  })
  return { asked, put: eventBridge(client, 'jobs') }
}

const EVENT = { type: 'JobCompleted', at: Date.UTC(2026, 0, 1), detail: '{"id":"evt_1"}' }

it('puts an event on the bus of that name, with its source, type, time and detail', async () => {
  const { asked, put } = await bus({ FailedEntryCount: 0, Entries: [{ EventId: 'e' }] })
  await put(EVENT)
  expect(asked).toEqual([
    {
      target: 'AWSEvents.PutEvents',
      body: {
        Entries: [
          {
            EventBusName: 'jobs',
            Source: 'sudoku-service',
            DetailType: 'JobCompleted',
            Time: EVENT.at / 1000,
            Detail: EVENT.detail,
          },
        ],
      },
    },
  ])
})

it('fails where the call succeeds and the event is refused', async () => {
  const Entries = [{ ErrorCode: 'ThrottlingException', ErrorMessage: 'slow down' }]
  const { put } = await bus({ FailedEntryCount: 1, Entries })
  await expect(put(EVENT)).rejects.toThrow('EventBridge refused an event: ThrottlingException slow down')
})
