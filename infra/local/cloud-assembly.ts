import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Service } from '../../functions/reporting/telemetry.ts'

/** The parts of a synthesised template that are read here. */
interface Template {
  readonly Resources: Readonly<
    Record<
      string,
      {
        readonly Type: string
        readonly Properties: { readonly Code?: { readonly S3Key?: string }; readonly Handler?: string }
      }
    >
  >
}

/**
 * The folders of the bundles of a synthesised stack's functions.
 *
 * @param assembly the folder that `cdk synth` wrote, e.g. `cdk.out/dev`
 */
export function bundlesIn(assembly: string): Readonly<Record<Service, string>> {
  const templates = globSync('*.template.json', { cwd: assembly })
  if (templates.length !== 1)
    throw new Error(`${assembly} holds ${templates.length} templates, expected one; npm run synth makes it`)
  const { Resources }: Template = JSON.parse(readFileSync(join(assembly, templates[0]), 'utf8'))
  const of = (name: Service) => {
    const found = Object.values(Resources).find(
      ({ Type, Properties }) => Type === 'AWS::Lambda::Function' && Properties.Handler?.endsWith(`.${name}`),
    )
    return resolve(assembly, `asset.${found?.Properties.Code?.S3Key?.replace(/\.zip$/, '')}`)
  }
  return { api: of('api'), worker: of('worker'), deadLetter: of('deadLetter'), notifier: of('notifier') }
}
