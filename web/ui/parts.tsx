import type { ButtonHTMLAttributes } from 'preact'

/** A button that does something itself; without its type it would send the form that it is in. */
export function Button(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...props} />
}

/** Says what is wrong with what somebody typed or asked for; nothing where that is undefined. */
export function Wrong({ id, words }: { readonly id?: string; readonly words: string | undefined }) {
  if (words === undefined) return null
  return (
    <p id={id} class="small bad" role="alert">
      {words}
    </p>
  )
}
