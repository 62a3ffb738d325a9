import fc from 'fast-check'
import openapi from '../../functions/api/openapi/openapi.json' with { type: 'json' }
import { oddText } from './odd.ts'

/** As much of JSON Schema as the OpenAPI file uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly pattern?: string
  readonly contentMediaType?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly propertyNames?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly maxProperties?: number
}

const components: Readonly<Record<string, Schema>> = openapi.components.schemas as object as Record<string, Schema>
const MAX_ITEMS = 4

/** Values that a schema allows, its ends among them. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref) return valuesOf(components[schema.$ref.replace('#/components/schemas/', '')])
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const several = schema.oneOf ?? schema.anyOf
  if (several) return fc.oneof(...several.map(valuesOf))
  const { type } = schema
  if (typeof type === 'object') return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one })))
  switch (type) {
    case 'string':
      return stringsOf(schema)
    case 'integer':
    case 'number':
      return numbersOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: MAX_ITEMS })
    case 'object':
      return objectsOf(schema)
    default:
      throw new Error(`no values are known of ${JSON.stringify(schema)}`)
  }
}

function stringsOf({ pattern, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  const texts = pattern ? fc.stringMatching(new RegExp(pattern)) : oddText
  // JSON is Unicode: no half of a character, and none in the place of lost bytes.
  const written = texts.map((text) => text.slice(0, maxLength).toWellFormed().replaceAll('\uFFFD', '?'))
  return written.filter((text) => text.length >= minLength)
}

function numbersOf({ minimum = -(2 ** 53), maximum = 2 ** 53 }: Schema): fc.Arbitrary<number> {
  const few = Math.min(maximum, minimum + 10)
  return fc.oneof(
    fc.constantFrom(minimum, maximum),
    fc.integer({ min: minimum, max: few }),
    // fc.integer ends at 2³¹.
    fc.double({ min: minimum, max: maximum, noNaN: true }).map(Math.round),
  )
}

function objectsOf(schema: Schema): fc.Arbitrary<object> {
  const { properties = {}, required = [], propertyNames, additionalProperties, maxProperties = MAX_ITEMS } = schema
  if (propertyNames && typeof additionalProperties === 'object') {
    const maxKeys = Math.min(MAX_ITEMS, maxProperties)
    return fc.dictionary(stringsOf(propertyNames), valuesOf(additionalProperties), { maxKeys, noNullPrototype: true })
  }
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valuesOf(field)]))
  return fc.record(fields, { requiredKeys: [...required], noNullPrototype: true })
}
