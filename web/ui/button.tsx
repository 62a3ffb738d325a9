import type { ButtonHTMLAttributes } from 'preact'

/** A button that does something itself; without its type it would send the form that it is in. */
export function Button(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...props} />
}
