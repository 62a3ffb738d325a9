/** `localStorage` keeps a text for good, `sessionStorage` until the tab is closed. */
type Store = 'localStorage' | 'sessionStorage'

/** What this browser keeps of the page under a name; undefined also where it keeps nothing. */
export function keptText(name: string, store: Store = 'localStorage'): string | undefined {
  try {
    return window[store].getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** @param text undefined to forget it; a browser that keeps nothing forgets all of it with the page */
export function keepText(name: string, text: string | undefined, store: Store = 'localStorage'): void {
  try {
    if (text === undefined) window[store].removeItem(name)
    else window[store].setItem(name, text)
  } catch {}
}
