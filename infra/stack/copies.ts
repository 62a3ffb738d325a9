import { Duration } from 'aws-cdk-lib'
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault, BackupVaultEvents } from 'aws-cdk-lib/aws-backup'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { Construct } from 'constructs'
import type { JobTable } from './data.ts'
import { keyOf, removalPolicyOf, type Stage } from './deployment.ts'
import type { Notices } from './notices.ts'
import { acknowledge } from './service-function.ts'

/** Backups and copies are kept for so long: one is always whole, while the next one is made. */
const COPY_KEPT_DAYS = 2

interface CopiesProps {
  readonly stage: Stage
  readonly table: JobTable
  /** The ARN of a vault in another region. */
  readonly to: string
  /** Told of a backup or a copy that failed. */
  readonly notices: Notices
}

/**
 * Copies the table into another region every day, which point-in-time recovery does not: what it keeps is lost with the
 * region (docs/decisions/009).
 */
export class Copies extends Construct {
  constructor(scope: Construct, id: string, { stage, table, to, notices }: CopiesProps) {
    super(scope, id)
    const encryptionKey = keyOf(this, 'Key', stage)
    const vault = new BackupVault(this, 'Vault', {
      ...(encryptionKey && { encryptionKey }),
      removalPolicy: removalPolicyOf(stage),
      notificationTopic: notices,
      notificationEvents: [BackupVaultEvents.BACKUP_JOB_FAILED, BackupVaultEvents.COPY_JOB_FAILED],
    })
    const deleteAfter = Duration.days(COPY_KEPT_DAYS)
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          backupVault: vault,
          scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
          startWindow: Duration.hours(1),
          completionWindow: Duration.hours(12),
          deleteAfter,
          copyActions: [{ destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Elsewhere', to), deleteAfter }],
        }),
      ],
    })
    const selection = plan.addSelection('Table', { resources: [BackupResource.fromArn(table.tableArn)] })
    acknowledge(selection, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]':
        'What a backup takes of DynamoDB and KMS is for AWS Backup to say, and changes with its features.',
    })
  }
}
