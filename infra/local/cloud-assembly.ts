import { globSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SERVICES, type Service } from '../../functions/reporting/telemetry.ts'
import type { Permissions, Statement } from '../settings/permissions.ts'

/** A function as the stack describes it. */
export interface Bundle {
  /** The folder of its asset: LAMBDA_TASK_ROOT. */
  readonly folder: string
  /** E.g. `index.worker`. */
  readonly handler: string
  readonly memoryMb: number
  /** References to cloud resources are resolved to what stands for them here. */
  readonly environment: Readonly<Record<string, string>>
}

export interface UnpackedAssembly extends AsyncDisposable {
  readonly bundles: Readonly<Record<Service, Bundle>>
  /** The path of the program that runs them. */
  readonly runtimeClient: string
}

/** A program that runs `_HANDLER` for a Runtime API. */
const RUNTIME_CLIENT = fileURLToPath(new URL('./runtime-client', import.meta.url))

/** The parts of a synthesised template that are read here. */
interface Template {
  readonly Resources: Readonly<Record<string, Resource>>
}
interface Resource {
  readonly Type: string
  readonly Metadata?: { readonly 'aws:cdk:path'?: string }
  readonly Properties: {
    // A function has these.
    readonly Code?: { readonly S3Key?: string }
    readonly Handler?: string
    readonly MemorySize?: number
    readonly Environment?: { readonly Variables: Readonly<Record<string, string | { readonly Ref?: string }>> }
    readonly Role?: { readonly 'Fn::GetAtt': readonly string[] }
    // A policy has these.
    readonly Roles?: readonly { readonly Ref: string }[]
    readonly PolicyDocument?: { readonly Statement: readonly PolicyStatement[] }
  }
}
interface PolicyStatement {
  readonly Effect: 'Allow' | 'Deny'
  readonly Action: string | readonly string[]
  readonly Resource: TemplateArn | readonly TemplateArn[]
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}
type TemplateArn = string | { readonly 'Fn::GetAtt': readonly string[] }

/**
 * Copies the bundles of a synthesised stack, and the runtime client, to a temporary folder, so that a bundle finds
 * nothing of this project beside or above it.
 *
 * @param assembly the folder that `cdk synth` wrote, e.g. `cdk.out/dev`
 * @param localResources what stands here for each cloud resource, by the resource's path in the stack
 */
export async function unpack(
  assembly: string,
  localResources: Readonly<Record<string, string>>,
): Promise<UnpackedAssembly> {
  const { Resources } = templateIn(assembly)
  // On some systems the temporary folder is a link, but Node's permissions are checked against real paths.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'sudoku-functions-')))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const runtime = join(folder, 'runtime')
    await cp(RUNTIME_CLIENT, runtime, { recursive: true })
    const unpacked = async (name: Service) => {
      const { Properties } = functionIn(Resources, name)
      const task = join(folder, name)
      await cp(join(assembly, `asset.${Properties.Code?.S3Key?.replace(/\.zip$/, '')}`), task, { recursive: true })
      const variables = Object.entries(Properties.Environment?.Variables ?? {})
      return {
        folder: task,
        handler: Properties.Handler ?? '',
        memoryMb: Properties.MemorySize ?? 128,
        environment: Object.fromEntries(
          variables.map(([key, value]) => [key, typeof value === 'string' ? value : resolve(value.Ref)]),
        ),
      }
    }
    const [api, worker, deadLetter, notifier] = await Promise.all(SERVICES.map(unpacked))
    return {
      bundles: { api, worker, deadLetter, notifier },
      runtimeClient: join(runtime, 'index.mjs'),
      [Symbol.asyncDispose]: remove,
    }
  } catch (error) {
    await remove()
    throw error
  }

  function resolve(id = ''): string {
    const name = pathOf(Resources, id)
    const found = localResources[name]
    if (found === undefined)
      throw new Error(`a function's environment refers to ${name || id}, and nothing stands for it here`)
    return found
  }
}

/**
 * The rights of the roles of a synthesised stack's functions.
 *
 * @param assembly the folder that `cdk synth` wrote
 */
export function permissionsIn(assembly: string): Permissions {
  const { Resources } = templateIn(assembly)
  const of = (name: Service): readonly Statement[] => {
    const [role] = functionIn(Resources, name).Properties.Role?.['Fn::GetAtt'] ?? []
    return Object.values(Resources)
      .filter(({ Properties }) => Properties.Roles?.some(({ Ref }) => Ref === role))
      .flatMap(({ Properties }) => Properties.PolicyDocument?.Statement ?? [])
      .filter(({ Action }) => ![Action].flat().every((action) => NOT_HERE.test(action)))
      .map((statement) => statementOf(Resources, statement))
  }
  return { api: of('api'), worker: of('worker'), deadLetter: of('deadLetter'), notifier: of('notifier') }
}

/** Resources that the service on this machine lacks, so that no function can ask for them. */
const NOT_HERE = /^(kms|events|codedeploy):/

const LEADING_KEYS = ['ForAnyValue:StringEquals', 'dynamodb:LeadingKeys'] as const

function statementOf(resources: Template['Resources'], statement: PolicyStatement): Statement {
  const { Effect, Action, Resource, Condition = {} } = statement
  const [operator, key] = LEADING_KEYS
  const { [operator]: { [key]: leadingKeys, ...otherKeys } = {}, ...otherOperators } = Condition
  const unknown = [...Object.keys(otherOperators), ...Object.keys(otherKeys)]
  if (unknown.length > 0) throw new Error(`a policy has the condition ${unknown}, and nothing enforces it here`)
  return {
    effect: Effect,
    actions: [Action].flat(),
    resources: [Resource]
      .flat()
      .map((arn) => (typeof arn === 'string' ? arn : pathOf(resources, arn['Fn::GetAtt'][0]))),
    ...(leadingKeys && { leadingKeys }),
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
