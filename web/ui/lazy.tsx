import type { FunctionComponent } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { Folded, type FoldedProps } from './parts.tsx'
import { Trouble } from './trouble.tsx'

interface LoadedProps<Props> {
  /** How the component is loaded; another one needs another `key`. */
  readonly load: () => Promise<FunctionComponent<Props>>
  readonly props: Props
}

/** A component whose code is loaded when it is to be shown for the first time. */
export function Loaded<Props extends object>({ load, props }: LoadedProps<Props>) {
  const [loaded, setLoaded] = useState<{ Component: FunctionComponent<Props> } | { error: unknown }>()
  // Before the first paint and not after it: the code is on its way meanwhile.
  useLayoutEffect(() => {
    load().then(
      (Component) => setLoaded({ Component }),
      (error) => setLoaded({ error }),
    )
  }, [])
  if (!loaded) return <p class="quiet">Loading…</p>
  return 'error' in loaded ? <Trouble error={loaded.error} /> : <loaded.Component {...props} />
}

/** Something that most visitors do not need: folded, and loaded when it is opened. */
export function Panel<Props extends object>({ load, props, ...folded }: LoadedProps<Props> & FoldedProps) {
  return (
    <Folded {...folded}>
      <Loaded load={load} props={props} />
    </Folded>
  )
}
