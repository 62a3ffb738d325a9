import { useEffect, useRef } from 'preact/hooks'

/** Undo, redo and paste work wherever on the page nothing else is being written. */
export function usePageKeys(keys: PageKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const isWriting = ({ target }: Event) => target instanceof Element && target.closest('input, textarea') !== null
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isWriting(event)) return
      const key = event.key.toLowerCase()
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
      if (!isRedo && key !== 'z') return
      event.preventDefault()
      if (isRedo) latest.current.redo()
      else latest.current.undo()
    }
    const onPaste = (event: ClipboardEvent) => {
      if (isWriting(event)) return
      event.preventDefault()
      latest.current.paste(event.clipboardData?.getData('text/plain') ?? '')
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('paste', onPaste)
    }
  }, [])
}

interface PageKeys {
  undo(): void
  redo(): void
  paste(text: string): void
}
