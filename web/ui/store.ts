import { useLayoutEffect, useState } from 'preact/hooks'

/** The value in a store; a component that uses it is drawn again when that changes. */
export function useStore<T>(store: Store<T>): T {
  const { state } = store
  const [, setState] = useState(state)
  useLayoutEffect(() => {
    const look = () => setState(() => store.state)
    // It may have changed since the component was drawn.
    look()
    return store.subscribe(look)
  }, [store])
  return state
}

/** A value outside the components, and those who are told of every change of it. */
export class Store<T> {
  #state: T
  readonly #listeners = new Set<() => void>()

  constructor(state: T) {
    this.#state = state
  }

  get state(): T {
    return this.#state
  }

  set(state: T): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  /** Calls back after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#listeners.clear()
  }
}
