import { ACMClient } from '@aws-sdk/client-acm'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { SSMClient } from '@aws-sdk/client-ssm'
import { STSClient } from '@aws-sdk/client-sts'

/** By which a deployment asks AWS, besides the CDK. */
export type AwsClients = ReturnType<typeof awsClients>

/** Clients for a region; the SDK finds credentials, and a region where none is named, in its usual places. */
export function awsClients(region: string | undefined) {
  const where = region === undefined ? {} : { region }
  const clients = {
    sts: new STSClient(where),
    lambda: new LambdaClient(where),
    ssm: new SSMClient(where),
    acm: new ACMClient(where),
    cloudFormation: new CloudFormationClient(where),
  }
  return {
    ...clients,
    [Symbol.dispose]() {
      for (const client of Object.values(clients)) client.destroy()
    },
  }
}
