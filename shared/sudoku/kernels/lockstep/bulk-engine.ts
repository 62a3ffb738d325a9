import { Engine, type EngineRules } from '../engine/engine.ts'
import { KERNEL_BYTES } from './kernel-bytes.ts'

/**
 * An engine for puzzles by the thousand: 128 classic ones share their first inference (`engine/lockstep.as.ts`), which
 * makes easy ones twice as fast. It answers as the other engine does, whose module is 9 KB smaller.
 */
export function bulkEngine(rules: EngineRules): Engine {
  return rules === 'classic' ? new Engine(rules, undefined, KERNEL_BYTES.together) : new Engine(rules)
}
