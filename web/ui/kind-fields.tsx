import type { TargetedEvent } from 'preact'
import { SIZES, type Size } from '../../shared/sudoku/grid/units.ts'
import { RULES_NAMES, type RulesName, rulesNamed } from '../../shared/sudoku/rules/rules.ts'

interface RulesFieldProps {
  readonly id: string
  readonly rules: RulesName
  /** Rules that are not known on it cannot be chosen. */
  readonly size?: Size | undefined
  readonly onRules: (rules: RulesName) => void
}

export function RulesField({ id, rules, size, onRules }: RulesFieldProps) {
  const choose = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    const chosen = RULES_NAMES.find((known) => known === currentTarget.value)
    if (chosen) onRules(chosen)
  }
  return (
    <div class="field">
      <label for={id}>Rules</label>
      <select id={id} value={rules} onChange={choose}>
        {RULES_NAMES.map((name) => (
          <option key={name} value={name} disabled={size !== undefined && !rulesNamed(name).sizes.includes(size)}>
            {rulesNamed(name).title}
          </option>
        ))}
      </select>
    </div>
  )
}

interface SizeFieldProps {
  readonly id: string
  readonly size: Size | undefined
  /** What to call no size, where that may be chosen. */
  readonly none?: string
  /** Sizes that these are not known on cannot be chosen. */
  readonly rules?: RulesName
  readonly onSize: (size: Size | undefined) => void
}

export function SizeField({ id, size, none, rules, onSize }: SizeFieldProps) {
  const choose = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) =>
    onSize(SIZES.find((known) => `${known}` === currentTarget.value))
  return (
    <div class="field">
      <label for={id}>Size</label>
      <select id={id} value={size ? `${size}` : ''} onChange={choose}>
        {none && <option value="">{none}</option>}
        {SIZES.map((known) => (
          <option
            key={known}
            value={`${known}`}
            disabled={rules !== undefined && !rulesNamed(rules).sizes.includes(known)}
          >
            {known}×{known}
          </option>
        ))}
      </select>
    </div>
  )
}
