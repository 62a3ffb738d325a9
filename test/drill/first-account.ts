import { Command, CommanderError, Option } from 'commander'
import { requestedDeployment } from '../../infra/deploy/deploy.ts'
import { awsSite } from './account.ts'
import { rehearsal } from './rehearsal.ts'
import { type Drill, STEPS, type StepName } from './steps.ts'

/**
 * Tries in an account all that can be tried nowhere else, on the stage `dev`, which it deploys and destroys:
 *
 *     AWS_PROFILE=… npm run first-account
 *
 * It takes some twenty minutes and costs some cents. `--local` rehearses every step on this machine, where CloudFormation
 * is played, and with `--stage prod` by the template of `prod`, which no drill deploys. It ends with 0 where every step passed, and 1 where one did not.
 */

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())

interface Row {
  readonly name: StepName
  readonly isPassed: boolean
  readonly seconds: number
  readonly says: string
}

const program = new Command('first-account')
  .description('Tries an account by a drill: deploys dev, tries it, and destroys it.')
  .exitOverride()
  .option('--local', 'rehearse it on this machine', false)
  .addOption(new Option('--stage <name>', 'with --local: the stage').choices(['dev', 'prod']).default('dev'))
  .option('--keep', 'do not destroy what was deployed', false)
  .action(async ({ local, keep, stage }: { local: boolean; keep: boolean; stage: string }) => {
    if (stage !== 'dev' && !local) program.error(`${stage} is only rehearsed: add --local`)
    process.exitCode = await drilled(local, keep, stage)
  })
try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode === 0 ? 0 : 2
}

async function drilled(isLocal: boolean, isKept: boolean, stage: string): Promise<number> {
  const options = { stage, ...(isLocal && { email: 'ops@example.com' }) }
  const deployment = requestedDeployment(options)
  await using site = isLocal ? await rehearsal(deployment) : awsSite(deployment.region)
  using aws = site.clientsFor(deployment.region)
  const drill: Drill = {
    site,
    deployment,
    options,
    aws,
    signal: interruption.signal,
    say: console.log,
  }
  const rows: Row[] = []
  for (const name of Object.keys(STEPS) as StepName[]) {
    // Once one has failed, the others would tell nothing new, but for the last, which cleans up.
    const isOver = rows.some(({ isPassed }) => !isPassed) || interruption.signal.aborted
    // A stage that stood there before the drill is nobody's to destroy.
    const mayGo = !isKept && rows[0]?.isPassed
    if (name === 'destroy' ? mayGo : !isOver) rows.push(await done(name, drill))
  }
  console.log(`\non ${site.name}:`)
  for (const { name, isPassed, seconds, says } of rows) {
    console.log(`${isPassed ? 'passed' : 'FAILED'}  ${name.padEnd(10)} ${seconds.toFixed().padStart(4)} s  ${says}`)
    console.log(`        ${STEPS[name].proves}`)
  }
  const missing = Object.keys(STEPS).length - rows.filter(({ isPassed }) => isPassed).length
  console.log(missing === 0 ? 'all steps passed' : `${missing} steps failed, or were not made`)
  return missing === 0 || (isKept && missing === 1) ? 0 : 1
}

async function done(name: StepName, drill: Drill): Promise<Row> {
  console.log(`\n${name}`)
  const startedAt = performance.now()
  const row = (isPassed: boolean, says: string): Row => {
    console.log(says)
    return { name, isPassed, seconds: (performance.now() - startedAt) / 1000, says }
  }
  try {
    return row(true, await STEPS[name].run(drill))
  } catch (error) {
    return row(false, (error as Error).message)
  }
}
