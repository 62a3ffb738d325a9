import type { TargetedEvent } from 'preact'
import { useState } from 'preact/hooks'
import { numberText } from '../../ui/number-text.ts'
import { lineIn } from './results-query.ts'

interface GoToLineProps {
  readonly last: number
  readonly goTo: (line: number) => void
}

export function GoToLine({ last, goTo }: GoToLineProps) {
  const [isWrong, setWrong] = useState(false)
  const go = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const line = lineIn(new FormData(event.currentTarget).get('line')?.toString())
    const isLine = line !== undefined && line <= last
    setWrong(!isLine)
    if (isLine) goTo(line)
  }
  return (
    <form class="go-to no-print" onSubmit={go}>
      <label for="go-to">Go to line</label>
      <input
        id="go-to"
        name="line"
        class="number"
        inputmode="numeric"
        autocomplete="off"
        aria-invalid={isWrong ? 'true' : undefined}
        aria-describedby={isWrong ? 'go-to-wrong' : undefined}
      />
      <button type="submit">Go</button>
      {isWrong && (
        <p id="go-to-wrong" class="small bad" role="alert">
          Expected a line from 1 to {numberText(last)}.
        </p>
      )}
    </form>
  )
}
