import { readFileSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { App, type Stack } from 'aws-cdk-lib'
import { Template as Assertions } from 'aws-cdk-lib/assertions'
import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import { RootConstruct } from 'constructs'
import { afterAll } from 'vitest'
import type { Template } from '../../infra/deploy/template-changes.ts'
import { type Deployment, deploymentOf } from '../../infra/stack/deployment.ts'
import { SudokuStack } from '../../infra/stack.ts'

export const FUNCTIONS = ['Api', 'Worker', 'DeadLetter', 'Notifier'] as const

/** Every word that settings know, besides those that leave something out. */
export const EVERYTHING = {
  stage: 'prod',
  email: 'ops@example.com',
  budget: '20',
  domain: 'sudoku.example.com',
  certificate: 'arn:aws:acm:eu-central-1:123456789012:certificate/4f3e',
  hostedZone: 'Z0123456789ABC',
  corsOrigins: 'https://a.example,https://b.example',
  bus: 'jobs',
  kmsKey: 'arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
  logDays: '90',
  region: 'eu-central-1',
  tags: 'team=grids,cost-centre=42',
}

/** What the words of a context say is to be deployed, whatever the committed files say. */
export function deployment(context: Record<string, string> = {}): Deployment {
  // Not an App: each makes a folder, which none but its synthesis takes away.
  const { node } = new RootConstruct()
  for (const [name, value] of Object.entries(context)) node.setContext(name, value)
  return deploymentOf(node, () => ({}))
}

/** What CDK's own validation finds ends a synthesis; otherwise it is printed and passed over. */
const STRICT = { '@aws-cdk/core:validateAgainstDefaultRules': true }

/**
 * Both stages without a further word, and others, in one app and so in one account.
 *
 * @param bundles where the functions are bundled to, and the templates validated, which takes seconds. Without, nothing
 *   stays on disk: where a choice of tests skips all of a file, none of its hooks would take a folder away
 */
export function synthesise({ bundles }: { readonly bundles?: string } = {}) {
  const isWhole = bundles !== undefined
  const unbundled = { 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-asset-staging': true }
  const app = new App({
    context: { ...flags, ...STRICT, 'aws:cdk:enable-path-metadata': true, ...(!isWhole && unbundled) },
    builtinCloudFormationValidation: isWhole,
    ...(isWhole && { outdir: bundles }),
  })
  const stack = (id: string, context: Record<string, string>) => new SudokuStack(app, id, deployment(context))
  const stacks = {
    dev: stack('Sudoku-dev', { reserve: 'yes' }),
    prod: stack('Sudoku-prod', { stage: 'prod', reserve: 'yes' }),
    everything: stack('Everything', EVERYTHING),
    first: stack('First', { stage: 'prod', protect: 'no' }),
    restored: stack('Restored', { stage: 'prod', table: 'Sudoku-1' }),
    open: stack('Open', { auth: 'open' }),
  }
  const { directory } = app.synth()
  const synthesis = {
    app,
    stacks,
    dev: new Synthesised(stacks.dev),
    prod: new Synthesised(stacks.prod),
    everything: new Synthesised(stacks.everything),
    first: new Synthesised(stacks.first),
    restored: new Synthesised(stacks.restored),
    open: new Synthesised(stacks.open),
  }
  if (!isWhole) rmSync(directory, { recursive: true })
  return synthesis
}

/** The template of one stack, without bundles and without validation, for a comparison with another. */
export function synthesised(context: Record<string, string>): Template {
  const unbundled = { 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-asset-staging': true }
  const app = new App({
    context: { ...flags, 'aws:cdk:enable-path-metadata': true, ...unbundled },
    builtinCloudFormationValidation: false,
  })
  const stack = new SudokuStack(app, 'Sudoku', deployment(context))
  const { directory } = app.synth()
  try {
    return JSON.parse(readFileSync(join(directory, `${stack.artifactId}.template.json`), 'utf8'))
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** What `npm run synth` writes for dev, bundles and all, in a folder that goes when its tests are over. */
export function assembly(): string {
  const app = new App({
    context: { ...flags, ...STRICT, 'aws:cdk:enable-path-metadata': true },
    builtinCloudFormationValidation: false,
  })
  new SudokuStack(app, 'Sudoku-dev', deploymentOf(app.node))
  const { directory } = app.synth()
  afterAll(() => rm(directory, { recursive: true }))
  return directory
}

/** A resource of a template; what it holds is for each claim to say. */
interface Resource {
  readonly Type: string
  readonly DependsOn?: readonly string[]
  readonly DeletionPolicy?: string
  readonly UpdateReplacePolicy?: string
  readonly UpdatePolicy?: unknown
  readonly Metadata?: { readonly 'aws:cdk:path'?: string }
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties have no types here
  readonly Properties: any
}

/** The template of a stack, by the paths of its constructs: `Worker/Function`. */
export class Synthesised {
  readonly resources: Readonly<Record<string, Resource>>
  readonly outputs: Readonly<Record<string, { readonly Value: unknown; readonly Export?: unknown }>>
  readonly #name: string

  constructor(stack: Stack) {
    const { Resources, Outputs } = Assertions.fromStack(stack).toJSON()
    this.resources = Resources
    this.outputs = Outputs
    this.#name = stack.node.id
  }

  idOf(path: string): string {
    const whole = `${this.#name}/${path}/Resource`
    const found = Object.entries(this.resources).find(([, { Metadata }]) => Metadata?.['aws:cdk:path'] === whole)
    if (!found) throw new Error(`there is no ${path}`)
    return found[0]
  }

  resource(path: string): Resource {
    const { [this.idOf(path)]: resource } = this.resources
    if (!resource) throw new Error(`there is no ${path}`)
    return resource
  }

  properties(path: string) {
    return this.resource(path).Properties
  }

  ref(path: string) {
    return { Ref: this.idOf(path) }
  }

  arn(path: string) {
    return { 'Fn::GetAtt': [this.idOf(path), 'Arn'] }
  }

  ofType(type: string) {
    return Object.values(this.resources)
      .filter((resource) => resource.Type === type)
      .map((resource) => resource.Properties)
  }
}
