/** Waits until somebody can see the page; ends when the signal is aborted, with its reason. */
export function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    if (document.visibilityState === 'visible') return resolve()
    const stop = () => {
      document.removeEventListener('visibilitychange', look)
      reject(signal.reason)
    }
    const look = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', stop)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', stop, { once: true })
  })
}
