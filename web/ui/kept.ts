/** What this browser keeps of the page under a name; undefined also where it keeps nothing. */
export function keptText(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** @param text undefined to forget it; a browser that keeps nothing forgets all of it with the page */
export function keepText(name: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {}
}
