import type { ComponentChildren } from 'preact'

interface SelectFieldProps<Value> {
  readonly id: string
  readonly label: string
  readonly class?: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly choose: (value: Value) => void
  /** A note below the choices. */
  readonly children?: ComponentChildren
}

interface Choice<Value> {
  readonly value: Value
  readonly title: string
  readonly isDisabled?: boolean
}

/** A field in which one of several values is chosen; undefined may be one of them. */
export function SelectField<Value extends string | number | undefined>(props: SelectFieldProps<Value>) {
  const { id, label, class: kind = 'field', value, choices, choose, children } = props
  return (
    <div class={kind}>
      <label for={id}>{label}</label>
      <select
        id={id}
        value={`${value ?? ''}`}
        onChange={({ currentTarget }) => choose(choices[currentTarget.selectedIndex].value)}
      >
        {choices.map(({ value, title, isDisabled }) => (
          <option key={value} value={`${value ?? ''}`} disabled={isDisabled}>
            {title}
          </option>
        ))}
      </select>
      {children}
    </div>
  )
}
