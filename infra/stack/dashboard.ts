import { Duration } from 'aws-cdk-lib'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { type MetricName, SERVICES, type Service } from '../../functions/reporting/telemetry.ts'
import { type Alarms, MINUTE, type MonitoredResources, ownMetric } from './alarms.ts'

const EACH = { period: MINUTE }

/** The whole service on one dashboard, of no more than the 50 metrics that are free, from what its users see down to the resources it uses. */
export function serviceDashboard(scope: Construct, monitored: MonitoredResources, alarms: Alarms, title: string): void {
  const { queues, functions, table } = monitored
  const { stage } = monitored.publicApi
  const { MAXIMUM, SUM, p } = cloudwatch.Stats
  /** The metric that an alarm looks at. */
  const ofAlarm = (name: string) => alarms.of(name).metric
  /** A metric of the functions' own work, under the name that `functions/reporting/telemetry.ts` gives it. */
  const own = (statistic: string, metric: MetricName, services: readonly Service[]) =>
    services.map((service) => ownMetric(monitored, metric, service, statistic))
  const age = (queue: typeof queues.bulk, label: string) =>
    queue.metricApproximateAgeOfOldestMessage({ ...EACH, label })
  const ofFunctions = (title: string, metric: string, statistic: string) => {
    const each = Object.values(functions)
    const metrics = each.map(({ lambda, node }) => lambda.metric(metric, { ...EACH, statistic, label: node.id }))
    return graph(title, metrics, 6)
  }
  const markdown = `# ${title}\ndocs/runbook.md says what to do about an alarm.`
  new cloudwatch.Dashboard(scope, 'Dashboard', {
    defaultInterval: Duration.hours(3),
    widgets: [
      [new cloudwatch.TextWidget({ markdown, width: 24, height: 2 })],
      [new cloudwatch.AlarmStatusWidget({ alarms: alarms.all, width: 24, height: 4 })],
      [
        graph('Requests', [stage.metricCount(EACH), stage.metricClientError(EACH), stage.metricServerError(EACH)]),
        graph('Errors, % of requests', [ofAlarm('ApiServerErrors')]),
        graph('Latency, ms (a poll may be held for 20 s)', [
          stage.metricLatency({ ...EACH, statistic: p(50) }),
          stage.metricLatency({ ...EACH, statistic: p(99) }),
        ]),
      ],
      [
        graph('Puzzles solved', own(SUM, 'PuzzlesSolved', ['worker'])),
        graph('Chunk time, ms', own(p(99), 'ChunkTime', ['worker'])),
        graph(
          'From submission to solving, ms',
          [p(50), p(99)].flatMap((statistic) => own(statistic, 'ChunkAge', ['worker'])),
        ),
        graph('Failures', own(SUM, 'Failures', SERVICES)),
        graph('Cold starts', own(SUM, 'ColdStart', ['api'])),
        graph('Canaries solved', [ofAlarm('Canary')]),
      ],
      [
        graph('Oldest message, s', [age(queues.bulk, 'bulk'), ofAlarm('QuietJobsAge'), age(queues.express, 'express')]),
        graph('Messages waiting', [
          queues.bulk.metricApproximateNumberOfMessagesVisible({ ...EACH, label: 'bulk' }),
          queues.express.metricApproximateNumberOfMessagesVisible({ ...EACH, label: 'express' }),
        ]),
        graph('Dead letters there', [ofAlarm('DeadLettersStuck')]),
        graph('Dead letters received, and jobs beyond their share', [
          queues.deadLetters.metricNumberOfMessagesReceived({ ...EACH, label: 'dead letters' }),
          queues.bulk.metric('ApproximateNumberOfNoisyGroups', { ...EACH, statistic: MAXIMUM, label: 'noisy groups' }),
        ]),
      ],
      [
        ofFunctions('Running at once', 'ConcurrentExecutions', MAXIMUM),
        ofFunctions('Longest, ms', 'Duration', MAXIMUM),
        ofFunctions('Errors', 'Errors', SUM),
        ofFunctions('Throttles', 'Throttles', SUM),
      ],
      [
        graph('Capacity units', [
          table.metricConsumedReadCapacityUnits(EACH),
          table.metricConsumedWriteCapacityUnits(EACH),
        ]),
        graph('Throttled', [ofAlarm('TableThrottles')]),
        graph('System errors', [ofAlarm('TableSystemErrors')]),
      ],
    ],
  })
}

function graph(title: string, left: cloudwatch.IMetric[], width = 8): cloudwatch.GraphWidget {
  return new cloudwatch.GraphWidget({ title, left, width, leftYAxis: { min: 0 } })
}
