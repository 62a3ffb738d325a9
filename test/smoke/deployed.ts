import { ApiError, UnreachableError } from '../../shared/client/api-error.ts'
import { type Client, createClient } from '../../shared/client/client.ts'
import { type ClientOptions, createHttp, type Http } from '../../shared/client/http.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { addsUp, same, Wrong } from './judged.ts'

/** A service that answers somewhere, as one check sees it. */
export interface Deployed extends Required<Pick<ClientOptions, 'url' | 'correlationId'>> {
  readonly key: string | undefined
  /** How long its workers search at a time. */
  readonly sliceMs: number
  readonly client: Client
  /** With the key and the correlation id, and with patience. */
  readonly http: Http
  /** A request as it is, without any of that. */
  bare(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Polls a job until it has ended; every poll has to add up, and none may go back. */
  ended(job: JobView): Promise<JobView>
}

export function deployed(
  options: ClientOptions & { readonly correlationId: string; readonly signal: AbortSignal; readonly sliceMs: number },
) {
  const { url, key, correlationId, signal, sliceMs } = options
  const client = createClient(options)
  return {
    ...{ url, key, correlationId, client, sliceMs },
    http: createHttp(options),
    bare: (path, headers = {}) =>
      fetch(new URL(path, url), { headers, signal }).catch((cause) => {
        throw signal.aborted ? cause : new UnreachableError(`${url} cannot be reached`, { cause })
      }),

    async ended(job) {
      addsUp(job)
      let before = job
      for await (const view of client.watchJob(job.id)) {
        addsUp(view)
        const [was, is] = [before, view].map(({ counts }) => counts.total - counts.pending)
        if (is < was) throw new Wrong(`job ${job.id}: ${was} puzzles were done, then ${is}`)
        before = view
      }
      return before
    },
  } satisfies Deployed as Deployed
}

/** That a request is refused with one of the service's own problems. */
export async function refusedAs(name: string, asked: Promise<unknown>): Promise<ApiError> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error === undefined) throw new Wrong(`it was taken, expected the problem ${name}`)
  if (!(error instanceof ApiError || error instanceof UnreachableError)) throw error
  if (error instanceof UnreachableError) throw new Wrong(`${error.message}, expected the problem ${name}`)
  same('the problem', error.problem.type, `/problems/${name}`)
  return error
}
