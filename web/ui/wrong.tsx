/** Says what is wrong with what somebody typed or asked for; nothing where that is undefined. */
export function Wrong({ id, words }: { readonly id?: string; readonly words: string | undefined }) {
  if (words === undefined) return null
  return (
    <p id={id} class="small bad" role="alert">
      {words}
    </p>
  )
}
