import type { JobOptions } from '../../shared/job/job.ts'
import { ResultsReader } from '../../shared/job/packed/packed-results.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'

/** All results in some packed bytes. */
export function resultsIn(
  packed: Uint8Array,
  options: Pick<JobOptions, 'strategy' | 'solutions' | 'include'>,
  line = 1,
): PuzzleResult[] {
  const reader = new ResultsReader(packed)
  const results: PuzzleResult[] = []
  while (reader.next()) results.push(reader.result(line + reader.place, line + reader.place, options))
  return results
}
