import type { Schema } from './description.ts'
import { FieldsTable, Type } from './fields-table.tsx'
import { Words } from './words.tsx'

/** What an object of the API holds. */
export function SchemaCard({ name, schema }: { readonly name: string; readonly schema: Schema }) {
  const { description, properties, required = [] } = schema
  const rows = Object.entries(properties ?? {}).map(([field, of]) => ({
    name: field,
    isRequired: required.includes(field),
    schema: of,
    description: of.description,
  }))
  return (
    <article class="card stack" aria-labelledby={`schema-${name}`}>
      <h3 id={`schema-${name}`}>{name}</h3>
      {description !== undefined && <Words text={description} />}
      {rows.length > 0 ? <FieldsTable label={`Fields of ${name}`} rows={rows} /> : <Type schema={schema} />}
    </article>
  )
}
