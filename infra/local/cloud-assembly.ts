import { globSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Service } from '../../functions/telemetry.ts'

const OWN_CLIENT = fileURLToPath(new URL('./runtime-client', import.meta.url))

/** A function as the stack describes it. */
export interface Bundle {
  /** Where its asset is: what Lambda has in LAMBDA_TASK_ROOT. */
  readonly folder: string
  /** E.g. `index.worker`. */
  readonly handler: string
  readonly memoryMb: number
  /** References resolved to what stands for them here. */
  readonly environment: Readonly<Record<string, string>>
}

export interface Unpacked extends AsyncDisposable {
  readonly bundles: Readonly<Record<Service, Bundle>>
  /** The program that runs them, beside them. */
  readonly runtimeClient: string
}

/** What a synthesis writes, of which this much is read. */
interface Template {
  readonly Resources: Readonly<Record<string, Resource>>
}
interface Resource {
  readonly Type: string
  readonly Metadata?: { readonly 'aws:cdk:path'?: string }
  readonly Properties: {
    readonly Code?: { readonly S3Key?: string }
    readonly Handler?: string
    readonly MemorySize?: number
    readonly Environment?: { readonly Variables: Readonly<Record<string, string | { readonly Ref?: string }>> }
  }
}

/**
 * Copies the bundles of a synthesised stack to a temporary folder, the runtime client beside them, so that nothing
 * of the project is next to them or above.
 *
 * @param assembly what `cdk synth` has written, e.g. `cdk.out/dev`
 * @param locally by its path in the stack, what stands here for a resource of the cloud
 * @param client a folder with an `index.mjs` that runs `_HANDLER` for a Runtime API
 */
export async function unpack(
  assembly: string,
  locally: Readonly<Record<string, string>>,
  client = OWN_CLIENT,
): Promise<Unpacked> {
  const { Resources } = templateIn(assembly)
  // On some systems the temporary folder is a link, and permissions go by real paths.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'sudoku-functions-')))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const runtime = join(folder, 'runtime')
    await cp(client, runtime, { recursive: true })
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
    const [api, worker, deadLetter] = await Promise.all([unpacked('api'), unpacked('worker'), unpacked('deadLetter')])
    return {
      bundles: { api, worker, deadLetter },
      runtimeClient: join(runtime, 'index.mjs'),
      [Symbol.asyncDispose]: remove,
    }
  } catch (error) {
    await remove()
    throw error
  }

  function resolve(id = ''): string {
    const [, ...path] = Resources[id]?.Metadata?.['aws:cdk:path']?.split('/') ?? []
    const name = path.join('/').replace(/\/Resource$/, '')
    const found = locally[name]
    if (found === undefined)
      throw new Error(`nothing here stands for ${name || id}, which a function's environment names`)
    return found
  }
}

function templateIn(assembly: string): Template {
  const templates = globSync('*.template.json', { cwd: assembly })
  if (templates.length !== 1)
    throw new Error(`${assembly} holds ${templates.length} templates, expected one: npm run synth makes it`)
  return JSON.parse(readFileSync(join(assembly, templates[0]), 'utf8'))
}

function functionIn(resources: Template['Resources'], name: Service): Resource {
  const found = Object.values(resources).find(
    ({ Type, Properties }) => Type === 'AWS::Lambda::Function' && Properties.Handler?.endsWith(`.${name}`),
  )
  if (!found) throw new Error(`the stack has no function ${name}`)
  return found
}
