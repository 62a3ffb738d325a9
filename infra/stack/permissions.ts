import { Stack } from 'aws-cdk-lib'
import { Effect, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam'
import type { Service } from '../../functions/reporting/telemetry.ts'
import { PERMISSIONS } from '../settings/permissions.ts'
import type { JobTable, Queues } from './data.ts'
import { acknowledge, type ServiceFunction } from './service-function.ts'

/** Grants the role of a function what `infra/settings/permissions.ts` says. */
export function permit(
  { role }: ServiceFunction,
  service: Service,
  { table, queues }: { readonly table: JobTable; readonly queues: Queues },
): void {
  const arns: Readonly<Record<string, string>> = {
    Table: table.tableArn,
    'Queues/Bulk': queues.bulk.queueArn,
    'Queues/Express': queues.express.queueArn,
    'Queues/DeadLetters': queues.deadLetters.queueArn,
    'Queues/Events': queues.events.queueArn,
  }
  for (const { effect, actions, resources, leadingKeys } of PERMISSIONS[service]) {
    role.addToPrincipalPolicy(
      new PolicyStatement({
        effect: Effect[effect === 'Allow' ? 'ALLOW' : 'DENY'],
        actions: [...actions],
        resources: resources.map((path) => arns[path]),
        ...(leadingKeys && { conditions: { [LEADING_KEYS]: { 'dynamodb:LeadingKeys': [...leadingKeys] } } }),
      }),
    )
  }
}

/**
 * Grants a function, or an operator, what they need of the customer's key for table and queues. DynamoDB and SQS ask KMS
 * in their name, and nobody else may: they have no use of their own for the key.
 */
export function permitKey(role: Role, kmsKeyArn: string): void {
  const { region, urlSuffix } = Stack.of(role)
  role.addToPrincipalPolicy(
    new PolicyStatement({
      actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
      resources: [kmsKeyArn],
      conditions: {
        StringEquals: { 'kms:ViaService': ['dynamodb', 'sqs'].map((service) => `${service}.${region}.${urlSuffix}`) },
      },
    }),
  )
  acknowledge(role, {
    'AwsSolutions-IAM5[Action::kms:GenerateDataKey*]': 'The two forms of one call, as AWS names them for DynamoDB.',
    'AwsSolutions-IAM5[Action::kms:ReEncrypt*]': 'The two halves of one call, as AWS names them for DynamoDB.',
  })
}

/** Grants the notifier to put events on one bus. */
export function permitBus({ role }: ServiceFunction, bus: string): void {
  const resources = [Stack.of(role).formatArn({ service: 'events', resource: 'event-bus', resourceName: bus })]
  role.addToPrincipalPolicy(new PolicyStatement({ actions: ['events:PutEvents'], resources }))
}

/** `ForAnyValue` denies a batch for any one of its keys. A request without keys, such as a scan, is never allowed. */
const LEADING_KEYS = 'ForAnyValue:StringEquals'
