import { expect, it } from 'vitest'
import { METRIC_NAMES, SERVICES } from '../../functions/reporting/telemetry.ts'
import type { Template } from '../../infra/deploy/hazards.ts'
import { ROUTES } from '../../infra/settings/doors.ts'
import { synthesisedStacks } from './synthesis.ts'

const OF_FUNCTION = ['Invocations', 'Errors', 'Duration', 'Throttles', 'ConcurrentExecutions']

/** The metrics that AWS documents, as far as there are alarms on them, by their namespace and their dimensions in order. */
const DOCUMENTED: Readonly<Record<string, readonly string[]>> = {
  'AWS/Lambda FunctionName': [...OF_FUNCTION, 'RecursiveInvocationsDropped'],
  'AWS/Lambda ExecutedVersion,FunctionName,Resource': OF_FUNCTION,
  'AWS/Lambda ': ['ClaimedAccountConcurrency'],
  'AWS/SQS QueueName': [
    'ApproximateAgeOfOldestMessage',
    'ApproximateAgeOfOldestMessageInQuietGroups',
    'ApproximateNumberOfMessagesVisible',
    'ApproximateNumberOfMessagesNotVisible',
    'NumberOfMessagesReceived',
  ],
  'AWS/DynamoDB TableName': ['ReadThrottleEvents', 'WriteThrottleEvents'],
  'AWS/DynamoDB Operation,TableName': ['SystemErrors'],
  'AWS/ApiGateway ApiId,Stage': ['Count', 'Latency', '4xx', '5xx'],
  'AWS/CloudFront DistributionId,Region': ['Requests', '4xxErrorRate', '5xxErrorRate'],
  'AWS/WAFV2 Rule,WebACL': ['BlockedRequests'],
  'AWS/Usage Class,Resource,Service,Type': ['ResourceCount'],
  // Those that our functions, and filters of the access log, send.
  'SudokuService/prod service': METRIC_NAMES,
  'SudokuService/prod service,version': ['Failures'],
  'SudokuService/prod ': Object.keys(ROUTES).map((route) => `Throttled-${route}`),
}

interface Metric {
  readonly Namespace: string
  readonly MetricName: string
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[]
}

function metricsOf({ Resources }: Template): Metric[] {
  const alarms = Object.values(Resources).filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm')
  return alarms.flatMap(({ Properties }) =>
    Properties.Metrics
      ? Properties.Metrics.flatMap(({ MetricStat }: { MetricStat?: { Metric: Metric } }) => MetricStat?.Metric ?? [])
      : Properties,
  )
}

function isSent({ Namespace, MetricName, Dimensions = [] }: Metric): boolean {
  const names = Dimensions.map(({ Name }) => Name).toSorted()
  const service = Dimensions.find(({ Name }) => Name === 'service')
  const isService = service === undefined || SERVICES.some((name) => name === service.Value)
  return isService && (DOCUMENTED[`${Namespace} ${names}`]?.includes(MetricName) ?? false)
}

it('what each alarm looks at is sent, under this very name', () => {
  const metrics = metricsOf(synthesisedStacks().templates.prod)
  expect(metrics.length).toBeGreaterThan(50)
  expect(metrics.filter((metric) => !isSent(metric))).toEqual([])
})
