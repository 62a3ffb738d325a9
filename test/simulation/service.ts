import { createApi } from '../../functions/api.ts'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { createNotifier } from '../../functions/notifier.ts'
import { createWorker } from '../../functions/worker.ts'
import {
  API_TIMEOUT_S,
  EVENT_PAUSE_S,
  RETRY_PAUSE_S,
  SLICE_MS,
  WORKER_TIMEOUT_S,
} from '../../infra/settings/settings.ts'
import { sqsEvents, sqsGiveBack, sqsQueue } from '../../shared/aws/queue.ts'
import { type Table, tableOf } from '../../shared/aws/table.ts'
import { type AwsCall, awsCalls } from './aws-calls.ts'
import type { Faults } from './faults.ts'
import { type Consume, type QueueName, Queues } from './queues.ts'
import { itemsOn, type SimulatedItems, simulatedItems } from './simulated-items.ts'
import type { Endings, World } from './world.ts'

/** The asking client and the job: the second is for the witness alone. */
export const OWNER_HEADER = 'x-owner'
export const JOB_HEADER = 'x-job'

/** An answer as it left the API. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

/** The functions, over what is simulated. */
interface Functions {
  readonly api: ReturnType<typeof createApi>
  readonly worker: ReturnType<typeof createWorker>
  readonly deadLetter: ReturnType<typeof createDeadLetter>
  readonly notifier: ReturnType<typeof createNotifier>
}

/** An event as the receiver of a webhook has it. */
export interface Told {
  readonly id: string
  readonly body: string
}

/** A webhook of jobs, and what takes it. */
export const WEBHOOK = { url: 'https://receiver.example/hooks', secret: `whsec_${'A'.repeat(32)}` }

/** The function behind each queue. */
const CONSUMERS = {
  chunks: 'worker',
  express: 'worker',
  dead: 'deadLetter',
  events: 'notifier',
} as const satisfies Record<QueueName, keyof Functions>

/** The whole service in a world: its functions are the real ones, what lies under them is simulated. */
export class Service {
  readonly items: SimulatedItems = simulatedItems()
  readonly queues: Queues
  /** All that webhooks were told, in order. */
  readonly told: Told[] = []
  readonly #world: World
  readonly #functions: Functions
  /** So few that a search which takes its time is given up. */
  readonly #mostSlices: number | undefined
  #ids = 0

  /**
   * @param lookMs how long a worker is busy between two looks at the clock, on average; with 0 no slice ever ends
   * @param mostSlices after which a search is given up; by chance by default
   */
  constructor(world: World, faults: Faults, lookMs: number, mostSlices?: number) {
    this.#world = world
    this.#mostSlices = mostSlices ?? (world.chance.is(0.3) ? world.chance.between(1, 3) : undefined)
    const call = awsCalls(world, faults)
    const consume: Consume = (queue, event, ended) => {
      const name = CONSUMERS[queue]
      const work = () => {
        const records = event.Records.map(
          (record) => `${record.messageId}/${record.attributes.ApproximateReceiveCount}`,
        )
        world.log(`${world.task?.name} takes ${records} from ${queue}`)
        this.queues.workOn(event.Records[0].messageId)
        return this.#functions[name](event)
      }
      this.#run(name, WORKER_TIMEOUT_S, work, { ended })
    }
    this.queues = new Queues(world, faults, this.items, call, consume)
    // DynamoDB reads item by item: what a query answers with was never there at one moment.
    const mostRead = () => (world.chance.is(faults.torn) ? world.chance.between(1, 2) : Number.POSITIVE_INFINITY)
    const table = tableOf(itemsOn(this.items, call, mostRead))
    this.#functions = this.#deploy(table, lookMs, call, faults)
  }

  #deploy(table: Table, lookMs: number, call: AwsCall, faults: Faults): Functions {
    const world = this.#world
    const queueNamed = (name: string) => sqsQueue(this.queues.client as Parameters<typeof sqsQueue>[0], name)
    const queue = queueNamed('chunks')
    const events = sqsEvents(this.queues.client as Parameters<typeof sqsEvents>[0], 'events')
    const shared = { table, queue, events: { queue: events, ofAllJobs: false } }
    const clock = () => world.clock()
    const now = () => {
      if (world.task && lookMs > 0) world.task.ahead += world.chance.below(2 * lookMs)
      return world.clock()
    }
    const sqs = this.queues.client as Parameters<typeof sqsGiveBack>[0]
    const retries = { giveBack: sqsGiveBack(sqs, 'https://sqs/'), firstPauseS: RETRY_PAUSE_S }
    return {
      api: createApi({
        ...shared,
        ownerOf: async (request) => request.headers.get(OWNER_HEADER) ?? 'nobody',
        webhooks: 'public',
        expressQueue: queueNamed('express'),
        heldPolls: 2,
        now: clock,
        newId: () => `job-${++this.#ids}`,
        files: { read: async () => undefined },
      }),
      worker: createWorker({
        ...shared,
        retries,
        now,
        sliceMs: lookMs > 0 ? SLICE_MS : Number.POSITIVE_INFINITY,
        ...(this.#mostSlices !== undefined && { mostSlices: this.#mostSlices }),
      }),
      deadLetter: createDeadLetter({ ...shared, retries, now: clock }),
      notifier: createNotifier({
        table,
        queue: events,
        post: async (_url, { 'webhook-id': id }, body) => {
          const take = () => {
            if (world.chance.is(faults.network)) return 503
            if (world.chance.is(faults.network)) return undefined
            this.told.push({ id, body })
            return 200
          }
          const taken = await call(`tell ${id}`, take, 'write')
          if (taken === undefined) throw new DOMException('no answer', 'TimeoutError')
          return taken
        },
        putEvent: undefined,
        firstPauseS: EVENT_PAUSE_S,
        now: clock,
        retries,
      }),
    }
  }

  /** The table, read at once and without a fault. */
  get table(): Table {
    return tableOf(itemsOn(this.items))
  }

  /** @param answered told the answer; undefined where the function died */
  request(path: string, init: RequestInit, answered: (answer: Answered | undefined) => void): void {
    const work = async () => {
      const response = await this.#functions.api.request(path, init)
      return { status: response.status, headers: response.headers, body: new Uint8Array(await response.arrayBuffer()) }
    }
    this.#run(`${init.method ?? 'GET'} ${path}`, API_TIMEOUT_S, work, {
      ended: (outcome) => answered('value' in outcome ? outcome.value : undefined),
      killed: () => answered(undefined),
    })
  }

  #run<T>(name: string, timeoutS: number, work: () => Promise<T>, endings: Endings<T>): void {
    const task = this.#world.start(name, work, endings)
    this.#world.after(timeoutS * 1000, () => this.#world.kill(task, 'its time is up'))
  }
}
