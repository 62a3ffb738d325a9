import type { AskedJob } from './asked-job.ts'
import { must } from './broken.ts'
import type { Exchange } from './network.ts'
import { checkPage } from './page-promises.ts'
import { JOB_HEADER, OWNER_HEADER } from './service.ts'
import { checkView } from './view-promises.ts'
import type { World } from './world.ts'

/** Sees every answer that the API gives, and holds it against the promises. */
export class Witness {
  readonly jobs: readonly AskedJob[]
  /** How many answers about jobs were held against the promises. */
  checked = 0
  readonly #world: World

  constructor(world: World, jobs: readonly AskedJob[]) {
    this.#world = world
    this.jobs = jobs
  }

  readonly saw = (exchange: Exchange): void => {
    const { path, method, init, answer } = exchange
    must(answer.status < 500 || answer.status === 503, 'no request makes the service fail', () => {
      return `${method} ${path} is answered with ${answer.status}`
    })
    const headers = new Headers(init.headers)
    const route = path.replace(/\?.*/, '').split('/').slice(1)
    const job = this.jobs.find(({ name }) => name === headers.get(JOB_HEADER))
    const isAboutIt = job && (route[1] === undefined ? headers.has('idempotency-key') : route[1] === job.id)
    if (!isAboutIt || answer.status === 503) return
    this.checked++
    if (headers.get(OWNER_HEADER) !== job.owner) this.#checkStranger(exchange)
    else if (answer.status < 300) this.#checkOwn(job, exchange, route)
    else this.#checkRefusal(job, exchange)
  }

  #checkOwn(job: AskedJob, exchange: Exchange, [, , action, part]: readonly string[]): void {
    const body = JSON.parse(new TextDecoder().decode(exchange.answer.body))
    const { method, path } = exchange
    if (action === 'parts') {
      job.acceptedParts.add(Number(part))
      return
    }
    if (action === 'results') {
      checkPage(job, body, Number(new URLSearchParams(path.split('?')[1]).get('from') ?? 1), exchange)
      return
    }
    if (job.formerIds.has(body.id)) return
    const { now } = this.#world
    if (job.id === undefined || (body.id !== job.id && now >= job.expiresAt)) job.renew(body.id)
    const rivals = this.jobs.filter(({ key, expiresAt, id }) => key === job.key && id && now < expiresAt)
    job.expiresAt = Date.parse(body.expiresAt)
    const isOne = body.id === job.id && rivals.every((other) => other === job)
    must(isOne || now >= job.expiresAt, 'one key is one job', () => [body.id, job.id, ...rivals.map(({ id }) => id)])
    if (method === 'POST' && (action === 'seal' || (action === undefined && !job.spec.isOpen))) job.isAccepted = true
    if (action === 'cancel') job.isCancelAnswered = true
    if (action === 'seal') {
      const { parts } = JSON.parse(String(exchange.init.body))
      job.sealedWith ??= parts
      must(job.sealedWith === parts, 'a job is sealed once', () => `${job.id}: with ${job.sealedWith}, with ${parts}`)
    }
    checkView(job, body, exchange, now)
  }

  #checkRefusal(job: AskedJob, { method, path, answer }: Exchange): void {
    // DynamoDB takes away what has expired, whenever it likes.
    const mayBeGone = this.#world.now >= job.expiresAt
    must(answer.status !== 404 || mayBeGone, 'a job is there until it expires', () => `${method} ${path}: 404`)
    must(answer.status !== 410 || mayBeGone, 'a job is there until it expires', () => `${method} ${path}: 410`)
  }

  #checkStranger({ method, path, answer }: Exchange): void {
    const body = new TextDecoder().decode(answer.body)
    const isUnknown = answer.status === 404 && body === UNKNOWN
    must(isUnknown, 'another owner’s job answers as a missing one', () => `${method} ${path}: ${answer.status} ${body}`)
  }
}

const UNKNOWN = JSON.stringify({
  type: '/problems/unknown-job',
  code: 'unknown-job',
  status: 404,
  title: 'There is no such job',
  correlationId: 'simulated',
})
