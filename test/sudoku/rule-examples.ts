import { readFileSync } from 'node:fs'
import type { VariantConstraint } from '../../shared/sudoku/constraints/constraint-json.ts'

export const RULES_PAGE = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8')

/** The examples of docs/rules.md, on 4×4: the type of a constraint, and one of it. */
export const RULE_EXAMPLES = [...RULES_PAGE.matchAll(/^\| `([a-z-]+)` .*`(\{ "type": .*\})` \|$/gm)].map(
  ([, type, json]) => [type, JSON.parse(json) as VariantConstraint] as const,
)

/** Regions on 4×4, as that page shows them. */
export const [, REGIONS_EXAMPLE] = /"regions": "(\w{16})"/.exec(RULES_PAGE) ?? []
