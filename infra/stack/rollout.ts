import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy'
import type { Alias } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { acknowledge } from './service-function.ts'

/**
 * Gives a new version of the API a tenth of the requests for ten minutes, and then all of them. If an alarm goes off
 * meanwhile, the old version gets them back, and CloudFormation rolls the whole deployment back with it: the workers,
 * too, which have no such step, because what they do wrong shows in the queues and not in an answer.
 */
export class CanaryRollout extends Construct {
  /** @param alarms those that a wrong version would set off within the ten minutes */
  constructor(scope: Construct, id: string, { alias, alarms }: { alias: Alias; alarms: readonly Alarm[] }) {
    super(scope, id)
    const group = new LambdaDeploymentGroup(this, 'Group', {
      application: new LambdaApplication(this, 'Application'),
      alias,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
      alarms: [...alarms],
      autoRollback: { deploymentInAlarm: true, failedDeployment: true, stoppedDeployment: true },
    })
    if (group.role)
      acknowledge(group.role, {
        'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]':
          'It is the smaller of the two that AWS has for CodeDeploy, which reads alarms and moves aliases with it.',
      })
  }
}
