import { AaaaRecord, ARecord, HostedZone, type IAliasRecordTarget, RecordTarget } from 'aws-cdk-lib/aws-route53'
import type { Construct } from 'constructs'
import type { Domain } from './deployment.ts'

/** Has a name of ours lead to what answers to it; without a zone, the owner of the name's DNS does that. */
export function pointTo(scope: Construct, { name, hostedZoneId }: Domain, alias: IAliasRecordTarget): void {
  if (!hostedZoneId) return
  // CDK completes a record's name with its zone's. With the domain as the zone's name, only the zone's id is needed.
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName: name })
  const target = RecordTarget.fromAlias(alias)
  new ARecord(scope, 'Record', { zone, target })
  new AaaaRecord(scope, 'Record6', { zone, target })
}
