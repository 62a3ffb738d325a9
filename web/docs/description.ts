/** As much of an OpenAPI description as the page shows. */
export interface Description {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Contents }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Contents }>>
  /** Empty where no key is asked for. */
  readonly security?: readonly unknown[]
}

/** A parameter; or a field, which stands nowhere else. */
export interface Parameter {
  readonly name: string
  readonly in?: string
  readonly required?: boolean
  /** Where it says more than that of its schema. */
  readonly description?: string
  readonly schema: Schema
}

type Contents = Readonly<Record<string, Content>>
interface Content {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

/** One operation, with what there is to know of where it is. */
export interface Operation extends OperationObject {
  /** In capitals. */
  readonly method: string
  readonly path: string
}

/** The operations of a tag, in the order of the description. */
export function operationsOf({ paths }: Pick<Description, 'paths'>, tag: string): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags?.includes(tag))
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
}

/** The name of the schema that is referred to. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** The type of a value in a word or a few: names of schemas as they are. */
export function typeWords(schema: Schema): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const several = schema.oneOf ?? schema.anyOf
  if (several) return [...new Set(several.map(typeWords))].join(' or ')
  if (schema.allOf) return schema.allOf.map(typeWords).join(' and ')
  if (schema.enum) return schema.enum.map(String).join(' · ')
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any'])
  return types
    .map((type) => (type === 'array' && schema.items ? `list of ${typeWords(schema.items)}` : type))
    .join(' or ')
}
