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
