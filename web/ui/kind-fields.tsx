import { SIZES, type Size } from '../../shared/sudoku/grid/units.ts'
import { RULES_NAMES, type RulesName, rulesNamed } from '../../shared/sudoku/rules/rules.ts'
import { SelectField } from './select-field.tsx'

interface RulesFieldProps {
  readonly id: string
  readonly rules: RulesName
  /** Rules that are not known on it cannot be chosen. */
  readonly size?: Size | undefined
  readonly onRules: (rules: RulesName) => void
}

export function RulesField({ id, rules, size, onRules }: RulesFieldProps) {
  const choices = RULES_NAMES.map((value) => {
    const { title, sizes } = rulesNamed(value)
    return { value, title, isDisabled: size !== undefined && !sizes.includes(size) }
  })
  return <SelectField id={id} label="Rules" value={rules} choices={choices} choose={onRules} />
}

interface SizeFieldProps {
  readonly id: string
  readonly size: Size | undefined
  /** The name for no size, where that may be chosen. */
  readonly none?: string
  /** Sizes that these are not known on cannot be chosen. */
  readonly rules?: RulesName
  readonly onSize: (size: Size | undefined) => void
}

export function SizeField({ id, size, none, rules, onSize }: SizeFieldProps) {
  const sizes = SIZES.map((value) => ({
    value,
    title: `${value}×${value}`,
    isDisabled: rules !== undefined && !rulesNamed(rules).sizes.includes(value),
  }))
  const choices = none === undefined ? sizes : [{ value: undefined, title: none }, ...sizes]
  return <SelectField<Size | undefined> id={id} label="Size" value={size} choices={choices} choose={onSize} />
}
