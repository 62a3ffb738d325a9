import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import type { Property, PropertyType, Resource, ResourceProperties } from '@aws-cdk/service-spec-types'

/** A synthesised template, as far as it is judged here. */
interface Template {
  readonly Resources: Readonly<Record<string, TemplateResource>>
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>
  readonly Parameters?: object
  readonly Conditions?: object
}
interface TemplateResource {
  readonly Type: string
  readonly Properties?: object
  readonly DependsOn?: string | readonly string[]
}

/** Members of a resource that are not its properties. */
const BESIDE_PROPERTIES = [
  'Type',
  'Properties',
  'DependsOn',
  'DeletionPolicy',
  'UpdateReplacePolicy',
  'UpdatePolicy',
  'Metadata',
  'Condition',
]
const PSEUDO_PARAMETERS = [
  'AccountId',
  'NotificationARNs',
  'NoValue',
  'Partition',
  'Region',
  'StackId',
  'StackName',
  'URLSuffix',
]
const FUNCTIONS = [
  'Fn::Join',
  'Fn::Sub',
  'Fn::Select',
  'Fn::Split',
  'Fn::FindInMap',
  'Fn::If',
  'Fn::GetAZs',
  'Fn::ImportValue',
]

const TAG: ResourceProperties = {
  Key: { type: { type: 'string' }, required: true },
  Value: { type: { type: 'string' }, required: true },
}

const database = loadAwsServiceSpecSync()

/**
 * Faults that CloudFormation's own schema finds in a template: types, properties and values that it does not know,
 * values of the wrong kind, properties that are missing, and references to what is not there, has no such attribute, or
 * is not what the property takes (a name where an ARN is needed).
 *
 * @returns a line for each, which begins with where it is
 */
