import type { ComponentChildren } from 'preact'
import { nameIn, type Parameter, type Schema, typeWords } from './description.ts'

// What the page is made of: sentences, commands, and tables of fields.

/** A sentence of the description: names of things stand between backticks, links in brackets. */
const PIECE = /`([^`]+)`|\[([^\]]+)\]\((https:[^)\s]+)\)/g

/** Paragraphs and lists, with an empty line between them. */
export function Words({ text }: { readonly text: string }) {
  const blocks = text.split('\n\n').map((block) =>
    block.startsWith('- ') ? (
      <ul key={block} class="bullets">
        {block.split(/^- /m).map((item) => item && <li key={item}>{piecesOf(item)}</li>)}
      </ul>
    ) : (
      <p key={block}>{piecesOf(block)}</p>
    ),
  )
  return <div class="words stack">{blocks}</div>
}

function piecesOf(text: string): ComponentChildren {
  const pieces: ComponentChildren[] = []
  let end = 0
  for (const found of text.matchAll(PIECE)) {
    pieces.push(text.slice(end, found.index))
    pieces.push(found[1] === undefined ? <a href={found[3]}>{found[2]}</a> : <code>{found[1]}</code>)
    end = found.index + found[0].length
  }
  return [...pieces, text.slice(end)]
}

export function Fields({ label, rows }: { readonly label: string; readonly rows: readonly Parameter[] }) {
  return (
    <section class="framed" aria-label={label}>
      <dl class="fields">
        {rows.map(({ name, in: place, required, schema, description = schema.description }) => (
          <div key={`${place}${name}`}>
            <dt>
              <strong class="mono breaking">{name}</strong>{' '}
              <span class="quiet small">{[place, required && 'required'].filter(Boolean).join(', ')}</span>
            </dt>
            <dd class="breaking">
              <Type schema={schema} />
            </dd>
            <dd>{description !== undefined && <Words text={description} />}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The type of a value; the name of a schema leads to it. */
export function Type({ schema }: { readonly schema: Schema }) {
  const reference = schema.$ref ?? schema.items?.$ref
  const words = <code>{typeWords(schema)}</code>
  return reference === undefined ? words : <a href={`#schema-${nameIn(reference)}`}>{words}</a>
}
