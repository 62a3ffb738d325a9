import { Duration } from 'aws-cdk-lib'
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import type { MetricName, Service } from '../../functions/telemetry.ts'
import type { Alarms } from './alarms.ts'
import type { Watched } from './metrics.ts'
import * as metrics from './metrics.ts'

/** The whole service on a page, from what its users see down to what it stands on. */
export class ServiceDashboard extends Dashboard {
  constructor(scope: Construct, id: string, watched: Watched, { alarms, title }: { alarms: Alarms; title: string }) {
    super(scope, id, {
      defaultInterval: Duration.hours(3),
      widgets: [
        [new TextWidget({ markdown: `# ${title}\nWhat to do about an alarm: docs/runbook.md`, width: 24, height: 2 })],
        [new AlarmStatusWidget({ alarms: alarms.all, width: 24, height: 4 })],
        requests(watched),
        puzzles(watched),
        queues(watched),
        functions(watched),
        table(watched),
      ],
    })
  }
}

function requests(watched: Watched): IWidget[] {
  const { stage } = watched.publicApi
  return [
    graph('Requests', [stage.metricCount(EACH), stage.metricClientError(EACH), stage.metricServerError(EACH)]),
    graph('Errors, % of requests', [metrics.serverErrorRate(watched)]),
    graph('Latency, ms: polls may be held for 20 s', [
      stage.metricLatency({ ...EACH, statistic: Stats.p(50) }),
      stage.metricLatency({ ...EACH, statistic: Stats.p(99) }),
    ]),
  ]
}

/** What the functions say of their own work; `functions/` sends it under these names. */
function puzzles(watched: Watched): IWidget[] {
  const of = (statistic: string, metric: MetricName, services: readonly Service[]) =>
    services.map((service) => metrics.ownMetric(watched, metric, service, statistic))
  return [
    graph('Puzzles solved', of(Stats.SUM, 'PuzzlesSolved', ['worker'])),
    graph('Backtracks', of(Stats.SUM, 'Backtracks', ['worker'])),
    graph(
      'Chunk time, ms',
      [Stats.p(50), Stats.p(99)].flatMap((stat) => of(stat, 'ChunkTime', ['worker'])),
    ),
    graph('From submission to solving, ms', [
      ...[Stats.p(50), Stats.p(99)].flatMap((stat) => of(stat, 'ChunkAge', ['worker'])),
    ]),
    graph('Failures', of(Stats.SUM, 'Failures', metrics.SERVICES)),
    graph('Cold starts', of(Stats.SUM, 'ColdStart', metrics.SERVICES)),
  ]
}

function queues(watched: Watched): IWidget[] {
  const { bulk, express, deadLetters } = watched.queues
  const age = (queue: typeof bulk, label: string) => queue.metricApproximateAgeOfOldestMessage({ ...EACH, label })
  return [
    graph('Oldest message, s', [
      age(bulk, 'bulk'),
      metrics.quietAge(watched),
      age(express, 'express'),
      age(deadLetters, 'dead letters'),
    ]),
    graph('Messages waiting', [
      bulk.metricApproximateNumberOfMessagesVisible({ ...EACH, label: 'bulk' }),
      express.metricApproximateNumberOfMessagesVisible({ ...EACH, label: 'express' }),
    ]),
    graph('Dead letters taken, and jobs beyond their share', [
      deadLetters.metricNumberOfMessagesReceived({ ...EACH, label: 'dead letters' }),
      bulk.metric('ApproximateNumberOfNoisyGroups', { ...EACH, statistic: 'Maximum', label: 'noisy groups' }),
    ]),
  ]
}

function functions({ functions }: Watched): IWidget[] {
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

function table(watched: Watched): IWidget[] {
  return [
    graph('Capacity units', [
      watched.table.metricConsumedReadCapacityUnits(EACH),
      watched.table.metricConsumedWriteCapacityUnits(EACH),
    ]),
    graph('Throttled', [metrics.tableThrottles(watched)]),
    graph('System errors', [metrics.tableSystemErrors(watched)]),
  ]
}

const EACH = { period: metrics.MINUTE }

function graph(title: string, left: IMetric[], width = 8): GraphWidget {
  return new GraphWidget({ title, left, width, leftYAxis: { min: 0 } })
}
