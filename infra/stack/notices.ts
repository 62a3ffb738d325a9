import { ArnFormat, Stack } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import { acknowledge } from './service-function.ts'

/**
 * The topic of the alarms. It is not encrypted at rest, because CloudWatch could then publish only with a billed key.
 */
export class Notices extends Topic {
  constructor(scope: Construct, id: string, email: string | undefined) {
    super(scope, id, { enforceSSL: true })
    const { COLON_RESOURCE_NAME: arnFormat } = ArnFormat
    const alarms = Stack.of(this).formatArn({ service: 'cloudwatch', resource: 'alarm', resourceName: '*', arnFormat })
    // A topic with a policy of its own loses the default one, which lets alarms of its account publish.
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
    acknowledge(subscription, {
      'Serverless-SNSRedrivePolicy': 'E-mail cannot be redriven, and CloudWatch keeps the alarm itself.',
    })
  }
}

/**
 * Sends an e-mail when the account becomes expensive. The budget covers the whole account: one for tags counts nothing
 * until somebody activates the tags in the billing console, and nobody would notice that it counts nothing.
 */
export function monthlyBudget(scope: Construct, { limitUsd, email }: { limitUsd: number; email: string }): void {
  const subscribers = [{ subscriptionType: 'EMAIL', address: email }]
  const over = (threshold: number, notificationType: 'ACTUAL' | 'FORECASTED') => ({
    notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
    subscribers,
  })
  new CfnBudget(scope, 'Resource', {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: limitUsd, unit: 'USD' } },
    notificationsWithSubscribers: [over(80, 'ACTUAL'), over(100, 'FORECASTED')],
  })
}
