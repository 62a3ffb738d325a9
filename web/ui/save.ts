/** Hands a file to the browser's downloads. */
export function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser reads it after the click; a minute is more than it takes to begin.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
