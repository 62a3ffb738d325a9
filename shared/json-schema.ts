/**
 * The part of JSON Schema in which what the service answers with is described. Types follow from it, so that a field is
 * written down once.
 */
export interface Schema {
  readonly type?: TypeName | readonly TypeName[]
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Field>>
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: true
  readonly pattern?: string
  readonly format?: string
}
type TypeName = keyof Values | 'array' | 'object'
/** @public the package's declarations name it */
export interface Values {
  readonly string: string
  readonly integer: number
  readonly number: number
  readonly boolean: boolean
  readonly null: null
}

/** A field of an object. */
export interface Field extends Schema {
  /** Whether it is left out where there is nothing to say. */
  readonly optional?: true
}

/** A schema that has a name of its own in the API's description, and the type of what it describes. */
export interface Ref<T> extends Schema {
  readonly $ref: string
  /** Never there: it carries the type. */
  readonly is?: T
}

/** A schema by the name that it has in the API's description. */
export function ref<T>(name: string): Ref<T> {
  return { $ref: `#/components/schemas/${name}` }
}

/** The type that a schema describes. */
type Described<S> =
  S extends Ref<infer T>
    ? T
    : S extends { enum: readonly (infer Word)[] }
      ? Word
      : S extends { items: infer Item }
        ? readonly Described<Item>[] | (S extends { type: readonly ['array', 'null'] } ? null : never)
        : S extends { properties: infer Fields }
          ? ObjectOf<Fields> | (S extends { type: readonly ['object', 'null'] } ? null : never)
          : S extends { type: readonly (infer Name extends keyof Values)[] }
            ? Values[Name]
            : S extends { type: infer Name extends keyof Values }
              ? Values[Name]
              : never

/** An object of these fields. */
export type ObjectOf<Fields> = Flat<
  { readonly [F in keyof Fields as Fields[F] extends { optional: true } ? never : F]: Described<Fields[F]> } & {
    readonly [F in keyof Fields as Fields[F] extends { optional: true } ? F : never]?: Described<Fields[F]>
  }
>
type Flat<T> = { [F in keyof T]: T[F] }

/** A value for every field, undefined where an optional one is to be left out: so none is forgotten. */
export type EveryFieldOf<Fields> = {
  readonly [F in keyof Fields]: Described<Fields[F]> | (Fields[F] extends { optional: true } ? undefined : never)
}

/**
 * The object of these values. Optional ones that are undefined stay in it, and JSON leaves them out: to copy the others
 * one by one took results in JSON 2.9 µs each, where they take 2.4.
 */
export function objectOf<Fields>(values: EveryFieldOf<Fields>): ObjectOf<Fields> {
  return values as unknown as ObjectOf<Fields>
}
