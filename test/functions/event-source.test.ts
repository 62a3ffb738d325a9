import { SQSClient } from '@aws-sdk/client-sqs'
import type { SQSEvent } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { startEmulators } from '../../infra/local/emulators.ts'
import { runEventSource } from '../../infra/local/event-source.ts'
import { traceOf } from '../../infra/local/trace.ts'
import { sqsQueue } from '../../shared/aws/queue.ts'

describe('a chain of messages', () => {
  it('is known by its header, which says how often each function has run in it', () => {
    const first = traceOf('api')
    expect(first).toMatchObject({
      header: expect.stringMatching(/^Root=1-[\da-f]{8}-[\da-f]{24};Sampled=0;Lineage=[\da-f]{8}:0$/),
      invocations: 1,
    })
    const second = traceOf('worker', first.header)
    const third = traceOf('worker', second.header)
    expect([second.invocations, third.invocations]).toEqual([1, 2])
    expect(third.header).toMatch(/;Lineage=[\da-f]{8}:0\|[\da-f]{8}:1$/)
    expect(third.header.split(';')[0]).toBe(first.header.split(';')[0])
    expect(traceOf('api', third.header).invocations).toBe(2)
  })

  it.each([
    [false, 16],
    [true, 20],
  ])('may loop: %s, so that a function which calls itself 20 times runs %i times', async (mayLoop, times) => {
    await using emulators = await startEmulators()
    using clients = new DisposableStack()
    const sqs = clients.adopt(new SQSClient(emulators.sqs), (client) => client.destroy())
    let sent: string | undefined
    sqs.middlewareStack.add(
      (next) => (args) => {
        // As the SDK does inside a function.
        if (sent) Object.assign((args.request as { headers: object }).headers, { 'X-Amzn-Trace-Id': sent })
        return next(args)
      },
      { step: 'build' },
    )
    const stop = new AbortController()
    const log: string[] = []
    let runs = 0
    const queue = sqsQueue(sqs, emulators.queueUrl)
    const message = { body: '{}', puzzles: new Uint8Array(1), group: 'g' }
    await queue.send([message])
    const target = {
      pid: undefined,
      async invoke(_event: unknown, trace?: string) {
        runs++
        sent = trace
        if (runs < 20) await queue.send([message])
        sent = undefined
        if (runs === 20) stop.abort()
        return { batchItemFailures: [] } satisfies { batchItemFailures: SQSEvent['Records'] }
      },
      [Symbol.dispose]() {},
    }
    await runEventSource(target, {
      operatorSqs: sqs,
      sqs,
      queueUrl: emulators.queueUrl,
      name: 'worker',
      mayLoop,
      visibilityTimeoutS: 0,
      log: (line) => {
        log.push(line)
        stop.abort()
      },
      signal: stop.signal,
    })
    expect(runs).toBe(times)
    expect(log).toEqual(mayLoop ? [] : ['worker: stopped after 16 invocations in one chain'])
  })
})
