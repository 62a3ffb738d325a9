// What the browser keeps, copies and saves.

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

/** Copies a text, and tells whether that worked: without HTTPS there is no clipboard, and a browser may forbid it. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Hands a file to the browser's downloads. */
export function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser reads the file after the click, and begins well within a minute.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
