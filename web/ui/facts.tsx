import type { ComponentChildren } from 'preact'

/** Names with their values; a name whose value is undefined is left out. */
export function Facts({ facts, class: kind }: { facts: Readonly<Record<string, ComponentChildren>>; class?: string }) {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined)
  return (
    <dl class={`facts ${kind ?? ''}`}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt class="tiny quiet">{name}</dt>
          <dd class="lead number">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
