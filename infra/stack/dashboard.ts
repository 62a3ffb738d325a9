import { Duration } from 'aws-cdk-lib'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { type MetricName, SERVICES, type Service } from '../../functions/reporting/telemetry.ts'
import { type Alarms, MINUTE, type MonitoredResources, ownMetric } from './alarms.ts'

const EACH = { period: MINUTE }
/** The metric that an alarm looks at. */
type OfAlarm = (name: string) => cloudwatch.IMetric

/** The whole service on one dashboard, of no more than the 50 metrics that are free, from what its users see down to the resources it uses. */
export function serviceDashboard(
  scope: Construct,
  id: string,
  monitored: MonitoredResources,
  { alarms, title }: { alarms: Alarms; title: string },
): void {
  const of = (name: string) => alarms.of(name).metric
  const markdown = `# ${title}\ndocs/runbook.md says what to do about an alarm.`
  new cloudwatch.Dashboard(scope, id, {
    defaultInterval: Duration.hours(3),
    widgets: [
      [new cloudwatch.TextWidget({ markdown, width: 24, height: 2 })],
      [new cloudwatch.AlarmStatusWidget({ alarms: alarms.all, width: 24, height: 4 })],
      requests(monitored, of),
      puzzles(monitored, of),
      queues(monitored, of),
      functions(monitored),
      table(monitored, of),
    ],
  })
}

function requests(monitored: MonitoredResources, ofAlarm: OfAlarm): cloudwatch.IWidget[] {
  const { stage } = monitored.publicApi
  return [
    graph('Requests', [stage.metricCount(EACH), stage.metricClientError(EACH), stage.metricServerError(EACH)]),
    graph('Errors, % of requests', [ofAlarm('ApiServerErrors')]),
    graph('Latency, ms (a poll may be held for 20 s)', [
      stage.metricLatency({ ...EACH, statistic: cloudwatch.Stats.p(50) }),
      stage.metricLatency({ ...EACH, statistic: cloudwatch.Stats.p(99) }),
    ]),
  ]
}

/** The functions' metrics of their own work, under the names that `functions/reporting/telemetry.ts` gives them. */
function puzzles(monitored: MonitoredResources, ofAlarm: OfAlarm): cloudwatch.IWidget[] {
  const of = (statistic: string, metric: MetricName, services: readonly Service[]) =>
    services.map((service) => ownMetric(monitored, metric, service, statistic))
  return [
    graph('Puzzles solved', of(cloudwatch.Stats.SUM, 'PuzzlesSolved', ['worker'])),
    graph('Chunk time, ms', of(cloudwatch.Stats.p(99), 'ChunkTime', ['worker'])),
    graph(
      'From submission to solving, ms',
      [cloudwatch.Stats.p(50), cloudwatch.Stats.p(99)].flatMap((stat) => of(stat, 'ChunkAge', ['worker'])),
    ),
    graph('Failures', of(cloudwatch.Stats.SUM, 'Failures', SERVICES)),
    graph('Cold starts', of(cloudwatch.Stats.SUM, 'ColdStart', ['api'])),
    graph('Canaries solved', [ofAlarm('Canary')]),
  ]
}

function queues(monitored: MonitoredResources, ofAlarm: OfAlarm): cloudwatch.IWidget[] {
  const { bulk, express, deadLetters } = monitored.queues
  const age = (queue: typeof bulk, label: string) => queue.metricApproximateAgeOfOldestMessage({ ...EACH, label })
  return [
    graph('Oldest message, s', [age(bulk, 'bulk'), ofAlarm('QuietJobsAge'), age(express, 'express')]),
    graph('Messages waiting', [
      bulk.metricApproximateNumberOfMessagesVisible({ ...EACH, label: 'bulk' }),
      express.metricApproximateNumberOfMessagesVisible({ ...EACH, label: 'express' }),
    ]),
    graph('Dead letters there', [ofAlarm('DeadLettersStuck')]),
    graph('Dead letters received, and jobs beyond their share', [
      deadLetters.metricNumberOfMessagesReceived({ ...EACH, label: 'dead letters' }),
      bulk.metric('ApproximateNumberOfNoisyGroups', { ...EACH, statistic: 'Maximum', label: 'noisy groups' }),
    ]),
  ]
}

function functions({ functions }: MonitoredResources): cloudwatch.IWidget[] {
  const of = (title: string, metric: string, statistic: string) =>
    graph(
      title,
      Object.entries(functions).map(([label, { lambda }]) => lambda.metric(metric, { ...EACH, statistic, label })),
      6,
    )
  return [
    of('Running at once', 'ConcurrentExecutions', 'Maximum'),
    of('Longest, ms', 'Duration', 'Maximum'),
    of('Errors', 'Errors', 'Sum'),
    of('Throttles', 'Throttles', 'Sum'),
  ]
}

function table(monitored: MonitoredResources, ofAlarm: OfAlarm): cloudwatch.IWidget[] {
  return [
    graph('Capacity units', [
      monitored.table.metricConsumedReadCapacityUnits(EACH),
      monitored.table.metricConsumedWriteCapacityUnits(EACH),
    ]),
    graph('Throttled', [ofAlarm('TableThrottles')]),
    graph('System errors', [ofAlarm('TableSystemErrors')]),
  ]
}

function graph(title: string, left: cloudwatch.IMetric[], width = 8): cloudwatch.GraphWidget {
  return new cloudwatch.GraphWidget({ title, left, width, leftYAxis: { min: 0 } })
}
