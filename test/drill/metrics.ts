import {
  type CloudWatchClient,
  type Metric,
  paginateDescribeAlarms,
  paginateListMetrics,
} from '@aws-sdk/client-cloudwatch'
import { METRIC_NAMES, SERVICES } from '../../functions/reporting/telemetry.ts'
import { ROUTES } from '../../infra/settings/doors.ts'

interface Sent {
  /** Sent as soon as a resource is used. */
  readonly used: readonly string[]
  /** Sent on trouble, or where a feature is used. */
  readonly sometimes: readonly string[]
}

const OF_FUNCTION: Sent = {
  used: ['Invocations', 'Errors', 'Duration', 'Throttles', 'ConcurrentExecutions'],
  sometimes: ['RecursiveInvocationsDropped'],
}

/** The metrics that AWS documents, as far as there are alarms on them, by their namespace and their dimensions in order. */
export const DOCUMENTED: Readonly<Record<string, Sent>> = {
  'AWS/Lambda FunctionName': OF_FUNCTION,
  'AWS/Lambda FunctionName,Resource': OF_FUNCTION,
  // The second version of an alias has some while it is released, and none otherwise.
  'AWS/Lambda ExecutedVersion,FunctionName,Resource': { used: [], sometimes: OF_FUNCTION.used },
  'AWS/Lambda ': { used: [], sometimes: ['ClaimedAccountConcurrency', 'UnreservedConcurrentExecutions'] },
  'AWS/SQS QueueName': {
    used: [
      'ApproximateAgeOfOldestMessage',
      'ApproximateNumberOfMessagesVisible',
      'ApproximateNumberOfMessagesNotVisible',
      'NumberOfMessagesReceived',
    ],
    sometimes: ['ApproximateAgeOfOldestMessageInQuietGroups'],
  },
  'AWS/DynamoDB TableName': { used: [], sometimes: ['ReadThrottleEvents', 'WriteThrottleEvents'] },
  'AWS/DynamoDB Operation,TableName': { used: [], sometimes: ['SystemErrors'] },
  'AWS/ApiGateway ApiId,Stage': { used: ['Count', 'Latency', '4xx', '5xx'], sometimes: [] },
  'AWS/CloudFront DistributionId,Region': { used: [], sometimes: ['Requests', '4xxErrorRate', '5xxErrorRate'] },
  'AWS/WAFV2 Rule,WebACL': { used: [], sometimes: ['BlockedRequests'] },
  'AWS/Usage Class,Resource,Service,Type': { used: [], sometimes: ['ResourceCount'] },
}

/** Our own: failures are hoped not to come during a drill, all others have come by then. */
const OWN: Sent = { used: METRIC_NAMES.filter((name) => name !== 'Failures'), sometimes: ['Failures'] }
/** Failures of one version, by which a release is told from the one before it; and what filters of the access log count. */
const OWN_OTHERS: Readonly<Record<string, readonly string[]>> = {
  'service,version': ['Failures'],
  '': Object.keys(ROUTES).map((route) => `Throttled-${route}`),
}
const OWN_NAMESPACE = /^SudokuService\//

const kindOf = ({ Namespace = '', Dimensions = [] }: Metric) =>
  `${Namespace} ${Dimensions.map(({ Name }) => Name).toSorted()}`
const valuesOf = ({ Dimensions = [] }: Metric) => Dimensions.map(({ Name, Value }) => `${Name}=${Value}`).toSorted()
const textOf = (metric: Metric) => `${metric.Namespace} ${metric.MetricName} ${valuesOf(metric)}`

/** The metrics that the alarms of a stack look at, by the names of the alarms. */
export async function alarmMetrics(stackName: string, client: CloudWatchClient): Promise<Map<string, Metric[]>> {
  const found = new Map<string, Metric[]>()
  for await (const { MetricAlarms = [] } of paginateDescribeAlarms({ client }, { AlarmNamePrefix: stackName }))
    for (const { AlarmName = '', Metrics = [], Namespace, MetricName, Dimensions } of MetricAlarms) {
      const one = MetricName === undefined ? [] : [{ Namespace, MetricName, Dimensions } as Metric]
      found.set(AlarmName, [...one, ...Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? [])])
    }
  return found
}

/** All metrics that CloudWatch lists of these namespaces. */
export async function listedMetrics(namespaces: Iterable<string>, client: CloudWatchClient): Promise<Metric[]> {
  const listed: Metric[] = []
  for (const Namespace of namespaces)
    for await (const { Metrics = [] } of paginateListMetrics({ client }, { Namespace })) listed.push(...Metrics)
  return listed
}

/** What is wrong with a metric that an alarm looks at; undefined where it is there, or need not be. */
export function faultOf(metric: Metric, listed: readonly Metric[]): string | undefined {
  if (listed.some((other) => textOf(other) === textOf(metric))) return undefined
  const isOwn = OWN_NAMESPACE.test(metric.Namespace ?? '')
  const { used, sometimes } = (isOwn ? ownSent(metric) : DOCUMENTED[kindOf(metric)]) ?? { used: [], sometimes: [] }
  const name = metric.MetricName ?? ''
  // What our functions send is in their logs, and so is the namespace: something of it has to be listed.
  const isOfSender = listed.some(({ Namespace }) => Namespace === metric.Namespace)
  if (sometimes.includes(name) && (!isOwn || isOfSender)) return undefined
  if (!used.includes(name)) return `nobody sends ${textOf(metric)}`
  // A function that has not run sends nothing.
  const isUsed = isOwn || listed.some((other) => `${valuesOf(other)}` === `${valuesOf(metric)}`)
  return isUsed ? `${textOf(metric)} did not come` : undefined
}

/** What our functions send with the dimensions of a metric. */
function ownSent(metric: Metric): Sent | undefined {
  const dimensions = kindOf(metric).split(' ')[1]
  if (dimensions !== 'service') return { used: [], sometimes: OWN_OTHERS[dimensions] ?? [] }
  return SERVICES.some((service) => `${valuesOf(metric)}` === `service=${service}`) ? OWN : undefined
}
