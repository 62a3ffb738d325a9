import type { TargetedEvent } from 'preact'
import { RULES_NAMES, type RulesName } from '../../shared/sudoku/rules.ts'
import { SIZES, type Size } from '../../shared/sudoku/units.ts'

export const RULES_LABELS: Readonly<Record<RulesName, string>> = {
  classic: 'Classic',
  diagonal: 'Diagonal',
  even: 'Even cells',
  odd: 'Odd cells',
}

interface RulesFieldProps {
  readonly id: string
  readonly rules: RulesName
  readonly onRules: (rules: RulesName) => void
}

export function RulesField({ id, rules, onRules }: RulesFieldProps) {
  const choose = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    const chosen = RULES_NAMES.find((known) => known === currentTarget.value)
    if (chosen) onRules(chosen)
  }
  return (
    <div class="field">
      <label for={id}>Rules</label>
      <select id={id} value={rules} onChange={choose}>
        {RULES_NAMES.map((name) => (
          <option key={name} value={name}>
            {RULES_LABELS[name]}
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
  readonly onSize: (size: Size | undefined) => void
}

export function SizeField({ id, size, none, onSize }: SizeFieldProps) {
  const choose = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) =>
    onSize(SIZES.find((known) => `${known}` === currentTarget.value))
  return (
    <div class="field">
      <label for={id}>Size</label>
      <select id={id} value={size ? `${size}` : ''} onChange={choose}>
        {none && <option value="">{none}</option>}
        {SIZES.map((known) => (
          <option key={known} value={`${known}`}>
            {known}×{known}
          </option>
        ))}
      </select>
    </div>
  )
}
