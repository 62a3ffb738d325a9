import { Annotations, CfnOutput, Stack, Tags } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { Service } from '../functions/reporting/telemetry.ts'
import {
  API_MEMORY_MB,
  API_TIMEOUT_S,
  BULK_SHARE_OF_WRITES,
  EVENT_PAUSE_S,
  type FunctionEnvironment,
  NOTIFIER_MEMORY_MB,
  RETRY_PAUSE_S,
  SLICE_MS,
  WORKER_MEMORY_MB,
  WORKER_TIMEOUT_S,
} from './settings/settings.ts'
import { Alarms } from './stack/alarms.ts'
import { Canary } from './stack/canary.ts'
import { Copies } from './stack/copies.ts'
import { ServiceDashboard } from './stack/dashboard.ts'
import { jobTable, Queues } from './stack/data.ts'
import { type Deployment, reservedConcurrency } from './stack/deployment.ts'
import { FrontDoor } from './stack/front.ts'
import type { MonitoredResources } from './stack/metrics.ts'
import { MonthlyBudget, Notices } from './stack/notices.ts'
import { OperatorRole } from './stack/operator.ts'
import { permit, permitBus, permitKey } from './stack/permissions.ts'
import { PublicApi } from './stack/public-api.ts'
import { CanaryRollout, TURNED_BACK_BY } from './stack/rollout.ts'
import { ServiceFunction, type ServiceFunctionProps } from './stack/service-function.ts'

/**
 * Everything that is deployed to the cloud:
 *
 *     front → HTTP API → api → queues → worker → table
 *                        ⤷ dead letters → deadLetter → table
 *     canary → front, gateway → api
 *     api, worker, deadLetter → events → notifier → webhooks, event bus
 *     alarms → notices → e-mail
 */
