import type { JobView } from '../../shared/protocol/views.ts'

/** Broken promises of a job that have to hold on every poll, whatever happens to it. */
export function wrongSumsOf({
  counts,
  backtracks,
  ratings,
  options,
  puzzlesPerSecond,
  secondsLeft,
  startedAt,
  finishedAt,
}: JobView): string[] {
  const { total, pending, ...outcomes } = counts
  const searched = counts.solved + counts.multiple + counts['no-solution'] + counts.aborted
  const claims: Readonly<Record<string, boolean>> = {
    'pending and outcomes make the total': pending + Object.values(outcomes).reduce((a, b) => a + b) === total,
    'the histogram has what was searched':
      backtracks.histogram.reduce((sum, { puzzles }) => sum + puzzles, 0) === searched,
    'ranges of the histogram follow each other, and the most is in the last':
      backtracks.histogram.every(({ from }, i, all) => i === 0 || from === all[i - 1].to + 1) &&
      backtracks.max <= (backtracks.histogram.at(-1)?.to ?? 0),
    'ratings are told where they were asked for':
      (ratings !== undefined) === Boolean(options.include?.includes('rating')),
    // Those with the least that they can be are rated, too.
    'no more is rated than is solved':
      !ratings || ratings.er.reduce((sum, { puzzles }) => sum + puzzles, ratings.atLeast) <= counts.solved,
    'a rate and the time left come together': (puzzlesPerSecond === null) === (secondsLeft === null),
    'what is done has a rate': pending === total || Number(puzzlesPerSecond) > 0,
    'what has a rate was begun': puzzlesPerSecond === null || startedAt !== undefined,
    'nothing pending takes no time': puzzlesPerSecond === null || pending > 0 || secondsLeft === 0,
    'what is finished has nothing pending': !finishedAt || pending === 0,
  }
  return Object.keys(claims).filter((claim) => !claims[claim])
}
