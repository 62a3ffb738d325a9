import { availableParallelism } from 'node:os'
import { frontOf, gatewayOf, writeUnitsOf } from './local/gateway.ts'
import type { LocalOptions } from './local.ts'
import type { StageName } from './settings/doors.ts'
import { frontRules } from './settings/front.ts'
import { deploymentOf, reservedConcurrency } from './stack/deployment.ts'

/**
 * The limits of a stage as its committed file has it: the front, the throttles of the routes, the instances of the API, the
 * owners' limits, and the write units of the table. There are no more workers than this machine has processors.
 *
 * @param origins of pages elsewhere that may call the service
 */
export function asStage(name: StageName, origins: readonly string[] = []) {
  const deployment = deploymentOf({ tryGetContext: (word) => (word === 'stage' ? name : undefined) })
  const { stage, auth, front } = deployment
  return {
    auth,
    door: stage,
    gateway: gatewayOf({
      throttles: stage.throttles,
      reserved: deployment.reservesConcurrency ? reservedConcurrency(stage).api : undefined,
      front: front === 'none' ? undefined : frontOf(frontRules({ auth, owner: stage.owner, origins })),
    }),
    writeUnits: writeUnitsOf(stage.most.writes),
    workers: Math.min(stage.bulkWorkers, availableParallelism()),
    notifiers: stage.notifiers,
  } satisfies LocalOptions
}
