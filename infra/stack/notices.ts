import { ArnFormat, Stack } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import { acknowledge } from './service-function.ts'

/** Where alarms are told of. Not encrypted at rest: CloudWatch could publish then only with a key that costs. */
export class Notices extends Topic {
  constructor(scope: Construct, id: string, email: string | undefined) {
    super(scope, id, { enforceSSL: true })
    const { COLON_RESOURCE_NAME: arnFormat } = ArnFormat
    const alarms = Stack.of(this).formatArn({ service: 'cloudwatch', resource: 'alarm', resourceName: '*', arnFormat })
    // A topic with a policy has lost the one it has by default, which lets alarms of its account in.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
          ArnLike: { 'aws:SourceArn': alarms },
        },
      }),
    )
    if (email === undefined) return
    const subscription = this.addSubscription(new EmailSubscription(email))
    acknowledge(subscription, { 'Serverless-SNSRedrivePolicy': 'Mail has none; CloudWatch keeps the alarm itself.' })
  }
}

/**
 * Tells somebody when the account gets dear. It counts the whole account: a budget for tags counts nothing until
 * somebody has activated them in the billing console, and nobody would see that it does.
 */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { limitUsd, email }: { limitUsd: number; email: string }) {
    super(scope, id)
    const subscribers = [{ subscriptionType: 'EMAIL', address: email }]
    const over = (threshold: number, notificationType: 'ACTUAL' | 'FORECASTED') => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers,
    })
    new CfnBudget(this, 'Resource', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: limitUsd, unit: 'USD' } },
      notificationsWithSubscribers: [over(80, 'ACTUAL'), over(100, 'FORECASTED')],
    })
  }
}
