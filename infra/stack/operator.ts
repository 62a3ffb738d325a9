import { Stack } from 'aws-cdk-lib'
import { AccountRootPrincipal, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam'
import type { EventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { MonitoredResources } from './metrics.ts'

/**
 * The role of `npm run ops`, for whoever the account lets take it: what one operator needs to mend jobs, owners and keys,
 * and to pause the workers, without the rights of a deployment.
 */
export class OperatorRole extends Role {
  constructor(
    scope: Construct,
    id: string,
    {
      table,
      queues,
      sources,
    }: Pick<MonitoredResources, 'table' | 'queues'> & { sources: readonly EventSourceMapping[] },
  ) {
    super(scope, id, { assumedBy: new AccountRootPrincipal(), description: 'For npm run ops' })
    const { stackId } = Stack.of(this)
    const allow = (actions: readonly string[], resources: readonly string[]) =>
      this.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }))
    const items = ['GetItem', 'PutItem', 'UpdateItem', 'Query'].map((action) => `dynamodb:${action}`)
    allow(items, [table.tableArn])
    allow(['sqs:SendMessage'], [queues.bulk.queueArn])
    allow(['cloudformation:DescribeStacks'], [stackId])
    const arns = sources.map(({ eventSourceMappingArn }) => eventSourceMappingArn)
    allow(['lambda:UpdateEventSourceMapping'], arns)
  }
}
