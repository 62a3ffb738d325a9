import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import {
  GetAccountSettingsCommand,
  type Architecture as LambdaArchitecture,
  LambdaClient,
  type Runtime as LambdaRuntime,
  ListLayersCommand,
} from '@aws-sdk/client-lambda'
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { type Deployment, reservedConcurrency } from '../stack/deployment.ts'
import { ARCHITECTURE, RUNTIME } from '../stack/service-function.ts'

export interface Finding {
  readonly name: string
  readonly isGood: boolean
  /** The state found; or the fault, and how to mend it. */
  readonly says: string
}

class Obstacle extends Error {}

/** In the order in which they are made; without the first, none of the others is. */
const CHECKS = { identity, notices, quota, bootstrap, runtime, certificate }

/** Looks whether an account can take a deployment, before anything is made in it. */
export async function preflight(deployment: Deployment, aws: AwsClients): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, check] of Object.entries(CHECKS)) {
    const finding = await check(deployment, aws).then(
      (says) => ({ name, isGood: true, says }),
      (error: Error) => {
        const { name: kind, message } = error
        const says = error instanceof Obstacle ? message : `it could not be looked at: ${kind}: ${message}`
        return { name, isGood: false, says }
      },
    )
    findings.push(finding)
    if (name === 'identity' && !finding.isGood) break
  }
  return findings
}

async function identity(_: Deployment, { sts }: AwsClients): Promise<string> {
  const { Account, Arn } = await sts.send(new GetCallerIdentityCommand())
  return `account ${Account}, as ${Arn}`
}

/** What is kept has others who rely on it, who could not be told of its faults by somebody who does not know of them. */
async function notices({ stage, stageName, email }: Deployment): Promise<string> {
  if (email) return `alarms and costs are told to ${email}`
  if (!stage.isKept) return 'nobody is told of alarms, which this stage can do without'
  throw new Obstacle(`nobody would be told of alarms or costs: set email in infra/config/${stageName}.json`)
}

/** An account has to keep this many instances unreserved. */
const UNRESERVABLE = 100
/** With fewer, one poll that is held would keep everybody else out. */
const LEAST_FOR_API = 2

async function quota({ stage, reservesConcurrency }: Deployment, { lambda }: AwsClients): Promise<string> {
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand())
  const most = AccountLimit?.ConcurrentExecutions ?? 0
  const { api, worker, deadLetter } = reservedConcurrency(stage)
  const reserved = api + worker + deadLetter
  const sources = stage.bulkWorkers + stage.expressWorkers + stage.deadLetterWorkers + stage.notifiers
  const least = reservesConcurrency ? reserved + UNRESERVABLE : sources + LEAST_FOR_API
  if (most >= least) return `${most} instances at once, of which event sources may take ${sources}`
  const remedy = `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000`
  const setting = reservesConcurrency ? ', or set reserve to no' : ''
  throw new Obstacle(`the account may run ${most} instances at once, expected at least ${least}: ${remedy}${setting}`)
}

/** As the templates ask for it; a test compares. */
export const LEAST_BOOTSTRAP = 6

async function bootstrap({ region }: Deployment, { ssm }: AwsClients): Promise<string> {
  const where = region === undefined ? '' : ` aws://<account>/${region}`
  try {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name: '/cdk-bootstrap/hnb659fds/version' }))
    const version = Number(Parameter?.Value)
    if (version >= LEAST_BOOTSTRAP) return `version ${version}`
    throw new Obstacle(`version ${Parameter?.Value}, expected at least ${LEAST_BOOTSTRAP}: npx cdk bootstrap${where}`)
  } catch (error) {
    if ((error as Error).name !== 'ParameterNotFound') throw error
    throw new Obstacle(`the region was never bootstrapped: npx cdk bootstrap${where}`)
  }
}

/** Nothing tells what a region's Lambda runs. But it refuses to list layers for a runtime that it does not know. */
async function runtime(_: Deployment, { lambda }: AwsClients): Promise<string> {
  const what = `${RUNTIME.name} on ${ARCHITECTURE.name}`
  try {
    await lambda.send(
      new ListLayersCommand({
        CompatibleRuntime: RUNTIME.name as LambdaRuntime,
        CompatibleArchitecture: ARCHITECTURE.name as LambdaArchitecture,
        MaxItems: 1,
      }),
    )
    return what
  } catch (error) {
    const { name, message } = error as Error
    if (!/Validation|InvalidParameterValue/.test(name)) throw error
    throw new Obstacle(`Lambda does not know ${what} in this region, so another has to be chosen: ${message}`)
  }
}

async function certificate({ domain }: Deployment, { acm }: AwsClients): Promise<string> {
  if (!domain) return 'none is needed: no domain'
  const { Certificate } = await acm.send(new DescribeCertificateCommand({ CertificateArn: domain.certificateArn }))
  const { Status, DomainName = '', SubjectAlternativeNames = [] } = Certificate ?? {}
  const names = [...new Set([DomainName, ...SubjectAlternativeNames])]
  if (Status !== 'ISSUED') throw new Obstacle(`it is ${Status}, expected ISSUED: its DNS records validate it`)
  const parent = domain.name.replace(/^[^.]+/, '*')
  if (!names.includes(domain.name) && !names.includes(parent))
    throw new Obstacle(`it is for ${names.join(', ')}, expected ${domain.name}`)
  return `issued for ${domain.name}`
}

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
