import type { FunctionComponent } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { Trouble } from './trouble.tsx'

interface LoadedProps<Props> {
  /** How the component is loaded; another one needs another `key`. */
  readonly load: () => Promise<FunctionComponent<Props>>
  readonly props: Props
}

/** A component whose code is loaded when it is to be shown for the first time. */
export function Loaded<Props extends object>({ load, props }: LoadedProps<Props>) {
  const [loaded, setLoaded] = useState<{ Component: FunctionComponent<Props> } | { error: unknown } | undefined>(
    undefined,
  )
  const start = () => {
    load().then(
      (Component) => setLoaded({ Component }),
      (error) => setLoaded({ error }),
    )
  }
  // Before the first paint and not after it: the code is on its way meanwhile.
  useLayoutEffect(start, [])
  if (!loaded) return <p class="quiet">Loading…</p>
  return 'error' in loaded ? <Trouble error={loaded.error} retry={start} /> : <loaded.Component {...props} />
}
