import { createApi } from '../../functions/api.ts'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { createWorker } from '../../functions/worker.ts'
import { API_TIMEOUT_S, RETRY_PAUSE_S, SLICE_MS, WORKER_TIMEOUT_S } from '../../infra/settings.ts'
import { sqsQueue } from '../../shared/aws/queue.ts'
import { sqsReceived } from '../../shared/aws/received.ts'
import { type Table, tableOf } from '../../shared/aws/table.ts'
import { awsCalls } from './aws-calls.ts'
import type { Faults } from './faults.ts'
import { faultyItems } from './faulty-items.ts'
import { type Consume, Queues } from './queues.ts'
import { itemsOn, type SimulatedItems, simulatedItems } from './simulated-items.ts'
import type { Endings, World } from './world.ts'

/** Who asks, and about which job: the second is for the witness alone. */
export const OWNER_HEADER = 'x-owner'
export const JOB_HEADER = 'x-job'

/** An answer as it left the API. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

/** The whole service in a world: its functions are the real ones, what lies under them is simulated. */
export class Service {
  readonly items: SimulatedItems = simulatedItems()
  readonly queues: Queues
  readonly #world: World
  readonly #api: ReturnType<typeof createApi>
  readonly #functions: Record<'worker' | 'deadLetter', ReturnType<typeof createWorker>>
  #ids = 0

  /** @param lookMs how long a worker is busy between two looks at the clock, on average; with 0 no slice ever ends */
  constructor(world: World, faults: Faults, lookMs: number) {
    this.#world = world
    const call = awsCalls(world, faults)
    const consume: Consume = (queue, event, ended) => {
      const name = queue === 'dead' ? 'deadLetter' : 'worker'
      const work = () => {
        const records = event.Records.map(
          (record) => `${record.messageId}/${record.attributes.ApproximateReceiveCount}`,
        )
        world.log(`${world.task?.name} takes ${records} from ${queue}`)
        return this.#functions[name](event)
      }
      this.#run(name, WORKER_TIMEOUT_S, work, { ended })
    }
    this.queues = new Queues(world, faults, call, consume)
    const table = tableOf(faultyItems(world, faults, this.items, call))
    const queueNamed = (name: string) => sqsQueue(this.queues.client as Parameters<typeof sqsQueue>[0], name)
    const queue = queueNamed('chunks')
    this.#api = createApi({
      table,
      queue,
      expressQueue: queueNamed('express'),
      now: () => world.clock(),
      newId: () => `job-${++this.#ids}`,
      ownerOf: async (request) => request.headers.get(OWNER_HEADER) ?? 'nobody',
      files: { read: async () => undefined },
    })
    const now = () => {
      if (world.task && lookMs > 0) world.task.ahead += world.chance.below(2 * lookMs)
      return world.clock()
    }
    const sqs = this.queues.client as Parameters<typeof sqsReceived>[0]
    const retries = { received: sqsReceived(sqs, 'https://sqs/'), firstPauseS: RETRY_PAUSE_S }
    this.#functions = {
      worker: createWorker({
        table,
        queue,
        retries,
        now,
        sliceMs: lookMs > 0 ? SLICE_MS : Number.POSITIVE_INFINITY,
        // So few that a search which takes its time is given up.
        ...(world.chance.is(0.3) && { mostSlices: world.chance.between(1, 3) }),
      }),
      deadLetter: createDeadLetter({ table, queue, retries, now: () => world.clock() }),
    }
  }

  /** The table, read at once and without a fault. */
  get table(): Table {
    return tableOf(itemsOn(this.items))
  }

  /** @param answered told the answer; undefined where the function died */
  request(path: string, init: RequestInit, answered: (answer: Answered | undefined) => void): void {
    const work = async () => {
      const response = await this.#api.request(path, init)
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
