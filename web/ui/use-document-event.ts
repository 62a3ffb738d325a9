import { useEffect, useRef } from 'preact/hooks'

/** Hears an event wherever on the page it happens, as long as the component is there, as it was drawn last. */
export function useDocumentEvent<Name extends keyof DocumentEventMap>(
  name: Name,
  hear: (event: DocumentEventMap[Name]) => void,
): void {
  const latest = useRef(hear)
  latest.current = hear
  useEffect(() => {
    const onEvent = (event: DocumentEventMap[Name]) => latest.current(event)
    document.addEventListener(name, onEvent)
    return () => document.removeEventListener(name, onEvent)
  }, [])
}

/** Whether an event is one of a text field, which takes keys and pastes for itself. */
export const isInField = ({ target }: Event, fields = ':read-write'): boolean =>
  target instanceof Element && target.closest(fields) !== null
