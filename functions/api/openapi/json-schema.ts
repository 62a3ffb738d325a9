import * as z from 'zod/mini'

/** The few forms of JSON Schema that the description is made of. */

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** An object of these fields and no others; all of them are there unless some are named as optional. */
export function object(properties: Readonly<Record<string, object>>, { optional = [] as readonly string[] } = {}) {
  return {
    type: 'object',
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
    properties,
  }
}

export const text = (description: string) => ({ type: 'string', description })
export const count = (description: string) => ({ type: 'integer', minimum: 0, description })
export const optionalCount = (description: string) => ({ type: ['integer', 'null'], minimum: 0, description })
export const optionalNumber = (description: string) => ({ type: ['number', 'null'], minimum: 0, description })
export const time = (description: string) => ({ type: 'string', format: 'date-time', description })
export const address = (description: string) => ({ type: 'string', format: 'uri-reference', description })

/** Bytes of a form of our own, which are no text. */
export const binary = (mediaType: string, description: string) => ({
  schema: { type: 'string', contentMediaType: mediaType, description },
})

/** The fields that a parser takes, each as its schema has it. */
export function fieldsOf<T extends z.ZodMiniObject>(schema: T): Record<keyof z.output<T> & string, { type?: string }> {
  return z.toJSONSchema(schema, { io: 'input' }).properties as ReturnType<typeof fieldsOf<T>>
}
