/** Waits that end when their signal is aborted, with its reason. */

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** Waits until somebody can see the page. */
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
