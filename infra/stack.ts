import { fileURLToPath } from 'node:url'
import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { HttpApi, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda'
import { LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { type DeadLetterQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import * as settings from './settings.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

// Just the calls that `shared/aws` makes: the API takes jobs and shows them, the others keep results.
const TAKE_AND_SHOW_JOBS = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query']
const KEEP_RESULTS = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']
const SEND = 'sqs:SendMessage'
/** What Lambda needs to poll a queue for a function; CDK's own grant would give two actions more. */
const CONSUME = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']

/**
 * The whole cloud:
 *
 *     HTTP API → api → queues → worker → table
 *                        ⤷ dead letters → deadLetter → table
 */
export class SudokuStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props)
    const table = this.#table()
    const deadLetters = this.#queue('DeadLetters', settings.DEAD_LETTER_RETENTION_DAYS)
    const deadLetterQueue = { queue: deadLetters, maxReceiveCount: settings.MAX_ATTEMPTS }
    const queue = this.#queue('Chunks', settings.QUEUE_RETENTION_DAYS, deadLetterQueue)
    const expressQueue = this.#queue('Express', settings.QUEUE_RETENTION_DAYS, deadLetterQueue)
    acknowledge(deadLetters, { 'Serverless-SQSRedrivePolicy': 'It is the dead-letter queue, and has its function.' })

    const environment = {
      TABLE_NAME: table.tableName,
      QUEUE_URL: queue.queueUrl,
      EXPRESS_QUEUE_URL: expressQueue.queueUrl,
      SLICE_MS: String(settings.SLICE_MS),
      FILES: './files/',
    } satisfies settings.FunctionEnvironment

    const api = this.#function('api', settings.API_MEMORY_MB, settings.API_TIMEOUT_S, environment)
    table.grant(api, ...TAKE_AND_SHOW_JOBS)
    queue.grant(api, SEND)
    expressQueue.grant(api, SEND)

    const worker = this.#function('worker', settings.WORKER_MEMORY_MB, settings.WORKER_TIMEOUT_S, environment)
    table.grant(worker, ...KEEP_RESULTS)
    queue.grant(worker, SEND)
    this.#consume('Source', worker, queue, settings.WORKER_MAX_CONCURRENCY)
    this.#consume('ExpressSource', worker, expressQueue, settings.EXPRESS_MAX_CONCURRENCY)

    // As the API: it solves nothing.
    const deadLetter = this.#function('deadLetter', settings.API_MEMORY_MB, settings.WORKER_TIMEOUT_S, environment)
    table.grant(deadLetter, ...KEEP_RESULTS)
    queue.grant(deadLetter, SEND)
    this.#consume('Source', deadLetter, deadLetters, settings.DEAD_LETTER_MAX_CONCURRENCY)

    new CfnOutput(this, 'url', { value: this.#httpApi(api), description: 'Where the service answers' })
  }

  #table(): Table {
    return new Table(this, 'Table', {
      partitionKey: { name: settings.TABLE_KEYS.partition, type: AttributeType.STRING },
      sortKey: { name: settings.TABLE_KEYS.sort, type: AttributeType.STRING },
      timeToLiveAttribute: settings.TABLE_KEYS.timeToLive,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      // By the key that DynamoDB owns: free, where a key in KMS costs by the month and by the call.
      encryption: TableEncryption.DEFAULT,
      // Jobs live for a week and can be computed again, so a removed stack is to leave nothing that costs.
      // AWS keeps a last backup of a table with point-in-time recovery for 35 days, free.
      removalPolicy: RemovalPolicy.DESTROY,
    })
  }

  #queue(name: string, retentionDays: number, deadLetterQueue?: DeadLetterQueue): Queue {
    return new Queue(this, name, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(settings.VISIBILITY_TIMEOUT_S),
      retentionPeriod: Duration.days(retentionDays),
      removalPolicy: RemovalPolicy.DESTROY,
      ...(deadLetterQueue && { deadLetterQueue }),
    })
  }

  /** One of the exports of functions/lambda.ts, with a role that can write its own log and nothing else yet. */
  #function(
    handler: 'api' | 'worker' | 'deadLetter',
    memorySize: number,
    timeoutS: number,
    environment: Record<string, string>,
  ): NodejsFunction {
    const name = handler[0].toUpperCase() + handler.slice(1)
    const logGroup = this.#logGroup(`${name}Log`)
    // Lambda's managed policy would let it write to every log of the account.
    const role = new Role(this, `${name}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    logGroup.grantWrite(role)
    acknowledge(role, { 'AwsSolutions-IAM5[Resource::*]': 'The two actions that send traces to X-Ray take no other.' })
    const lambda = new NodejsFunction(this, name, {
      entry: `${ROOT}functions/lambda.ts`,
      projectRoot: ROOT,
      depsLockFilePath: `${ROOT}package-lock.json`,
      handler,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize,
      timeout: Duration.seconds(timeoutS),
      environment,
      role,
      logGroup,
      tracing: Tracing.ACTIVE,
      bundling: {
        format: OutputFormat.ESM,
        target: 'node24',
        minify: true,
        // The SDK's ES modules, bundled in: smaller and faster to load than the copy in the runtime.
        mainFields: ['module', 'main'],
        externalModules: [],
        // A map would be several times the bundle, read at a cold start; it can be made again from the commit.
        sourceMap: false,
        logLevel: LogLevel.WARNING,
        ...(handler === 'api' && { commandHooks: pageBesideBundle }),
      },
    })
    acknowledge(lambda, { 'Serverless-LambdaDLQ': 'Never invoked asynchronously; the queue has its own dead letters.' })
    return lambda
  }

  #consume(name: string, consumer: NodejsFunction, queue: Queue, maxConcurrency: number): void {
    queue.grant(consumer, ...CONSUME)
    const mapping = consumer.addEventSourceMapping(name, {
      eventSourceArn: queue.queueArn,
      batchSize: settings.WORKER_BATCH_SIZE,
      reportBatchItemFailures: true,
      maxConcurrency,
    })
    const noDestination = 'Lambda has none for SQS: what fails goes by the redrive policy.'
    acknowledge(mapping, { 'Serverless-LambdaEventSourceMappingDestination': noDestination })
  }

  /** @returns its address */
  #httpApi(handler: NodejsFunction): string {
    const httpApi = new HttpApi(this, 'HttpApi', {
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration('Api', handler),
    })
    acknowledge(httpApi, { 'AwsSolutions-APIG4': 'Open to all until owners get keys; job ids cannot be guessed.' })
    const stage = httpApi.addStage('Stage', {
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: settings.API_RATE_PER_S, burstLimit: settings.API_BURST },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.#logGroup('AccessLog')),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    })
    return stage.url
  }

  #logGroup(name: string): LogGroup {
    return new LogGroup(this, name, { retention: settings.LOG_RETENTION_DAYS, removalPolicy: RemovalPolicy.DESTROY })
  }
}

/** No addresses of people: who asked is not needed to see what went wrong. */
const ACCESS_LOG = {
  time: '$context.requestTime',
  requestId: '$context.requestId',
  method: '$context.httpMethod',
  path: '$context.path',
  status: '$context.status',
  responseBytes: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  error: '$context.integrationErrorMessage',
}

/** The built page, where FILES points. */
const pageBesideBundle = {
  beforeBundling: () => [],
  beforeInstall: () => [],
  afterBundling: (root: string, bundle: string) => [`"${process.execPath}" "${root}/web/build.ts" "${bundle}/files"`],
}

function acknowledge(construct: Construct, reasons: Record<string, string>): void {
  Validations.of(construct).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })))
}
