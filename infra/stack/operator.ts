import { Stack } from 'aws-cdk-lib'
import { AccountRootPrincipal, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import type { JobTable, Queues } from './data.ts'
import { acknowledge, type ServiceFunction } from './service-function.ts'

interface Operated {
  readonly table: JobTable
  readonly queues: Queues
  /** The functions whose event sources may be paused. */
  readonly consumers: readonly ServiceFunction[]
}

/**
 * The role of `npm run ops`, for whoever the account lets take it: what one operator needs to mend jobs, owners and keys,
 * and to pause the workers, without the rights of a deployment.
 */
export class OperatorRole extends Role {
  constructor(scope: Construct, id: string, { table, queues, consumers }: Operated) {
    super(scope, id, { assumedBy: new AccountRootPrincipal(), description: 'For npm run ops' })
    const { stackId } = Stack.of(this)
    const allow = (actions: readonly string[], resources: readonly string[], conditions = {}) =>
      this.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources], conditions }))
    const items = ['GetItem', 'PutItem', 'UpdateItem', 'Query'].map((action) => `dynamodb:${action}`)
    allow(items, [table.tableArn])
    allow(['sqs:SendMessage'], [queues.bulk.queueArn])
    allow(['cloudformation:DescribeStacks'], [stackId])
    const functions = consumers.map(({ lambda }) => lambda.functionArn)
    allow(['lambda:UpdateEventSourceMapping'], ['*'], { ArnEquals: { 'lambda:FunctionArn': functions } })
    // AWS lists event sources for all functions or none.
    allow(['lambda:ListEventSourceMappings'], ['*'])
    acknowledge(this, {
      'AwsSolutions-IAM5[Resource::*]':
        'Event sources are listed for the whole account; those of these functions alone may be changed.',
    })
  }
}
