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
  /** The name of the choices that it stands among. */
  readonly group?: string
}

/** A field in which one of several values is chosen; undefined may be one of them. */
export function SelectField<Value extends string | number | undefined>(props: SelectFieldProps<Value>) {
  const { id, label, class: kind = 'field', value, choices, choose, children } = props
  const names = [...new Set(choices.map(({ group }) => group))]
  const groups = names.map((name) => [name, choices.filter(({ group }) => group === name)] as const)
  const option = ({ value, title, isDisabled }: Choice<Value>) => (
    <option key={value} value={`${value ?? ''}`} disabled={isDisabled}>
      {title}
    </option>
  )
  return (
    <div class={kind}>
      <label for={id}>{label}</label>
      <select
        id={id}
        value={`${value ?? ''}`}
        onChange={({ currentTarget }) =>
          choose(groups.flatMap(([, members]) => members)[currentTarget.selectedIndex].value)
        }
      >
        {groups.map(([name, members]) =>
          name === undefined ? (
            members.map(option)
          ) : (
            <optgroup key={name} label={name}>
              {members.map(option)}
            </optgroup>
          ),
        )}
      </select>
      {children}
    </div>
  )
}
