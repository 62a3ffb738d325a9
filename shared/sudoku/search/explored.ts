/** A choice that a search has made and may still undo. */
export interface Choice {
  /** The share of what the choice leads to that is not explored yet, from 1 when it is first made to 0. */
  readonly unexplored: number
  /** The part of that share that the alternative under way has. */
  readonly underWay: number
}

/**
 * The share of its tree that a search has explored, from 0 to 1, by the choices that stand, the first one first. At each
 * choice all alternatives count alike, however much turns out to be below them:
 *
 *     of three, the second is under way     |███ 1/3 ███|     1/3     |     1/3     |
 *     below it, of two, the second                      |█ 1/6 █|     |                → 1/3 + 1/6 explored
 *
 * So it never falls, and is 1 when nothing is left. It is a measure of the tree, and none of time.
 */
export function exploredShare(choices: readonly Choice[]): number {
  let explored = 0
  let share = 1
  for (const { unexplored, underWay } of choices) {
    explored += share * (1 - unexplored)
    share *= underWay
  }
  return explored
}
