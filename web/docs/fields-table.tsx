import { nameIn, type Schema, typeWords } from './description.ts'
import { Words } from './text.tsx'

/** A parameter or a field, as a row says it. */
export interface FieldRow {
  readonly name: string
  /** Where it stands, a header say; nothing of a field. */
  readonly place?: string
  readonly isRequired: boolean
  readonly schema: Schema
  readonly description: string | undefined
}

export function FieldsTable({ label, rows }: { readonly label: string; readonly rows: readonly FieldRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled has to be reached by keys
    <section class="table-scroll" tabIndex={0} aria-label={label}>
      <table class="fields">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, place, isRequired, schema, description }) => (
            <tr key={`${place}${name}`}>
              <th scope="row">
                <code>{name}</code>
                <span class="quiet small">{[place, isRequired && 'required'].filter(Boolean).join(', ')}</span>
              </th>
              <td>
                <Type schema={schema} />
              </td>
              <td>{description !== undefined && <Words text={description} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The type of a value; the name of a schema leads to it. */
export function Type({ schema }: { readonly schema: Schema }) {
  const reference = schema.$ref ?? schema.items?.$ref
  const words = <code>{typeWords(schema)}</code>
  return reference === undefined ? words : <a href={`#schema-${nameIn(reference)}`}>{words}</a>
}
