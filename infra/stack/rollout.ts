import { ArnFormat, Stack } from 'aws-cdk-lib'
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy'
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { CfnAlias } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import type { MonitoredResources } from './metrics.ts'
import { acknowledge, type ServiceFunction } from './service-function.ts'

/**
 * The alarms that turn a release back, whichever function is being released: a wrong version may show in another
 * function than its own. AWS: ten at most.
 */
export const TURNED_BACK_BY = [
  ...['ApiErrors', 'ApiServerErrors', 'ApiLatency', 'Canary'],
  ...['WorkerReleaseFailures', 'WorkerReleaseDuration', 'WorkerFailures'],
  ...['DeadLetters', 'DeadLetterFailures', 'NotifierFailures'],
] as const

/**
 * How long a new version has a tenth of the work before it has all of it. An alarm rings within three minutes of what it
 * is about, so that five are enough to be turned back in; those that everybody meets have ten.
 */
const CONFIGS = {
  Api: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
  Worker: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
  DeadLetter: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  Notifier: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
} as const satisfies Record<keyof MonitoredResources['functions'], unknown>

/**
 * Has CodeDeploy give a new version of each function a trial (`functions/lambda/trial.ts`), then a tenth of the messages
 * and requests, and then all of them. If the trial fails or an alarm rings meanwhile, the old version gets them back, and
 * CloudFormation rolls the whole deployment back with it.
 */
export class CanaryRollout extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { functions, alarms }: Pick<MonitoredResources, 'functions'> & { alarms: readonly Alarm[] },
  ) {
    super(scope, id)
    const application = new LambdaApplication(this, 'Application')
    for (const [name, released] of Object.entries(functions)) {
      const group = new LambdaDeploymentGroup(this, name, {
        application,
        alias: released.live,
        deploymentConfig: CONFIGS[name as keyof typeof CONFIGS],
        alarms: [...alarms],
        autoRollback: { deploymentInAlarm: true, failedDeployment: true, stoppedDeployment: true },
      })
      this.#tryFirst(name, released, group)
    }
  }

  /**
   * The function tries itself: without an alias it is its newest code, which is that of the version to be released. CDK's
   * own hook would be granted by the policy that the function waits for, and wait for itself.
   */
  #tryFirst(name: string, { lambda, live, role }: ServiceFunction, group: LambdaDeploymentGroup): void {
    const { applicationName } = group.application
    const resource = `${applicationName}/${group.deploymentGroupName}`
    const { COLON_RESOURCE_NAME: arnFormat } = ArnFormat
    const ofGroup = { service: 'codedeploy', resource: 'deploymentgroup', resourceName: resource, arnFormat }
    const answer = new Policy(this, `${name}Answer`, {
      roles: [role],
      statements: [
        new PolicyStatement({
          actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'],
          resources: [Stack.of(this).formatArn(ofGroup)],
        }),
      ],
    })
    group.role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [lambda.functionArn] }),
    )
    acknowledge(group.role, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]':
        'It is the smaller of the two that AWS has for CodeDeploy, which reads alarms and moves aliases with it.',
    })
    const alias = live.node.defaultChild as CfnAlias
    alias.cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: {
        applicationName,
        deploymentGroupName: group.deploymentGroupName,
        beforeAllowTrafficHook: lambda.functionName,
      },
    }
    // CloudFormation would shift the work before the hook may be called, or may answer.
    live.node.addDependency(answer, group.role)
  }
}
