import type { JobOptions } from '../../../shared/job/job.ts'
import { RULES_NAMES, type RulesName } from '../../../shared/sudoku/rules.ts'
import { SIZES, type Size } from '../../../shared/sudoku/units.ts'
import type { Query } from '../../address.ts'
import * as solve from '../../solve/options.ts'

/** What is asked of every puzzle of a file; without a size each puzzle's length says. */
export type FileOptions = Omit<JobOptions, 'size'> & { readonly size: Size | undefined }

/** The options that an address asks for. `rules` and `size` in it are those of the one puzzle that all views share. */
export function optionsIn(query: Query): FileOptions {
  return { ...solve.optionsIn(query), rules: rulesIn(query.fileRules), size: sizeIn(query.fileSize) }
}

/** What of the options an address has to say: defaults are left out. */
export function queryOf(options: Partial<FileOptions>): Record<string, string | undefined> {
  const { rules, size } = options
  return {
    ...solve.queryOf(options),
    ...('rules' in options && { fileRules: rules === 'classic' ? undefined : rules }),
    ...('size' in options && { fileSize: size && `${size}` }),
  }
}

/** The options as the service is asked. */
export function askedOf({ size, ...options }: FileOptions): Partial<JobOptions> {
  return { ...options, ...(size && { size }) }
}

function rulesIn(text: string | undefined): RulesName {
  return RULES_NAMES.find((name) => name === text) ?? 'classic'
}

function sizeIn(text: string | undefined): Size | undefined {
  return SIZES.find((size) => `${size}` === text)
}
