import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Command, InvalidArgumentError, Option } from 'commander'
import { DeployError, deploy, lineOf, requestedDeployment, stackNameOf } from './deploy/deploy.ts'
import { HAZARDS, type HazardName } from './deploy/hazards.ts'
import { awsClients, preflight } from './deploy/preflight.ts'

/**
 * `npm run deploy` and `npm run preflight`: a stage as its file in `infra/config` says it. The SDK finds credentials in
 * its usual places.
 */

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const CDK = fileURLToPath(new URL('../node_modules/aws-cdk/bin/cdk', import.meta.url))

type Options = Readonly<Record<string, string>>

const program = new Command('deploy').description('Deploys a stage, and looks before whether that can be done.')
const context = () =>
  new Option(
    '-c, --context <name=value>',
    'a setting that goes over that of the file in infra/config; stage names the file',
  )
    .argParser(named)
    .default({}, 'stage=dev')

program
  .command('preflight')
  .description('look whether the account and its region can take a stage')
  .addOption(context())
  .action(async ({ context: options }: { context: Options }) => {
    const deployment = requestedDeployment(options)
    using aws = awsClients(deployment.region)
    console.log(`${stackNameOf(deployment)}, in ${deployment.region ?? 'the region of the environment'}`)
    const findings = await preflight(deployment, aws)
    for (const finding of findings) console.log(lineOf(finding))
    if (findings.some(({ isGood }) => !isGood)) throw new DeployError('the account cannot take it yet')
  })

program
  .command('stage', { isDefault: true })
  .description('deploy a stage, once it is clear what changes')
  .addOption(context())
  .addOption(
    new Option('--allow <hazard...>', 'what may be taken away').choices(Object.keys(HAZARDS)).default([], 'nothing'),
  )
  .option('--dry-run', 'say what would change, and change nothing', false)
  .action(async ({ context: options, allow, dryRun }: { context: Options; allow: HazardName[]; dryRun: boolean }) => {
    const tools = { assemblies: `${ROOT}cdk.out`, clientsFor: awsClients, cdk, say: console.log }
    await deploy({ options, allowed: allow, isDry: dryRun }, tools)
  })

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof DeployError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function cdk(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [CDK, ...args], { cwd: ROOT, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return code ?? 1
}

function named(text: string, before: Options): Options {
  const [name, value] = text.split(/=(.*)/s)
  if (!name || value === undefined) throw new InvalidArgumentError('expected name=value')
  return { ...before, [name]: value }
}
