/** Says something to those who do not see the page. Nothing that changes many times a second belongs here. */
export function announce(text: string): void {
  const region = document.getElementById(REGION)
  if (!region) return
  // The same text said again is heard only if the region changed in between.
  region.textContent = ''
  setTimeout(() => {
    region.textContent = text
  }, 50)
}

/** The id of the live region. */
export const REGION = 'announcements'

/** Copies a text, and says whether that worked: the clipboard is not to be had without HTTPS, and may be forbidden. */
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
  // The browser reads it after the click; a minute is more than it takes to begin.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
