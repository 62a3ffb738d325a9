import { readFileSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { App, type AppProps } from 'aws-cdk-lib'
import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import { RootConstruct } from 'constructs'
import { beforeAll } from 'vitest'
import type { Template } from '../../infra/deploy/hazards.ts'
import { type Deployment, deploymentOf } from '../../infra/stack/deployment.ts'
import { SudokuStack } from '../../infra/stack.ts'

/** Words of settings, as options of the command line have them; what is null is not said. */
type Context = Readonly<Record<string, string | null>>

/** Every word that settings know, besides those that leave something out. */
export const EVERYTHING = {
  stage: 'prod',
  email: 'ops@example.com',
  budget: '20',
  domain: 'sudoku.example.com',
  certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/4f3e',
  hostedZone: 'Z0123456789ABC',
  front: 'cloudfront',
  corsOrigins: 'https://a.example,https://b.example',
  bus: 'jobs',
  kmsKey: 'arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
  logDays: '90',
  region: 'us-east-1',
  reserve: 'yes',
  copyTo: 'arn:aws:backup:eu-west-1:123456789012:backup-vault:Sudoku-prod',
  tags: 'team=grids,cost-centre=42',
}

/** What `prod.json` says that makes a difference to the stack. */
const PROD = { stage: 'prod', reserve: 'yes', front: 'cloudfront', region: 'us-east-1' }
const DEV = { reserve: 'yes', region: 'us-east-1' }

/** Both stages, and what settings make of them. */
export const STACKS = {
  prod: PROD,
  dev: DEV,
  everything: EVERYTHING,
  /** The gateway itself has the name, where nothing stands before it. */
  unguarded: { ...EVERYTHING, front: 'none' },
  first: { ...PROD, protect: 'no' },
  restored: { ...PROD, table: 'restored-table' },
  open: { ...DEV, auth: 'open' },
} as const satisfies Record<string, Context>
export type StackName = keyof typeof STACKS

/** The deployment by the words of a context, whatever the committed files say. */
export function deployment(context: Context = {}): Deployment {
  // Not an App: each makes a folder, which none but its synthesis takes away.
  const { node } = new RootConstruct()
  for (const [name, value] of Object.entries(context)) node.setContext(name, value)
  return deploymentOf(node, () => ({}))
}

/** A finding of CDK's own validation ends a synthesis, as it does for `npm run synth`; otherwise it would be printed. */
function newApp({ context, ...props }: AppProps): App {
  const strict = { '@aws-cdk/core:validateAgainstDefaultRules': true, 'aws:cdk:enable-path-metadata': true }
  return new App({ context: { ...flags, ...strict, ...context }, ...props })
}

/**
 * Stacks without their bundles, in one app and so in one account. Nothing stays on disk: where a choice of tests skips
 * all of a file, none of its hooks would take a folder away.
 *
 * @param isValidated whether CDK validates the templates itself, which takes seconds
 */
export function synthesise<Name extends string>(contexts: Readonly<Record<Name, Context>>, isValidated = false) {
  const app = newApp({
    context: { 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-asset-staging': true },
    builtinCloudFormationValidation: isValidated,
  })
  const stacks = eachOf(contexts, (context, name) => new SudokuStack(app, `Sudoku-${name}`, deployment(context)))
  const { directory } = app.synth()
  const templates = eachOf(
    stacks,
    ({ templateFile }): Template & { readonly Outputs: Readonly<Record<string, { Value: unknown }>> } =>
      JSON.parse(readFileSync(join(directory, templateFile), 'utf8')),
  )
  rmSync(directory, { recursive: true })
  return { app, stacks, templates }
}

let known: ReturnType<typeof synthesise<StackName>> | undefined
/** {@link STACKS}, made once for all files of a process. */
export function synthesisedStacks() {
  known ??= synthesise(STACKS)
  return known
}

/** The same object with other values. */
export function eachOf<Name extends string, Before, After>(
  values: Readonly<Record<Name, Before>>,
  change: (value: Before, name: Name) => After,
): Record<Name, After> {
  const entries = Object.entries(values) as [Name, Before][]
  return Object.fromEntries(entries.map(([name, value]) => [name, change(value, name)])) as Record<Name, After>
}

/** The template of one stack. */
export function synthesised(context: Context): Template {
  return synthesise({ one: context }).templates.one
}

/** Where the output of `npm run synth` for dev is, bundles and all, as long as the tests of a file run. */
export function assembly(): () => string {
  let directory = ''
  beforeAll(() => {
    const app = newApp({ builtinCloudFormationValidation: false })
    new SudokuStack(app, 'Sudoku-dev', deploymentOf(app.node))
    ;({ directory } = app.synth())
    return () => rm(directory, { recursive: true })
  })
  return () => directory
}
