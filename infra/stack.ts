import { Annotations, CfnOutput, Stack, Tags } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import * as settings from './settings.ts'
import { Alarms } from './stack/alarms.ts'
import { ServiceDashboard } from './stack/dashboard.ts'
import { JobTable, Queues } from './stack/data.ts'
import type { Deployment } from './stack/deployment.ts'
import { reservedConcurrency } from './stack/deployment.ts'
import type { Watched } from './stack/metrics.ts'
import { MonthlyBudget, Notices } from './stack/notices.ts'
import { permitApi, permitDeadLetter, permitWorker } from './stack/permissions.ts'
import { PublicApi } from './stack/public-api.ts'
import { ServiceFunction } from './stack/service-function.ts'

/**
 * The whole cloud:
 *
 *     HTTP API → api → queues → worker → table
 *                        ⤷ dead letters → deadLetter → table
 *     alarms → notices → e-mail
 */
export class SudokuStack extends Stack {
  constructor(scope: Construct, id: string, deployment: Deployment) {
    const { stageName, stage } = deployment
    super(scope, id, { description: 'Solves Sudoku puzzles through a queue', terminationProtection: stage.isKept })
    Tags.of(this).add('service', 'sudoku')
    Tags.of(this).add('stage', stageName)

    const table = new JobTable(this, 'Table', stage)
    const queues = new Queues(this, 'Queues', stage)

    // One for each stage, so that two of them in one account do not add up to one.
    const metricsNamespace = `SudokuService/${stageName}`
    const environment = {
      TABLE_NAME: table.tableName,
      QUEUE_URL: queues.bulk.queueUrl,
      EXPRESS_QUEUE_URL: queues.express.queueUrl,
      SLICE_MS: String(settings.SLICE_MS),
      AUTH: deployment.auth,
      CORS_ORIGINS: deployment.corsOrigins.join(','),
      FILES: './files/',
      LOG_LEVEL: 'INFO',
      METRICS_NAMESPACE: metricsNamespace,
    } satisfies settings.FunctionEnvironment
    const reserved = deployment.reservesConcurrency ? reservedConcurrency(stage) : undefined

    const api = new ServiceFunction(this, 'Api', {
      handler: 'api',
      memoryMb: settings.API_MEMORY_MB,
      timeoutS: settings.API_TIMEOUT_S,
      reserved: reserved?.api,
      stage,
      environment,
    })
    permitApi(api, { table, queues })

    const worker = new ServiceFunction(this, 'Worker', {
      handler: 'worker',
      memoryMb: settings.WORKER_MEMORY_MB,
      timeoutS: settings.WORKER_TIMEOUT_S,
      reserved: reserved?.worker,
      stage,
      environment,
    })
    permitWorker(worker, { table, queues })
    worker.consume(queues.bulk, 'Bulk', stage.bulkWorkers)
    worker.consume(queues.express, 'Express', stage.expressWorkers)

    const deadLetter = new ServiceFunction(this, 'DeadLetter', {
      handler: 'deadLetter',
      // As the API: it solves nothing.
      memoryMb: settings.API_MEMORY_MB,
      timeoutS: settings.WORKER_TIMEOUT_S,
      reserved: reserved?.deadLetter,
      stage,
      environment,
    })
    permitDeadLetter(deadLetter, { table, queues })
    deadLetter.consume(queues.deadLetters, 'DeadLetters', stage.deadLetterWorkers)

    // Who reads what another writes is replaced before that (docs/decisions/021).
    worker.lambda.node.addDependency(deadLetter.lambda)
    api.lambda.node.addDependency(worker.lambda)

    const publicApi = new PublicApi(this, 'PublicApi', api, deployment)

    const watched: Watched = {
      table,
      queues,
      publicApi,
      metricsNamespace,
      functions: { Api: api, Worker: worker, DeadLetter: deadLetter },
    }
    const notices = new Notices(this, 'Notices', deployment.email)
    const alarms = new Alarms(this, 'Alarms', watched, { stage, notices })
    new ServiceDashboard(this, 'Dashboard', watched, { alarms, title: `Sudoku, ${stageName}` })
    const { email, budgetUsd: limitUsd } = deployment
    if (email) new MonthlyBudget(this, 'Budget', { email, limitUsd })
    else Annotations.of(this).addInfoV2('sudoku:email', 'Nobody is told of alarms, and there is no budget: -c email=…')

    new CfnOutput(this, 'url', { value: publicApi.url, description: 'Where the service answers' })
    new CfnOutput(this, 'table', { value: table.tableName, description: 'For npm run keys' })
    new CfnOutput(this, 'notices', { value: notices.topicArn, description: 'For more subscribers to alarms' })
  }
}
