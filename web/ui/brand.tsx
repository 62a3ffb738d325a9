/** The page's mark and name, which lead to its beginning. */
export function Brand({ href }: { href: string }) {
  return (
    <a class="brand" href={href}>
      <Mark />
      <span class="brand-name">Backtrack</span>
    </a>
  )
}

/** A box of nine cells, and a way that is taken back in it; as in `icon.svg`. */
function Mark() {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true">
      <path d="M2 2h24v24H2zM10 2v24M18 2v24M2 10h24M2 18h24" />
      <path class="turn" d="M6 14h11a4 4 0 0 1 0 8h-3M10 10l-4 4 4 4" />
    </svg>
  )
}
