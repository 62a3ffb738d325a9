import type { Faults } from './faults.ts'
import type { Answered, Service } from './service.ts'
import type { World } from './world.ts'

/** A request that came to be answered. */
export interface Exchange {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly init: RequestInit
  /** Events of the world: the answer tells of a moment between the two. */
  readonly askedAt: number
  readonly answeredAt: number
  readonly answer: Answered
}

/** `fetch` for clients in a world. Requests get lost, answers get lost, and functions die over them. */
export function networkTo(
  service: Service,
  world: World,
  faults: Faults,
  witness: (exchange: Exchange) => void,
): typeof fetch {
  return async (input, init = {}) => {
    const { pathname, search } = input as URL
    const [path, method] = [pathname + search, init.method ?? 'GET']
    if (world.task && world.chance.is(faults.clientDies)) {
      const { task } = world
      world.after(world.chance.below(2_000), () => world.kill(task, 'clients do'))
    }
    let answer: Answered | undefined | 'lost' = 'lost'
    const isSent = await world.call(latency(), () => {
      if (world.chance.is(faults.network)) {
        world.log(`${method} ${path} gets lost`)
        return false
      }
      return true
    })
    if (isSent) answer = await exchanged(path, method, init)
    await world.pause(latency())
    if (answer === 'lost' || world.chance.is(faults.network)) throw new TypeError('fetch failed')
    // API Gateway says so if a function died.
    const died = () => ({ status: world.chance.of([500, 503]), headers: new Headers(), body: new Uint8Array() })
    const { status, headers, body } = answer ?? died()
    // As much of a response as the clients look at.
    const response = { status, ok: status >= 200 && status < 300, headers, url: '', arrayBuffer: async () => body }
    return response as unknown as Response
  }

  function exchanged(path: string, method: string, init: RequestInit): Promise<Answered | undefined> {
    const { task } = world
    if (!task) throw new Error('only clients ask')
    const askedAt = world.step
    task.waiting++
    return new Promise((resolve) => {
      service.request(path, init, (answer) => {
        world.log(`${method} ${path} is answered with ${answer ? answer.status : 'nothing'}`)
        if (answer) witness({ method, path, init, askedAt, answeredAt: world.step, answer })
        const goOn = () => {
          if (task.state !== 'running') return
          task.waiting--
          resolve(answer)
        }
        world.after(0, goOn, task)
      })
    })
  }

  function latency(): number {
    return world.chance.is(0.1) ? world.chance.between(50, 2_000) : world.chance.between(5, 50)
  }
}
