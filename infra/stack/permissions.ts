import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Service } from '../../functions/telemetry.ts'
import { PERMISSIONS } from '../permissions.ts'
import type { JobTable, Queues } from './data.ts'
import type { ServiceFunction } from './service-function.ts'

/** Grants the role of a function what `infra/permissions.ts` says. */
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

/** `ForAnyValue` denies a batch for any one of its keys. A request without keys, such as a scan, is never allowed. */
const LEADING_KEYS = 'ForAnyValue:StringEquals'
