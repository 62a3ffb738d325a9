import { Annotations, ArnFormat, CfnOutput, Duration, Stack, Tags } from 'aws-cdk-lib'
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault, BackupVaultEvents } from 'aws-cdk-lib/aws-backup'
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy'
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { AccountRootPrincipal, Effect, Policy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam'
import type { CfnAlias, EventSourceMapping, IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import type { CanaryEvent } from '../functions/reporting/canary.ts'
import { SERVICES, type Service } from '../functions/reporting/telemetry.ts'
import { PERMISSIONS } from './settings/permissions.ts'
import type { FunctionEnvironment } from './settings/settings.ts'
import * as settings from './settings/settings.ts'
import { type Alarms, alarmsIn, type MonitoredResources } from './stack/alarms.ts'
import { serviceDashboard } from './stack/dashboard.ts'
import { type Deployment, keyOf, removalPolicyOf, reservedConcurrency, type Stage } from './stack/deployment.ts'
import { FrontDoor } from './stack/front.ts'
import { monthlyBudget, Notices } from './stack/notices.ts'
import { PublicApi } from './stack/public-api.ts'
import { acknowledge, ServiceFunction } from './stack/service-function.ts'
import { type JobTable, jobTable, type Queues, queuesIn } from './stack/table-and-queues.ts'

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
    const { stageName, stage, region, tags } = deployment
    super(scope, id, {
      description: 'Solves Sudoku puzzles through a queue',
      terminationProtection: deployment.isProtected,
      ...(region && { env: { region } }),
    })
    const all = { service: 'sudoku', stage: stageName, ...tags }
    for (const [name, value] of Object.entries(all)) Tags.of(this).add(name, value)

    const table = jobTable(this, deployment)
    const queues = queuesIn(new Construct(this, 'Queues'), stage)

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
      EVENT_PAUSE_S: String(settings.EVENT_PAUSE_S),
      SLICE_MS: String(settings.SLICE_MS),
      RETRY_PAUSE_S: String(settings.RETRY_PAUSE_S),
      BULK_WRITES_PER_S: String(settings.BULK_SHARE_OF_WRITES * stage.most.writes),
      AUTH: deployment.auth,
      OWNER_REQUESTS: JSON.stringify(stage.owner),
      HELD_POLLS: String(stage.heldPolls),
      CORS_ORIGINS: deployment.corsOrigins.join(','),
      FILES: './files/',
      LOG_LEVEL: 'INFO',
      METRICS_NAMESPACE: metricsNamespace,
    } satisfies FunctionEnvironment
    // The work of the notifier may wait, so that it takes what others leave of the account's concurrency.
    const reserved: Partial<Record<Service, number>> = deployment.reservesConcurrency ? reservedConcurrency(stage) : {}

    /** As `infra/settings/permissions.ts` names them. */
    const arns: Readonly<Record<string, string>> = Object.fromEntries([
      ['Table', table.tableArn],
      ...Object.values(queues).map(({ node, queueArn }) => [`Queues/${node.id}`, queueArn]),
    ])
    const functionOf = (handler: Service) => {
      const made = new ServiceFunction(this, handler, { stage, environment, reserved: reserved[handler] })
      for (const { effect, actions, resources, leadingKeys } of PERMISSIONS[handler]) {
        const statement = new PolicyStatement({
          effect: Effect[effect === 'Allow' ? 'ALLOW' : 'DENY'],
          actions: [...actions],
          resources: resources.map((path) => arns[path]),
          ...(leadingKeys && { conditions: { [LEADING_KEYS]: { 'dynamodb:LeadingKeys': [...leadingKeys] } } }),
        })
        made.role.addToPrincipalPolicy(statement)
      }
      return made
    }
    const functions = settings.eachService(functionOf)
    const { api, worker, deadLetter, notifier } = functions
    worker.consume(queues.bulk, stage.bulkWorkers)
    worker.consume(queues.express, stage.expressWorkers)
    deadLetter.consume(queues.deadLetters, stage.deadLetterWorkers)
    notifier.consume(queues.events, stage.notifiers)
    if (deployment.eventBus !== undefined) {
      const bus = this.formatArn({ service: 'events', resource: 'event-bus', resourceName: deployment.eventBus })
      notifier.role.addToPrincipalPolicy(new PolicyStatement({ actions: ['events:PutEvents'], resources: [bus] }))
    }

    const consumers = [worker, deadLetter, notifier]
    const sources = consumers.flatMap((each) => each.sources)
    const operator = operatorRole(this, table, queues, sources)

    const { kmsKeyArn } = stage
    if (kmsKeyArn) for (const { role } of [api, ...consumers, { role: operator }]) permitKey(role, kmsKeyArn)

    // A function that reads what another one writes is released before that one (docs/decisions/007).
    deadLetter.live.node.addDependency(notifier.live)
    worker.live.node.addDependency(deadLetter.live)
    api.live.node.addDependency(worker.live)

    const live = api.live as IFunction
    const publicApi = new PublicApi(this, 'PublicApi', live, deployment, metricsNamespace)

    const front = deployment.front === 'none' ? undefined : new FrontDoor(this, 'Front', publicApi, deployment)
    const { url } = front ?? publicApi

    callCanary(this, live, url)

    const monitored: MonitoredResources = {
      table,
      queues,
      publicApi,
      ...(front && { front }),
      metricsNamespace,
      functions,
    }
    const notices = new Notices(this, 'Notices', deployment.email)
    if (deployment.copyTo !== undefined) copyElsewhere(this, stage, table, deployment.copyTo, notices)
    const alarms = alarmsIn(new Construct(this, 'Alarms'), monitored, stage, notices)
    if (deployment.rollout === 'canary') rollOutByShares(this, monitored.functions, alarms)
    serviceDashboard(this, monitored, alarms, `Sudoku, ${stageName}`)
    const { email, budgetUsd: limitUsd } = deployment
    if (email) monthlyBudget(new Construct(this, 'Budget'), { email, limitUsd })
    else
      Annotations.of(this).addInfoV2(
        'sudoku:email',
        'Nobody is notified of alarms, and there is no budget; set email in infra/config',
      )

    const output = (id: string, value: string, description: string) => new CfnOutput(this, id, { value, description })
    output('url', url, 'The address of the service')
    output('table', table.tableName, 'The table, for npm run ops')
    output('queue', queues.bulk.queueUrl, 'The queue of long jobs, for the same')
    const sourceIds = sources.map((source) => source.eventSourceMappingId).join(',')
    output('sources', sourceIds, 'The event sources that npm run ops pauses')
    output('operator', operator.roleArn, 'The role of npm run ops')
    output('notices', notices.topicArn, 'The topic of the alarms, to which more subscribers can be added')
  }
}

