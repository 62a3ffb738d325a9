import type { RulesName } from '../../rules/rules.ts'

/** The kernel as WebAssembly runs it; what its functions do is told in `search.as.ts`. */
export interface EngineKernel {
  readonly memory: WebAssembly.Memory
  begin(
    puzzles: number,
    count: number,
    results: number,
    resultBytes: number,
    solutions: number,
    kept: number,
    backtrackLimit: number,
  ): void
  run(fuel: number, toll: number): number
  suspend(): number
  resume(): void
}

/** The rules that there is a kernel for, on 9×9. */
export const ENGINE_RULES = ['classic', 'diagonal'] as const satisfies readonly RulesName[]
export type EngineRules = (typeof ENGINE_RULES)[number]