export class SudokuStack extends Stack {
  constructor(scope: Construct, id: string, deployment: Deployment) {
    const { stageName, stage, region, tags, isProtected, restoredTable } = deployment
    super(scope, id, {
      description: 'Solves Sudoku puzzles through a queue',
      terminationProtection: isProtected,
      ...(region && { env: { region } }),
    })
    Tags.of(this).add('service', 'sudoku')
    Tags.of(this).add('stage', stageName)
    for (const [name, value] of Object.entries(tags)) Tags.of(this).add(name, value)

    const table = jobTable(this, 'Table', { stage, isProtected, restored: restoredTable })
    const queues = new Queues(this, 'Queues', stage)

    // Each stage has its own, so that the metrics of two stages in one account are not added up.
    const metricsNamespace = `SudokuService/${stageName}`
    const environment = {
      TABLE_NAME: table.tableName,
      QUEUE_URL: queues.bulk.queueUrl,
      EXPRESS_QUEUE_URL: queues.express.queueUrl,
      EVENT_QUEUE_URL: queues.events.queueUrl,
      EVENT_BUS: deployment.eventBus ?? '',
      // Where everybody is let in, anybody could have the service call anybody.
      WEBHOOKS: deployment.auth === 'keys' ? 'public' : 'off',
      EVENT_PAUSE_S: String(EVENT_PAUSE_S),
      SLICE_MS: String(SLICE_MS),
      RETRY_PAUSE_S: String(RETRY_PAUSE_S),
      BULK_WRITES_PER_S: String(BULK_SHARE_OF_WRITES * stage.most.writes),
      AUTH: deployment.auth,
      OWNER_REQUESTS: JSON.stringify(stage.owner),
      HELD_POLLS: String(stage.heldPolls),
      CORS_ORIGINS: deployment.corsOrigins.join(','),
      FILES: './files/',
      LOG_LEVEL: 'INFO',
      METRICS_NAMESPACE: metricsNamespace,
    } satisfies FunctionEnvironment
    const reserved = deployment.reservesConcurrency ? reservedConcurrency(stage) : undefined

    const functionOf = (handler: Service, size: Pick<ServiceFunctionProps, 'memoryMb' | 'timeoutS' | 'reserved'>) => {
      const id = handler[0].toUpperCase() + handler.slice(1)
      const made = new ServiceFunction(this, id, { handler, stage, environment, ...size })
      permit(made, handler, { table, queues })
      return made
    }
    const timeoutS = WORKER_TIMEOUT_S
    const api = functionOf('api', { memoryMb: API_MEMORY_MB, timeoutS: API_TIMEOUT_S, reserved: reserved?.api })
    const worker = functionOf('worker', { memoryMb: WORKER_MEMORY_MB, timeoutS, reserved: reserved?.worker })
    worker.consume(queues.bulk, 'Bulk', stage.bulkWorkers)
    worker.consume(queues.express, 'Express', stage.expressWorkers)
    // As much memory as the API: it solves nothing.
    const deadLetter = functionOf('deadLetter', { memoryMb: API_MEMORY_MB, timeoutS, reserved: reserved?.deadLetter })
    deadLetter.consume(queues.deadLetters, 'DeadLetters', stage.deadLetterWorkers)
    // Its work may wait, so that it takes what others leave of the account's concurrency.
    const notifier = functionOf('notifier', { memoryMb: NOTIFIER_MEMORY_MB, timeoutS, reserved: undefined })
    if (deployment.eventBus !== undefined) permitBus(notifier, deployment.eventBus)
    notifier.consume(queues.events, 'Events', stage.notifiers)

    const consumers = [worker, deadLetter, notifier]
    const sources = consumers.flatMap((each) => each.sources)
    const operator = new OperatorRole(this, 'Operator', { table, queues, sources })

    const { kmsKeyArn } = stage
    if (kmsKeyArn) for (const { role } of [api, ...consumers, { role: operator }]) permitKey(role, kmsKeyArn)

    // A function that reads what another one writes is released before that one (docs/decisions/007).
    deadLetter.live.node.addDependency(notifier.live)
    worker.live.node.addDependency(deadLetter.live)
    api.live.node.addDependency(worker.live)

    const live = api.live
    const publicApi = new PublicApi(this, 'PublicApi', live as IFunction, deployment, metricsNamespace)

    const front = deployment.front === 'none' ? undefined : new FrontDoor(this, 'Front', publicApi, deployment)
    const { url } = front ?? publicApi

    new Canary(this, 'Canary', live as IFunction, url)

    const monitored: MonitoredResources = {
      table,
      queues,
      publicApi,
      ...(front && { front }),
      metricsNamespace,
      functions: { Api: api, Worker: worker, DeadLetter: deadLetter, Notifier: notifier },
    }
    const notices = new Notices(this, 'Notices', deployment.email)
    if (deployment.copyTo !== undefined) new Copies(this, 'Copies', { stage, table, to: deployment.copyTo, notices })
    const alarms = new Alarms(this, 'Alarms', monitored, { stage, notices })
    if (deployment.rollout === 'canary')
      new CanaryRollout(this, 'Rollout', { functions: monitored.functions, alarms: alarms.of(...TURNED_BACK_BY) })
    new ServiceDashboard(this, 'Dashboard', monitored, { alarms, title: `Sudoku, ${stageName}` })
    const { email, budgetUsd: limitUsd } = deployment
    if (email) new MonthlyBudget(this, 'Budget', { email, limitUsd })
    else
      Annotations.of(this).addInfoV2(
        'sudoku:email',
        'Nobody is notified of alarms, and there is no budget; set email in infra/config',
      )

    new CfnOutput(this, 'url', { value: url, description: 'The address of the service' })
    new CfnOutput(this, 'table', { value: table.tableName, description: 'The table, for npm run ops' })
    new CfnOutput(this, 'queue', { value: queues.bulk.queueUrl, description: 'The queue of long jobs, for the same' })
    new CfnOutput(this, 'sources', {
      value: sources.map(({ eventSourceMappingId }) => eventSourceMappingId).join(','),
      description: 'The event sources that npm run ops pauses',
    })
    new CfnOutput(this, 'operator', { value: operator.roleArn, description: 'The role of npm run ops' })
    new CfnOutput(this, 'notices', {
      value: notices.topicArn,
      description: 'The topic of the alarms, to which more subscribers can be added',
    })
  }
}
