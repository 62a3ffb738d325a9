import { setTimeout as pause } from 'node:timers/promises'
import { API_MEMORY_MB, WORKER_MEMORY_MB } from '../../infra/settings/settings.ts'
import type { Usage } from './cost.ts'
import type { Stored } from './metered-service.ts'
import { type Service, startService } from './service.ts'

/** What AWS would charge for, and what then lies in the table. */
export interface Observation {
  readonly usage: Usage
  readonly stored: Readonly<Record<string, Stored>>
}

/** What workers still do when the last answer is there. */
const SETTLING_MS = 500

/** Counts what some work takes from a service that other work has warmed. */
export async function observed(
  warmUp: (service: Service) => Promise<unknown>,
  work: (service: Service) => Promise<unknown>,
): Promise<Observation> {
  await using service = await startService({ isObserved: true })
  await warmUp(service)
  await pause(SETTLING_MS)
  const before = service.cpuSeconds()
  service.begin()
  await work(service)
  await pause(SETTLING_MS)
  const { metered, stored, lines } = await service.end()
  const after = [...service.cpuSeconds()]
  const cpuOf = (process: string) =>
    after
      .filter(([name]) => name.startsWith(process))
      .reduce((sum, [name, seconds]) => sum + seconds - (before.get(name) ?? 0), 0)
  const { api, worker } = metered.functions
  const usage: Usage = {
    ...metered,
    storedBytes: Object.values(stored).reduce((sum, { bytes }) => sum + bytes, 0),
    lines,
    functions: [
      { name: 'api', memoryMb: API_MEMORY_MB, cpuSeconds: cpuOf('api'), ...api },
      { name: 'worker', memoryMb: WORKER_MEMORY_MB, cpuSeconds: cpuOf('worker'), ...worker },
    ],
  }
  return { usage, stored }
}