/**
 * Has the API's function give the service some puzzles every minute. One that could not be given is not given later:
 * the alarm rings for it, and the next one comes soon.
 *
 * @param lambda as requests meet it, whichever version that is
 * @param url where clients reach the service
 */
function callCanary(stack: Stack, lambda: IFunction, url: string): void {
  const maxEventAge = Duration.minutes(1)
  lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge })
  const scope = new Construct(stack, 'Canary')
  const rule = new Rule(scope, 'Schedule', { schedule: Schedule.rate(Duration.minutes(1)) })
  const noLetters = 'A canary that is lost is an alarm, and of no use later.'
  acknowledge(lambda, { 'Serverless-LambdaAsyncFailureDestination': noLetters })
  acknowledge(rule, { 'Serverless-EventBusDLQ': noLetters })
  const event = RuleTargetInput.fromObject({ source: 'aws.events', url } satisfies CanaryEvent)
  // Each is invoked by itself, so that a released version gets its share of them.
  for (let i = 0; i < settings.CANARIES; i++)
    rule.addTarget(new LambdaFunction(lambda, { event, retryAttempts: 0, maxEventAge }))
}

/**
 * The role of `npm run ops`, which the account's administrators may let people take: what an operator needs to mend
 * jobs, owners and keys, and to pause the workers, without the rights of a deployment.
 */
function operatorRole(stack: Stack, table: JobTable, queues: Queues, sources: readonly EventSourceMapping[]): Role {
  const role = new Role(stack, 'Operator', { assumedBy: new AccountRootPrincipal(), description: 'For npm run ops' })
  const allow = (actions: string[], resources: string[]) =>
    role.addToPolicy(new PolicyStatement({ actions, resources }))
  allow(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'], [table.tableArn])
  allow(['sqs:SendMessage'], [queues.bulk.queueArn])
  allow(['cloudformation:DescribeStacks'], [stack.stackId])
  const arns = sources.map(({ eventSourceMappingArn }) => eventSourceMappingArn)
  allow(['lambda:UpdateEventSourceMapping'], arns)
  return role
}

/** Backups and copies are kept for so long: one is always whole, while the next one is made. */
const COPY_KEPT_DAYS = 2

/**
 * Copies the table into another region every day, which point-in-time recovery does not: what it keeps is lost with the
 * region (docs/decisions/009).
 *
 * @param to the ARN of a vault in another region
 * @param notices told of a backup or a copy that failed
 */
function copyElsewhere(stack: Stack, stage: Stage, table: JobTable, to: string, notices: Notices): void {
  const scope = new Construct(stack, 'Copies')
  const encryptionKey = keyOf(scope, 'Key', stage)
  const vault = new BackupVault(scope, 'Vault', {
    ...(encryptionKey && { encryptionKey }),
    removalPolicy: removalPolicyOf(stage),
    notificationTopic: notices,
    notificationEvents: [BackupVaultEvents.BACKUP_JOB_FAILED, BackupVaultEvents.COPY_JOB_FAILED],
  })
  const deleteAfter = Duration.days(COPY_KEPT_DAYS)
  const destinationBackupVault = BackupVault.fromBackupVaultArn(scope, 'Elsewhere', to)
  const daily = new BackupPlanRule({
    ruleName: 'daily',
    backupVault: vault,
    scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
    startWindow: Duration.hours(1),
    completionWindow: Duration.hours(12),
    deleteAfter,
    copyActions: [{ destinationBackupVault, deleteAfter }],
  })
  const plan = new BackupPlan(scope, 'Plan', { backupPlanRules: [daily] })
  const selection = plan.addSelection('Table', { resources: [BackupResource.fromArn(table.tableArn)] })
  acknowledge(selection, {
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]':
      'What a backup takes of DynamoDB and KMS is for AWS Backup to say, and changes with its features.',
  })
}

