import { type ComponentChild, isValidElement } from 'preact'

/** A node as a browser would draw it: it has but elements, components without state, and text. */
export function textOfNode(node: ComponentChild): string {
  if (Array.isArray(node)) return node.map(textOfNode).join('')
  if (typeof node === 'string' || typeof node === 'number') return `${node}`
  if (!isValidElement(node)) return ''
  const { type, props } = node
  const { children, ...attributes } = props as { children?: ComponentChild }
  if (typeof type === 'function') return textOfNode((type as (props: object) => ComponentChild)(props))
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
  const inside = textOfNode(children)
  return inside === '' ? `<${type}${written.join('')}/>` : `<${type}${written.join('')}>${inside}</${type}>`
}
