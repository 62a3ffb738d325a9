import { useEffect, useRef, useState } from 'preact/hooks'
import { announce, copied } from '../ui/browser.ts'

/** How the link was given out: copied, or shown to be copied by hand. */
interface Shared {
  readonly link: string
  readonly isCopied: boolean
}

/** A button that copies a link; not the address bar's, which lags behind what is typed. */
export function ShareLink({ hash }: { readonly hash: string }) {
  const link = new URL(hash, location.href).href
  const [shared, setShared] = useState<Shared | undefined>(undefined)
  const field = useRef<HTMLInputElement>(null)
  const shown = shared?.link === link ? shared : undefined
  useEffect(() => {
    if (shown && !shown.isCopied) field.current?.select()
  }, [shown])

  const share = async () => {
    const isCopied = await copied(link)
    setShared({ link, isCopied })
    announce(isCopied ? 'The link is copied.' : 'Copy the link from the field.')
  }
  return (
    <>
      <button type="button" onClick={share}>
        Copy link
      </button>
      {shown?.isCopied && <p class="small quiet share-done">Copied. The link holds the puzzle and the options.</p>}
      {shown && !shown.isCopied && (
        <div class="field share-link">
          <label for="link">Copy this link; it holds the puzzle and the options.</label>
          <input ref={field} id="link" class="mono" readonly value={link} onFocus={() => field.current?.select()} />
        </div>
      )}
    </>
  )
}