export function schemaErrors(template: Template): string[] {
  const errors: string[] = []
  const { Resources, Outputs = {} } = template
  const known = new Map(Object.entries(Resources).map(([id, { Type }]) => [id, schemaOf(Type)]))

  for (const [id, resource] of Object.entries(Resources)) {
    const at = `${id} (${resource.Type})`
    for (const member of Object.keys(resource))
      if (!BESIDE_PROPERTIES.includes(member)) errors.push(`${at}: has ${member}`)
    for (const other of [resource.DependsOn ?? []].flat())
      if (!(other in Resources)) errors.push(`${at}: depends on ${other}, which is not there`)
    const schema = known.get(id)
    if (schema) checkProperties(resource.Properties ?? {}, schema.properties, at)
    else errors.push(`${at}: there is no such type`)
  }
  for (const [id, { Value }] of Object.entries(Outputs)) checkValue(Value, { type: 'string' }, `output ${id}`)
  return errors

  function checkProperties(values: object, properties: ResourceProperties, at: string): void {
    for (const [name, value] of Object.entries(values)) {
      const { [name]: property } = properties
      if (property) checkProperty(value, property, `${at}.${name}`)
      else errors.push(`${at}.${name}: there is no such property`)
    }
    for (const [name, { required }] of Object.entries(properties))
      if (required && !(name in values)) errors.push(`${at}.${name}: is missing`)
  }

  function checkProperty(value: unknown, { type, relationshipRefs = [] }: Property, at: string): void {
    checkValue(value, type, at)
    const { id, attribute } = referenceIn(value) ?? {}
    const target = id === undefined ? undefined : known.get(id)
    if (!target) return
    const ofType = relationshipRefs.filter(({ cloudFormationType }) => cloudFormationType === target.cloudFormationType)
    const { cfnRefIdentifier, primaryIdentifier = [] } = target
    // Relationships call `Id` what a reference gives, whatever its type calls it: of an alias that is its `AliasArn`.
    const given = attribute === undefined ? ['Id', ...[cfnRefIdentifier ?? primaryIdentifier].flat()] : [attribute]
    const taken = ofType.map(({ propertyName }) => propertyName)
    if (taken.length > 0 && !taken.some((name) => given.includes(name)))
      errors.push(`${at}: is the ${given.at(-1)} of ${id}, expected its ${taken.join(' or ')}`)
  }

  function checkValue(value: unknown, type: PropertyType, at: string): void {
    if (type.type === 'json') checkReferences(value, at)
    else if (isFunction(value)) checkFunction(value, type, at)
    else if (type.type === 'array' && Array.isArray(value)) {
      for (const [i, each] of value.entries()) checkValue(each, type.element, `${at}[${i}]`)
    } else if (type.type === 'map' && isObject(value)) {
      for (const [name, each] of Object.entries(value)) checkValue(each, type.element, `${at}.${name}`)
    } else if (type.type === 'ref' && isObject(value)) {
      checkProperties(value, database.get('typeDefinition', type.reference).properties, at)
    } else if (type.type === 'tag' && isObject(value)) checkProperties(value, TAG, at)
    else if (type.type === 'union') {
      const found = type.types.map((each) => errorsOf(() => checkValue(value, each, at)))
      if (!found.some(({ length }) => length === 0)) errors.push(...(found[0] ?? []))
    } else if (!isOfKind(value, type)) {
      const allowed = 'allowedValues' in type ? type.allowedValues : undefined
      errors.push(`${at}: is ${JSON.stringify(value)}, expected ${allowed?.join(' or ') ?? type.type}`)
    }
  }

  function errorsOf(check: () => void): string[] {
    const before = errors.length
    check()
    return errors.splice(before)
  }

  function checkFunction(value: object, type: PropertyType, at: string): void {
    checkReferences(value, at)
    const { id = '', attribute = '' } = referenceIn(value) ?? {}
    const kind = known.get(id)?.attributes[attribute]?.type.type ?? 'string'
    const kinds = type.type === 'union' ? type.types.map((each) => each.type) : [type.type]
    if (!kinds.includes(kind)) errors.push(`${at}: is a reference to a ${kind}, expected ${kinds.join(' or ')}`)
  }

  /** Looks for what is referred to, however deep. */
  function checkReferences(value: unknown, at: string): void {
    if (!(isObject(value) || Array.isArray(value))) return
    const { id, attribute } = referenceIn(value) ?? {}
    if (id === undefined) {
      for (const [name, each] of Object.entries(value)) checkReferences(each, `${at}.${name}`)
    } else if (id.startsWith('AWS::')) {
      if (!PSEUDO_PARAMETERS.includes(id.slice('AWS::'.length))) errors.push(`${at}: there is no ${id}`)
    } else if (!(id in { ...Resources, ...template.Parameters })) errors.push(`${at}: there is no ${id}`)
    else if (attribute !== undefined && !known.get(id)?.attributes[attribute])
      errors.push(`${at}: ${id} has no ${attribute}`)
  }
}

function schemaOf(type: string): Resource | undefined {
  return database.lookup('resource', 'cloudFormationType', 'equals', type)[0]
}

/** The id that a `Ref` or an `Fn::GetAtt` refers to. */
function referenceIn(value: unknown): { id: string; attribute?: string } | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined
  const { Ref, 'Fn::GetAtt': got } = value
  if (typeof Ref === 'string') return { id: Ref }
  return Array.isArray(got) ? { id: String(got[0]), attribute: String(got[1]) } : undefined
}

/** Whether a single value is what a type without parts says. */
function isOfKind(value: unknown, type: PropertyType): boolean {
  switch (type.type) {
    case 'string':
      return typeof value === 'string' && type.allowedValues?.includes(value) !== false
    case 'integer':
      return Number.isInteger(value) && type.allowedValues?.includes(value as number) !== false
    case 'number':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'date-time':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value))
    default:
      return false
  }
}

function isFunction(value: unknown): value is object {
  if (!isObject(value)) return false
  const [name = '', ...others] = Object.keys(value)
  return others.length === 0 && (referenceIn(value) !== undefined || FUNCTIONS.includes(name))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
