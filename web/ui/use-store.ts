import { useLayoutEffect, useState } from 'preact/hooks'

/**
 * What a store outside of the components holds; who uses it is drawn again when that changes.
 *
 * @param subscribe calls back after every change, until the answered function is called
 * @param read the same object as long as nothing has changed
 */
export function useStore<T extends object | undefined>(subscribe: (tell: () => void) => () => void, read: () => T): T {
  const value = read()
  const [, setSeen] = useState(value)
  useLayoutEffect(() => {
    const look = () => setSeen(read())
    // It may have changed since it was drawn.
    look()
    return subscribe(look)
  }, [subscribe])
  return value
}
