/** Copies a text, and says whether that worked: the clipboard is not to be had without HTTPS, and may be forbidden. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
