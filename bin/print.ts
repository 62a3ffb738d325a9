/** Writes to standard output; done when it is taken, so that its bytes may be used again. */
export async function print(text: string | Uint8Array, signal: AbortSignal): Promise<void> {
  if (text.length === 0) return
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    process.stdout.write(text, (error) => {
      signal.removeEventListener('abort', stop)
      if (error) reject(error)
      else resolve()
    })
  })
}
