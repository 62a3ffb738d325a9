import { ArnFormat, Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'

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
