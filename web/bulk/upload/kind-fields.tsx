import { RULES_NAMES } from '../../../shared/sudoku/rules.ts'
import { SIZES } from '../../../shared/sudoku/units.ts'
import { RULES_LABELS } from '../../grid/kind-fields.tsx'
import { type FileOptions, rulesIn, sizeIn } from './options.ts'

interface KindFieldsProps {
  readonly options: FileOptions
  readonly change: (options: Partial<FileOptions>) => void
}

/** What kind of grids a file holds. */
export function KindFields({ options, change }: KindFieldsProps) {
  const chosenIn = (event: Event) => (event.target as HTMLSelectElement).value
  return (
    <>
      <div class="field">
        <label for="file-rules">Rules</label>
        <select
          id="file-rules"
          value={options.rules}
          onChange={(event: Event) => change({ rules: rulesIn(chosenIn(event)) })}
        >
          {RULES_NAMES.map((name) => (
            <option key={name} value={name}>
              {RULES_LABELS[name]}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="file-size">Size</label>
        <select
          id="file-size"
          value={options.size ? `${options.size}` : ''}
          onChange={(event: Event) => change({ size: sizeIn(chosenIn(event)) })}
        >
          <option value="">told from each puzzle</option>
          {SIZES.map((size) => (
            <option key={size} value={`${size}`}>
              {size}×{size}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}
