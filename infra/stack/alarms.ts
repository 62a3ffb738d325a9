import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { Construct } from 'constructs'
import { MAX_WAIT_S } from '../../shared/job/limits.ts'
import { reservedConcurrency, type Stage } from './deployment.ts'
import { MINUTE, quietAge, serverErrorRate, tableSystemErrors, tableThrottles, type Watched } from './metrics.ts'
import type { Notices } from './notices.ts'

/** The alarm goes off where the metric is at or above its limit for some minutes of the last few. */
interface Limit {
  readonly metric: IMetric
  readonly limit: number
  /** Minutes that have to be at the limit, of as many looked at; 1 of 1 where nothing is said. */
  readonly minutes?: number
  readonly of?: number
  /** What it means, in a sentence. */
  readonly means: string
}

/** Each has an entry of its name in docs/runbook.md. */
export class Alarms extends Construct {
  readonly all: Alarm[] = []
  readonly #notices: SnsAction

  constructor(scope: Construct, id: string, watched: Watched, { stage, notices }: { stage: Stage; notices: Notices }) {
    super(scope, id)
    this.#notices = new SnsAction(notices)
    this.#queues(watched)
    this.#functions(watched)
    this.#concurrency(watched, stage)
    this.#api(watched)
    this.#table(watched)
  }

  #queues(watched: Watched): void {
    const { bulk, express, deadLetters } = watched.queues
    this.#alarm('BulkQueueAge', {
      metric: bulk.metricApproximateAgeOfOldestMessage({ period: MINUTE }),
      limit: 3600,
      minutes: 5,
      of: 5,
      means: 'A chunk of a long job has waited for an hour.',
    })
    this.#alarm('QuietJobsAge', {
      metric: quietAge(watched),
      limit: 600,
      minutes: 5,
      of: 5,
      means: 'Jobs that take no more than their share have waited for ten minutes behind one that does.',
    })
    // One message whose worker crashed is back after the visibility timeout of three minutes, and no alarm.
    this.#alarm('ExpressQueueAge', {
      metric: express.metricApproximateAgeOfOldestMessage({ period: MINUTE }),
      limit: 60,
      minutes: 5,
      of: 5,
      means: 'Short jobs, which are to take a second, wait for a minute.',
    })
    // Received, as their function takes them at once; what SQS moves there does not count as sent.
    this.#alarm('DeadLetters', {
      metric: deadLetters.metricNumberOfMessagesReceived({ period: MINUTE }),
      limit: 1,
      means: 'A chunk ran out of attempts; its puzzles are failed.',
    })
    this.#alarm('DeadLettersStuck', {
      metric: deadLetters.metricApproximateAgeOfOldestMessage({ period: MINUTE }),
      limit: 900,
      minutes: 5,
      of: 5,
      means: 'The dead-letter function does not get a chunk closed, so its job does not end.',
    })
  }

  #functions({ functions }: Watched): void {
    for (const [name, { lambda, timeoutS }] of Object.entries(functions)) {
      this.#alarm(`${name}Errors`, {
        metric: lambda.metricErrors({ period: MINUTE }),
        limit: 1,
        means: 'The function crashed, ran out of memory or out of time.',
      })
      this.#alarm(`${name}Throttles`, {
        metric: lambda.metricThrottles({ period: MINUTE }),
        limit: 1,
        minutes: 2,
        of: 5,
        means: 'Lambda refused to run the function: its reserve, or the account, is used up.',
      })
      this.#alarm(`${name}Duration`, {
        metric: lambda.metricDuration({ statistic: 'Maximum', period: MINUTE }),
        limit: 0.9 * timeoutS * 1000,
        means: `An invocation took nine tenths of its ${timeoutS} s or more; at all of them Lambda ends it.`,
      })
    }
  }

  /** Not of the dead-letter function: two of it at once are its reserve, and nothing to worry about. */
  #concurrency({ functions: { Api, Worker } }: Watched, stage: Stage): void {
    const reserved = reservedConcurrency(stage)
    const alarm = (name: string, { lambda }: typeof Api, most: number) =>
      this.#alarm(name, {
        metric: lambda.metric('ConcurrentExecutions', { statistic: 'Maximum', period: MINUTE }),
        limit: Math.ceil(0.9 * most),
        minutes: 5,
        of: 5,
        means: `Nine tenths of the ${most} that may run at once have been running for five minutes.`,
      })
    alarm('ApiConcurrency', Api, reserved.api)
    alarm('WorkerConcurrency', Worker, reserved.worker)
  }

  #api(watched: Watched): void {
    this.#alarm('ApiServerErrors', {
      metric: serverErrorRate(watched),
      limit: 1,
      minutes: 3,
      of: 5,
      means: 'One request in a hundred or more is answered with 5xx.',
    })
    // A poll may be held for as long as it asks to, so only what is slower than the longest of them is known to be slow.
    this.#alarm('ApiLatency', {
      metric: watched.publicApi.stage.metricLatency({ statistic: 'p99', period: MINUTE }),
      limit: (MAX_WAIT_S + 2) * 1000,
      minutes: 3,
      of: 5,
      means: `One request in a hundred takes longer than the longest poll, ${MAX_WAIT_S} s.`,
    })
  }

  #table(watched: Watched): void {
    this.#alarm('TableThrottles', {
      metric: tableThrottles(watched),
      limit: 1,
      minutes: 3,
      of: 5,
      means: 'DynamoDB refuses reads or writes: a partition is hot, or traffic doubled too quickly.',
    })
    this.#alarm('TableSystemErrors', {
      metric: tableSystemErrors(watched),
      limit: 1,
      minutes: 3,
      of: 5,
      means: 'DynamoDB answers with errors of its own.',
    })
  }

  #alarm(name: string, { metric, limit, minutes = 1, of = 1, means }: Limit): void {
    const alarm = new Alarm(this, name, {
      metric,
      threshold: limit,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      datapointsToAlarm: minutes,
      evaluationPeriods: of,
      // Nothing measured is nothing that happened.
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${means} What to do: docs/runbook.md#${name.toLowerCase()}`,
    })
    alarm.addAlarmAction(this.#notices)
    alarm.addOkAction(this.#notices)
    this.all.push(alarm)
  }
}