/**
 * Grants a function, or an operator, what they need of the customer's key for table and queues. DynamoDB and SQS ask KMS
 * in their name, and nobody else may: they have no use of their own for the key.
 */
function permitKey(role: Role, kmsKeyArn: string): void {
  const { region, urlSuffix } = Stack.of(role)
  role.addToPrincipalPolicy(
    new PolicyStatement({
      actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
      resources: [kmsKeyArn],
      conditions: {
        StringEquals: { 'kms:ViaService': ['dynamodb', 'sqs'].map((service) => `${service}.${region}.${urlSuffix}`) },
      },
    }),
  )
  acknowledge(role, {
    'AwsSolutions-IAM5[Action::kms:GenerateDataKey*]': 'The two forms of one call, as AWS names them for DynamoDB.',
    'AwsSolutions-IAM5[Action::kms:ReEncrypt*]': 'The two halves of one call, as AWS names them for DynamoDB.',
  })
}

/** `ForAnyValue` denies a batch for any one of its keys. A request without keys, such as a scan, is never allowed. */
const LEADING_KEYS = 'ForAnyValue:StringEquals'

/**
 * The alarms that turn a release back, whichever function is being released: a wrong version may show in another
 * function than its own. AWS: ten at most.
 */
const TURNED_BACK_BY = [
  ...['ApiErrors', 'ApiServerErrors', 'ApiLatency', 'Canary'],
  ...['WorkerReleaseFailures', 'WorkerReleaseDuration', 'WorkerFailures'],
  ...['DeadLetters', 'DeadLetterFailures', 'NotifierFailures'],
] as const

/**
 * How long a new version has a tenth of the work before it has all of it. An alarm rings within three minutes of what it
 * is about, so that five are enough to be turned back in; those that everybody meets have ten.
 */
const CONFIGS = {
  api: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
  worker: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
  deadLetter: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  notifier: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
} as const satisfies Record<Service, unknown>

/**
 * Has CodeDeploy give a new version of each function a trial (`functions/lambda/trial.ts`), then a tenth of the messages
 * and requests, and then all of them. If the trial fails or an alarm rings meanwhile, the old version gets them back, and
 * CloudFormation rolls the whole deployment back with it.
 */
function rollOutByShares(stack: Stack, functions: MonitoredResources['functions'], alarms: Alarms): void {
  const scope = new Construct(stack, 'Rollout')
  const application = new LambdaApplication(scope, 'Application')
  const { applicationName } = application
  const { COLON_RESOURCE_NAME: arnFormat } = ArnFormat
  for (const service of SERVICES) {
    const { lambda, live, role, node } = functions[service]
    const group = new LambdaDeploymentGroup(scope, node.id, {
      application,
      alias: live,
      deploymentConfig: CONFIGS[service],
      alarms: TURNED_BACK_BY.map(alarms.of),
      autoRollback: { deploymentInAlarm: true, failedDeployment: true, stoppedDeployment: true },
    })
    // The function tries itself: without an alias it is its newest code, which is that of the version to be released.
    // CDK's own hook would be granted by the policy that the function waits for, and wait for itself.
    const { deploymentGroupName } = group
    const resourceName = `${applicationName}/${deploymentGroupName}`
    const ofGroup = { service: 'codedeploy', resource: 'deploymentgroup', resourceName, arnFormat }
    const resources = [stack.formatArn(ofGroup)]
    const mayAnswer = { actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'], resources }
    const answer = new Policy(scope, `${node.id}Answer`, {
      roles: [role],
      statements: [new PolicyStatement(mayAnswer)],
    })
    const mayTry = { actions: ['lambda:InvokeFunction'], resources: [lambda.functionArn] }
    group.role.addToPrincipalPolicy(new PolicyStatement(mayTry))
    acknowledge(group.role, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]':
        'It is the smaller of the two that AWS has for CodeDeploy, which reads alarms and moves aliases with it.',
    })
    const alias = live.node.defaultChild as CfnAlias
    const update = { applicationName, deploymentGroupName, beforeAllowTrafficHook: lambda.functionName }
    alias.cfnOptions.updatePolicy = { codeDeployLambdaAliasUpdate: update }
    // CloudFormation would shift the work before the hook may be called, or may answer.
    live.node.addDependency(answer, group.role)
  }
}
