/** A sentence of the description: names of things stand between backticks, links in brackets. */
const PIECE = /`([^`]+)`|\[([^\]]+)\]\((https:[^)\s]+)\)/g

export function Words({ text }: { readonly text: string }) {
  const pieces: preact.ComponentChildren[] = []
  let end = 0
  for (const found of text.matchAll(PIECE)) {
    pieces.push(text.slice(end, found.index))
    pieces.push(found[1] === undefined ? <a href={found[3]}>{found[2]}</a> : <code>{found[1]}</code>)
    end = found.index + found[0].length
  }
  return (
    <p class="words">
      {pieces}
      {text.slice(end)}
    </p>
  )
}
