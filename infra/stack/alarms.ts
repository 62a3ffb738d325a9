import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { Construct } from 'constructs'
import { MAX_WAIT_S } from '../../shared/job/limits.ts'
import { reservedConcurrency, type Stage } from './deployment.ts'
import {
  MINUTE,
  type MonitoredResources,
  quietAge,
  recursionDropped,
  serverErrorRate,
  tableSystemErrors,
  tableThrottles,
} from './metrics.ts'
import type { Notices } from './notices.ts'

/** An alarm goes off when its metric is at or above the limit for some minutes of the last few. */
interface AlarmCondition {
  readonly metric: IMetric
  readonly limit: number
  /** How many minutes have to be at the limit, and of how many in a row; 1 of 1 by default. */
  readonly minutes?: number
  readonly of?: number
  /** What has happened when the alarm goes off, in one sentence. */
  readonly means: string
}

/** The alarms of the service. Each has an entry under its name in docs/runbook.md. */
export class Alarms extends Construct {
  readonly all: Alarm[] = []
  readonly #notices: SnsAction

  constructor(
    scope: Construct,
    id: string,
    monitored: MonitoredResources,
    { stage, notices }: { stage: Stage; notices: Notices },
  ) {
    super(scope, id)
    this.#notices = new SnsAction(notices)
    this.#queues(monitored)
    this.#functions(monitored)
    this.#concurrency(monitored, stage)
    this.#api(monitored)
    this.#table(monitored)
  }

  /** Those of some names. */
  of(...names: readonly string[]): Alarm[] {
    return names.map((name) => {
      const found = this.all.find(({ node }) => node.id === name)
      if (!found) throw new Error(`there is no alarm ${name}`)
      return found
    })
  }

  #queues(monitored: MonitoredResources): void {
    const { bulk, express, deadLetters, events } = monitored.queues
    this.#alarm('BulkQueueAge', {
      metric: bulk.metricApproximateAgeOfOldestMessage({ period: MINUTE }),
      limit: 3600,
      minutes: 5,
      of: 5,
      means: 'A chunk of a long job has waited for an hour.',
    })
    this.#alarm('QuietJobsAge', {
      metric: quietAge(monitored),
      limit: 600,
      minutes: 5,
      of: 5,
      means: 'Jobs within their share of the workers have waited for ten minutes behind one that takes more.',
    })
    // A message whose worker crashed comes back after the visibility timeout of a minute and a half, which is no alarm yet.
    this.#alarm('ExpressQueueAge', {
      metric: express.metricApproximateAgeOfOldestMessage({ period: MINUTE }),
      limit: 60,
      minutes: 5,
      of: 5,
      means: 'Short jobs, which should take a second, have waited for a minute.',
    })
    // Received messages are counted: the function takes them at once, and those that SQS moves there do not count as
    // sent.
    this.#alarm('DeadLetters', {
      metric: deadLetters.metricNumberOfMessagesReceived({ period: MINUTE }),
      limit: 1,
      means: 'A chunk ran out of attempts, and its puzzles have failed.',
    })
    this.#alarm('DeadLettersStuck', {
      metric: deadLetters.metricApproximateAgeOfOldestMessage({ period: MINUTE }),
      limit: 900,
      minutes: 5,
      of: 5,
      means: 'The dead-letter function cannot close a chunk, so its job does not end.',
    })
    // One that a webhook does not take is sent again as another message, within a quarter of an hour.
    this.#alarm('EventQueueAge', {
      metric: events.metricApproximateAgeOfOldestMessage({ period: MINUTE }),
      limit: 3600,
      minutes: 5,
      of: 5,
      means: 'The notifier has not got round to the end of a job for an hour.',
    })
  }

  #functions(monitored: MonitoredResources): void {
    this.#alarm('RecursionDropped', {
      metric: recursionDropped(monitored),
      limit: 1,
      means:
        'Lambda stopped a function in a chain of messages that it took for a loop, which costs a chunk an attempt.',
    })
    for (const [name, { lambda, timeoutS }] of Object.entries(monitored.functions)) {
      this.#alarm(`${name}Errors`, {
        metric: lambda.metricErrors({ period: MINUTE }),
        limit: 1,
        means: 'The function crashed, or ran out of memory or time.',
      })
      this.#alarm(`${name}Throttles`, {
        metric: lambda.metricThrottles({ period: MINUTE }),
        limit: 1,
        minutes: 2,
        of: 5,
        means: 'Lambda refused to run the function: its reserved concurrency, or that of the account, is used up.',
      })
      this.#alarm(`${name}Duration`, {
        metric: lambda.metricDuration({ statistic: 'Maximum', period: MINUTE }),
        limit: 0.9 * timeoutS * 1000,
        means: `An invocation took at least nine tenths of its timeout of ${timeoutS} s, after which Lambda ends it.`,
      })
    }
  }

  /** The dead-letter function has none: two instances at once are all of its reserve, and no problem. */
  #concurrency({ functions: { Api, Worker } }: MonitoredResources, stage: Stage): void {
    const reserved = reservedConcurrency(stage)
    const alarm = (name: string, { lambda }: typeof Api, most: number) =>
      this.#alarm(name, {
        metric: lambda.metric('ConcurrentExecutions', { statistic: 'Maximum', period: MINUTE }),
        limit: Math.ceil(0.9 * most),
        minutes: 5,
        of: 5,
        means: `For five minutes the function has used nine tenths of the ${most} instances that it may run at once.`,
      })
    alarm('ApiConcurrency', Api, reserved.api)
    alarm('WorkerConcurrency', Worker, reserved.worker)
  }

  #api(monitored: MonitoredResources): void {
    this.#alarm('ApiServerErrors', {
      metric: serverErrorRate(monitored),
      limit: 1,
      minutes: 3,
      of: 5,
      means: 'At least one request in a hundred is answered with 5xx.',
    })
    // A poll is held for as long as it asks, so only a request slower than the longest poll is certainly slow.
    this.#alarm('ApiLatency', {
      metric: monitored.publicApi.stage.metricLatency({ statistic: 'p99', period: MINUTE }),
      limit: (MAX_WAIT_S + 2) * 1000,
      minutes: 3,
      of: 5,
      means: `One request in a hundred takes longer than the longest poll, ${MAX_WAIT_S} s.`,
    })
  }

  #table(monitored: MonitoredResources): void {
    this.#alarm('TableThrottles', {
      metric: tableThrottles(monitored),
      limit: 1,
      minutes: 3,
      of: 5,
      means: 'DynamoDB refuses reads or writes: a partition is hot, or traffic doubled too quickly.',
    })
    this.#alarm('TableSystemErrors', {
      metric: tableSystemErrors(monitored),
      limit: 1,
      minutes: 3,
      of: 5,
      means: 'DynamoDB answers with internal errors.',
    })
  }

  #alarm(name: string, { metric, limit, minutes = 1, of = 1, means }: AlarmCondition): void {
    const alarm = new Alarm(this, name, {
      metric,
      threshold: limit,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      datapointsToAlarm: minutes,
      evaluationPeriods: of,
      // Without measurements nothing has happened.
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${means} What to do: docs/runbook.md#${name.toLowerCase()}`,
    })
    alarm.addAlarmAction(this.#notices)
    alarm.addOkAction(this.#notices)
    this.all.push(alarm)
  }
}
