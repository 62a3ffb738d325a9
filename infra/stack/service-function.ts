import { fileURLToPath } from 'node:url'
import { Duration, Validations } from 'aws-cdk-lib'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import * as lambda from 'aws-cdk-lib/aws-lambda'
import { LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct, type IConstruct } from 'constructs'
import type { Service } from '../../functions/reporting/telemetry.ts'
import { capitalised } from '../../shared/capitalised.ts'
import type { FunctionEnvironment } from '../settings/settings.ts'
import * as settings from '../settings/settings.ts'
import { keyOf, removalPolicyOf, type Stage } from './deployment.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Every function runs on this; `npm run preflight` asks whether a region has it. */
export const RUNTIME = lambda.Runtime.NODEJS_24_X
export const ARCHITECTURE = lambda.Architecture.ARM_64

/** For each function the module that exports it under its name, as each has a bundle of its own (docs/decisions/015). */
const FUNCTIONS: Readonly<Record<Service, { entry: string; memoryMb: number; timeoutS: number }>> = {
  api: { entry: 'api', memoryMb: settings.API_MEMORY_MB, timeoutS: settings.API_TIMEOUT_S },
  worker: { entry: 'worker', memoryMb: settings.WORKER_MEMORY_MB, timeoutS: settings.WORKER_TIMEOUT_S },
  // As much memory as the API: it solves nothing.
  deadLetter: { entry: 'dead-letter', memoryMb: settings.API_MEMORY_MB, timeoutS: settings.WORKER_TIMEOUT_S },
  notifier: { entry: 'notifier', memoryMb: settings.NOTIFIER_MEMORY_MB, timeoutS: settings.WORKER_TIMEOUT_S },
}
/**
 * Lambda stops a function after 16 invocations in one chain of messages, unless it is allowed to run in a loop. A worker
 * sends what its slice leaves to its own queue, which is 300 slices of one chunk for the longest search: its own count
 * (`mostSlices`) ends a loop. The notifier sends an event that a webhook does not take to its own queue, 23 times at
 * most.
 */
const MAY_LOOP: readonly Service[] = ['worker', 'notifier']
/** The name of every function's alias. */
export const LIVE = 'live'

/** What the bundles have in the place of some modules. */
const ALIASES: Readonly<Record<string, string>> = {
  '@aws-sdk/credential-provider-node': 'infra/stack/bundled-instead.ts',
  'node:http': 'infra/stack/bundled-instead.ts',
}

interface ServiceFunctionProps {
  readonly stage: Stage
  readonly environment: FunctionEnvironment
  /** Instances that may run at once, and are reserved for it; undefined for the account's limit only. */
  readonly reserved: number | undefined
}

/** A function with a log and a role of its own. At first the role allows only to write that log. */
export class ServiceFunction extends Construct {
  readonly lambda: NodejsFunction
  /** Whoever invokes it meets this alias, so that a new version can have some of the work first. */
  readonly live: lambda.Alias
  /** The version that is released with this stack. */
  readonly version: lambda.Version
  readonly role: Role
  /** By which it takes messages. */
  readonly sources: lambda.EventSourceMapping[] = []

  constructor(scope: Construct, handler: Service, { stage, environment, reserved }: ServiceFunctionProps) {
    super(scope, capitalised(handler))
    const { entry, memoryMb, timeoutS } = FUNCTIONS[handler]
    const logGroup = logIn(this, 'Log', stage)
    // Lambda's managed policy would allow it to write to every log of the account.
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    logGroup.grantWrite(this.role)
    this.lambda = new NodejsFunction(this, 'Function', {
      entry: `${ROOT}functions/lambda/${entry}.ts`,
      projectRoot: ROOT,
      depsLockFilePath: `${ROOT}package-lock.json`,
      handler,
      runtime: RUNTIME,
      architecture: ARCHITECTURE,
      memorySize: memoryMb,
      timeout: Duration.seconds(timeoutS),
      recursiveLoop: MAY_LOOP.includes(handler) ? lambda.RecursiveLoop.ALLOW : lambda.RecursiveLoop.TERMINATE,
      environment: { ...environment },
      role: this.role,
      logGroup,
      // START, END and REPORT are as long as the line of our own; of what failed, Lambda still says so.
      loggingFormat: lambda.LoggingFormat.JSON,
      systemLogLevelV2: lambda.SystemLogLevel.WARN,
      applicationLogLevelV2: lambda.ApplicationLogLevel.INFO,
      tracing: lambda.Tracing.DISABLED,
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      bundling: {
        format: OutputFormat.ESM,
        target: 'node24',
        minify: true,
        // The SDK's ES modules are bundled in: they are smaller and load faster than the copy in the runtime.
        mainFields: ['module', 'main'],
        externalModules: [],
        esbuildArgs: { '--alias': Object.entries(ALIASES).map(([module, file]) => `${module}=${ROOT}${file}`) },
        // A source map would be several times the size of the bundle and read at a cold start; the commit can make it
        // again.
        sourceMap: false,
        logLevel: LogLevel.WARNING,
        ...(handler === 'api' && { commandHooks: filesBesideBundle }),
      },
    })
    this.version = this.lambda.currentVersion
    this.live = new lambda.Alias(this, 'Live', { aliasName: LIVE, version: this.version as lambda.IVersion })
    acknowledge(this.lambda, {
      'Serverless-LambdaTracing': 'A trace has one segment, which says what the line in the log says of every request.',
      'Serverless-LambdaDLQ': 'Nothing but the canary invokes one asynchronously, and queues have a dead-letter queue.',
    })
  }

  /** Makes Lambda invoke it with the messages of a queue, at most `maxConcurrency` times at once. */
  consume(queue: IQueue, maxConcurrency: number): void {
    const mapping = new lambda.EventSourceMapping(this, queue.node.id, {
      target: this.live as lambda.IFunction,
      eventSourceArn: queue.queueArn,
      batchSize: settings.WORKER_BATCH_SIZE,
      reportBatchItemFailures: true,
      maxConcurrency,
    })
    // CDK takes the ARN of the alias apart, and puts its name together again.
    const resource = mapping.node.defaultChild as lambda.CfnEventSourceMapping
    resource.functionName = this.live.functionArn
    this.sources.push(mapping)
    const noDestination = 'Lambda has none for SQS; the redrive policy decides what happens to failed messages.'
    acknowledge(mapping, { 'Serverless-LambdaEventSourceMappingDestination': noDestination })
  }
}

/** Puts the files that the API serves beside its bundle, where FILES points. */
const filesBesideBundle = {
  beforeBundling: () => [],
  beforeInstall: () => [],
  afterBundling: (root: string, bundle: string) => [
    `"${process.execPath}" "${root}/infra/settings/served-files.ts" "${bundle}/files"`,
  ],
}

/**
 * A log that is kept for as long as the stage says; jobs are kept for a week.
 *
 * @param logGroupName made up by AWS if it is left out
 */
export function logIn(scope: Construct, id: string, stage: Stage, logGroupName?: string): LogGroup {
  const encryptionKey = keyOf(scope, `${id}Key`, stage)
  return new LogGroup(scope, id, {
    retention: stage.logDays,
    removalPolicy: removalPolicyOf(stage),
    ...(encryptionKey && { encryptionKey }),
    ...(logGroupName && { logGroupName }),
  })
}

/** Says why rules of cdk-nag do not apply to a construct. */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  Validations.of(construct).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })))
}
