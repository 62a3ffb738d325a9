import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Auth } from '../settings/settings.ts'

/** The facts that `npm start` leaves for other commands while it is up, in a file for each port. */
export interface RunningService {
  readonly url: string
  readonly auth: Auth
  /** The environment variables that lead to its table. */
  readonly environment: Readonly<Record<string, string>>
}

/** What the SDK's clients have to know to reach the table and the queues of a service on this machine as its operator. */
export function clientsOf(environment: RunningService['environment']) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  const client = { region: environment.AWS_REGION, credentials: { accessKeyId, secretAccessKey } }
  return {
    dynamo: { ...client, endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB },
    sqs: { ...client, endpoint: environment.AWS_ENDPOINT_URL_SQS },
  }
}

const FOLDER = new URL('../../node_modules/.cache/running/', import.meta.url)

/** Lets other commands find a service until it is disposed of. */
export async function announce({ url, auth, environment }: RunningService): Promise<AsyncDisposable> {
  const file = new URL(`${new URL(url).port}.json`, FOLDER)
  await mkdir(FOLDER, { recursive: true })
  // Whoever can read it can write to the table.
  await writeFile(file, JSON.stringify({ url, auth, environment }), { mode: 0o600 })
  return { [Symbol.asyncDispose]: () => rm(file, { force: true }) }
}

/** The services that `npm start` has up on this machine: on one port, or on any. */
export async function runningServices(port?: string): Promise<RunningService[]> {
  const files = port === undefined ? await readdir(FOLDER).catch(() => []) : [`${port}.json`]
  const looks = files.map(async (file): Promise<RunningService[]> => {
    const service: RunningService = JSON.parse(await readFile(new URL(file, FOLDER), 'utf8'))
    return (await fetch(`${service.url}/health`)).ok ? [service] : []
  })
  // One that was killed has left its file.
  return (await Promise.all(looks.map((look) => look.catch(() => [])))).flat()
}
