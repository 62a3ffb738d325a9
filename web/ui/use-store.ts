import { useLayoutEffect, useState } from 'preact/hooks'

/**
 * The value in a store outside the components; a component that uses it is drawn again when that changes.
 *
 * @param subscribe has to call back after every change, until the function that it returned is called
 * @param read has to return the same object as long as nothing has changed
 */
export function useStore<T extends object | string | undefined>(subscribe: Listeners['subscribe'], read: () => T): T {
  const value = read()
  const [, setValue] = useState(value)
  useLayoutEffect(() => {
    const look = () => setValue(read())
    // The store may have changed since the component was drawn.
    look()
    return subscribe(look)
  }, [subscribe])
  return value
}

/** Those who are told of every change of a store. */
export class Listeners {
  readonly #all = new Set<() => void>()

  /** Calls back after every change, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  tell(): void {
    for (const listener of this.#all) listener()
  }

  clear(): void {
    this.#all.clear()
  }
}
