import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DescribeStacksCommand, GetTemplateCommand } from '@aws-sdk/client-cloudformation'
import { type Deployment, deploymentOf } from '../stack/deployment.ts'
import { type HazardName, hazardsBetween, type Template } from './hazards.ts'
import { type AwsClients, type Finding, preflight } from './preflight.ts'

/** A deployment cannot go on, for a reason that whoever deploys can remove. */
export class DeployError extends Error {}

export interface DeployRequest {
  /** Options that go over the words of the stage's file. */
  readonly options: Readonly<Record<string, string>>
  /** The things that may be taken away. */
  readonly allowed: readonly HazardName[]
  /** Whether it is only said what would change. */
  readonly isDry: boolean
}

export interface DeployTools {
  /** The folder in which the CDK leaves what it made of each stage. */
  readonly assemblies: string
  clientsFor(region: string | undefined): AwsClients
  /** Runs the CDK's command line. @returns what it ends with */
  cdk(args: readonly string[]): Promise<number>
  say(line: string): void
}

/**
 * Deploys a stage: looks whether the account can take it, says what changes, and refuses to take away what nobody said
 * may go.
 *
 * @throws {DeployError} if it was refused, or the CDK failed
 */
export async function deploy({ options, allowed, isDry }: DeployRequest, tools: DeployTools): Promise<void> {
  const { cdk, say } = tools
  const deployment = requestedDeployment(options)
  const stackName = stackNameOf(deployment)
  const assembly = join(tools.assemblies, deployment.stageName)
  using aws = tools.clientsFor(deployment.region)
  const findings = await preflight(deployment, aws)
  for (const finding of findings) say(lineOf(finding))
  if (findings.some(({ isGood }) => !isGood)) throw new DeployError('the account cannot take it: nothing was changed')

  const standing = await standingTemplate(stackName, aws)
  // A resource that is protected from deletion cannot be rolled back, and a first deployment may have to be.
  const first = !standing && deployment.isProtected ? { ...options, protect: 'no' } : options
  const next = await synthesised(first)
  if (standing) {
    await done(['diff', stackName, '--app', assembly, '--method', 'template'])
    const refused = hazardsBetween(standing, next).filter(({ name }) => !allowed.includes(name))
    for (const { name, sentence } of refused) say(`refused  ${sentence}; --allow ${name} lets it`)
    if (refused.length > 0) throw new DeployError('nothing was changed: set it in infra/config, or allow it')
  } else say(`${stackName} does not stand yet`)
  if (isDry) return
  const deploying = ['deploy', stackName, '--app', assembly, '--require-approval', 'never']
  await done(deploying)
  if (first !== options) {
    say('it stands: now it is protected')
    await synthesised(options)
    await done(deploying)
  }

  async function synthesised(context: DeployRequest['options']): Promise<Template> {
    const words = Object.entries(context).flatMap(([name, value]) => ['--context', `${name}=${value}`])
    await done(['synth', '--quiet', '--output', assembly, ...words])
    return JSON.parse(await readFile(join(assembly, `${stackName}.template.json`), 'utf8'))
  }

  async function done(args: readonly string[]): Promise<void> {
    const code = await cdk(args)
    if (code !== 0) throw new DeployError(`cdk ${args[0]} ended with ${code}`)
  }
}

/** @throws {DeployError} if an option is unknown, or has a value that it cannot have */
export function requestedDeployment(options: DeployRequest['options']): Deployment {
  const known = new Set<string>()
  const read = (name: string) => {
    known.add(name)
    return options[name]
  }
  try {
    const deployment = deploymentOf({ tryGetContext: read })
    const stray = Object.keys(options).find((name) => !known.has(name))
    if (stray === undefined) return deployment
    throw new Error(`-c ${stray} is no setting, expected one of ${[...known].join(', ')}`)
  } catch (error) {
    throw new DeployError((error as Error).message, { cause: error })
  }
}

export function stackNameOf({ stageName }: Deployment): string {
  return `Sudoku-${stageName}`
}

/** The statuses of a stack that was never complete: the CDK takes it away first, or goes on where nothing is made yet. */
const FAILED_FIRST: readonly string[] = ['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'REVIEW_IN_PROGRESS']

/** The stack of a name; undefined if there is no such stack, or only a first deployment that failed. */
async function standingTemplate(stackName: string, { cloudFormation }: AwsClients): Promise<Template | undefined> {
  const status = await statusOf(stackName, { cloudFormation })
  if (status === undefined || FAILED_FIRST.includes(status)) return undefined
  if (status.endsWith('_IN_PROGRESS')) throw new DeployError(`somebody is changing ${stackName}: ${status}`)
  const { TemplateBody } = await cloudFormation.send(new GetTemplateCommand({ StackName: stackName }))
  return JSON.parse(TemplateBody ?? '{"Resources":{}}')
}

export async function statusOf(
  stackName: string,
  { cloudFormation }: Pick<AwsClients, 'cloudFormation'>,
): Promise<string | undefined> {
  try {
    const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName: stackName }))
    return Stacks?.[0]?.StackStatus
  } catch (error) {
    // CloudFormation has no error of its own for it.
    if (/does not exist/.test((error as Error).message)) return undefined
    throw error
  }
}

export function lineOf({ name, isGood, says }: Finding): string {
  return `${isGood ? 'ready  ' : 'MISSING'}  ${name.padEnd(12)} ${says}`
}
