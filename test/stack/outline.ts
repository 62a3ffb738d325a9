/** A template as people read it: resources by their paths in the stack, and references as texts, such as `${Table.Arn}`. */
export type Outline = Readonly<Record<string, Outlined>>

export interface Outlined {
  readonly Type: string
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties have no types here
  readonly Properties: any
  readonly DependsOn?: readonly string[]
  readonly DeletionPolicy?: string
  readonly UpdateReplacePolicy?: string
  readonly UpdatePolicy?: unknown
}

interface Resource {
  readonly Properties?: object
  readonly DependsOn?: string | readonly string[]
  readonly Metadata?: { readonly 'aws:cdk:path'?: string }
}

export function outlineOf({ Resources }: { readonly Resources: Readonly<Record<string, Resource>> }): Outline {
  return Object.fromEntries(
    Object.entries(Resources).map(([id, { Metadata: _, DependsOn, ...resource }]) => [
      nameOf(id),
      { ...(read(resource) as Outlined), ...(DependsOn && { DependsOn: [DependsOn].flat().map(nameOf).toSorted() }) },
    ]),
  )

  /** Its path, without what CDK makes up. */
  function nameOf(id: string): string {
    const [, ...path] = Resources[id]?.Metadata?.['aws:cdk:path']?.split('/') ?? [undefined, id]
    return path.join('/').replace(/\/Resource$|\.ApiScoped\..*$|(?<=\/AllowEventRule).*$/, '')
  }

  function read(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(read)
    const { Ref, 'Fn::GetAtt': got, 'Fn::Join': joined, ...other } = value as Readonly<Record<string, unknown>>
    const { 'Fn::Sub': filled, 'Fn::Select': selected } = other
    if (typeof Ref === 'string') return `\${${nameOf(Ref)}}`
    if (typeof filled === 'string') return filled
    if (Array.isArray(got)) return `\${${nameOf(got[0])}.${got[1]}}`
    if (Array.isArray(selected)) {
      const [nth, { 'Fn::Split': split }] = selected
      if (split) return `\${${read(split[1])}, ${nth} of ${split[0]}}`
    }
    if (Array.isArray(joined)) {
      const parts: unknown[] = joined[1].map(read)
      if (parts.every((part) => typeof part === 'string')) return parts.join(joined[0])
    }
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, read(inner)]))
  }
}
