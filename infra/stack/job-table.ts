import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { TABLE_KEYS } from '../settings.ts'
import { removalPolicyOf, type Stage } from './stage.ts'

/** Jobs, their results and the keys of their owners; `shared/aws/table.ts` draws it. */
export class JobTable extends Table {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, {
      partitionKey: { name: TABLE_KEYS.partition, type: AttributeType.STRING },
      sortKey: { name: TABLE_KEYS.sort, type: AttributeType.STRING },
      timeToLiveAttribute: TABLE_KEYS.timeToLive,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      // By the key that DynamoDB owns: free, where a key in KMS costs by the month and by the call.
      encryption: TableEncryption.DEFAULT,
      deletionProtection: stage.isKept,
      removalPolicy: removalPolicyOf(stage),
    })
  }
}
