import type { FunctionName } from './local/cloud-assembly.ts'

/**
 * The most that a function's bundle may weigh, minified, in KiB; its tests fail above. Node reads and compiles all of
 * it at every cold start (bench/results/bundle-xeon.md), so more than this wants a reason.
 */
export const BUNDLE_BUDGET_KIB: Readonly<Record<FunctionName, number>> = { api: 650, worker: 600, deadLetter: 600 }
