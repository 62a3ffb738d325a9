import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Service } from '../../functions/reporting/telemetry.ts'

/** A function as the stack describes it. */
export interface Bundle {
  /** The folder of its asset. */
  readonly folder: string
  /** References to cloud resources are resolved to what stands for them here. */
  readonly environment: Readonly<Record<string, string>>
}

/** The parts of a synthesised template that are read here. */
interface Template {
  readonly Resources: Readonly<Record<string, Resource>>
}
interface Resource {
  readonly Type: string
  readonly Metadata?: { readonly 'aws:cdk:path'?: string }
  readonly Properties: {
    readonly Code?: { readonly S3Key?: string }
    readonly Handler?: string
    readonly Environment?: { readonly Variables: Readonly<Record<string, string | { readonly Ref?: string }>> }
  }
}
/**
 * The bundles of a synthesised stack.
 *
 * @param assembly the folder that `cdk synth` wrote, e.g. `cdk.out/dev`
 * @param localResources what stands here for each cloud resource, by the resource's path in the stack
 */
export function bundlesIn(
  assembly: string,
  localResources: Readonly<Record<string, string>>,
): Readonly<Record<Service, Bundle>> {
  const { Resources } = templateIn(assembly)
  const of = (name: Service): Bundle => {
    const { Code, Environment } = functionIn(Resources, name).Properties
    const variables = Object.entries(Environment?.Variables ?? {})
    return {
      folder: resolve(assembly, `asset.${Code?.S3Key?.replace(/\.zip$/, '')}`),
      environment: Object.fromEntries(
        variables.map(([key, value]) => [key, typeof value === 'string' ? value : resourceOf(value.Ref)]),
      ),
    }
  }
  return { api: of('api'), worker: of('worker'), deadLetter: of('deadLetter'), notifier: of('notifier') }

  function resourceOf(id = ''): string {
    const name = pathOf(Resources, id)
    const found = localResources[name]
    if (found === undefined)
      throw new Error(`a function's environment refers to ${name || id}, and nothing stands for it here`)
    return found
  }
}

/** The path of a resource in its stack, e.g. `Queues/Bulk`. */
function pathOf(resources: Template['Resources'], id = ''): string {
  const [, ...path] = resources[id]?.Metadata?.['aws:cdk:path']?.split('/') ?? []
  return path.join('/').replace(/\/Resource$/, '')
}

function templateIn(assembly: string): Template {
  const templates = globSync('*.template.json', { cwd: assembly })
  if (templates.length !== 1)
    throw new Error(`${assembly} holds ${templates.length} templates, expected one; npm run synth makes it`)
  return JSON.parse(readFileSync(join(assembly, templates[0]), 'utf8'))
}

function functionIn(resources: Template['Resources'], name: Service): Resource {
  const found = Object.values(resources).find(
    ({ Type, Properties }) => Type === 'AWS::Lambda::Function' && Properties.Handler?.endsWith(`.${name}`),
  )
  if (!found) throw new Error(`the stack has no function ${name}`)
  return found
}
