import * as at from '../kernels/rating/kernel-bytes.ts'
import { CandidateGrid } from './candidate-grid.ts'

/**
 * The links between the candidates of a grid, in the memory of a kernel that searches along them. The candidates are
 * numbered from 0 in their order, so that tables are as small as the grid is:
 *
 *     number  of a candidate that is there
 *     group   the candidates of a cell, or the places of a digit in a unit: one of each is on
 *     weak    on → off: the others of its four groups, each once
 *     strong  off → on: the other one of a group of two
 */
export function linkTables(grid = new CandidateGrid()) {
  const { kernel } = grid
  const links = {
    /** In whose kernel they are. */
    grid,
    kernel,
    count: 0,
    /** Words of a row of bits, one for each number. */
    width: 0,
    candidate: grid.halves(at.CANDIDATE, at.CANDIDATES),
    number: grid.halves(at.NUMBER, at.CANDIDATES),
    /** Groups of a number: its cell, its box, its row and its column. `group[number × 4 + i]`; `IN_CELL + i` is the cause. */
    group: grid.halves(at.GROUP, at.CANDIDATES * at.GROUPS_OF_ONE),
    /** Those of a group, upwards, which is by digits or places: `member[memberFrom[group]]` to `memberFrom[group + 1]`. */
    member: grid.halves(at.MEMBER, at.CANDIDATES * at.GROUPS_OF_ONE),
    memberFrom: grid.halves(at.MEMBER_FROM, at.GROUPS + 1),
    /** The hint that is told: its nodes from the end back, in turn on and off, and the causes of those that are on. */
    path: grid.halves(at.PATH, at.CANDIDATES * 2),
    pathCause: grid.bytes(at.PATH_CAUSE, at.CANDIDATES * 2),
    /** The candidates that a cycle takes away. */
    gone: grid.halves(at.GONE, at.CANDIDATES),
    /** What follows from each assumption, as `Consequences` has it: numbers that are on, and off, in their order. `on[assumed × count + i]` */
    on: grid.halves(at.ON, at.NODES * at.CANDIDATES),
    off: grid.halves(at.OFF, at.NODES * at.CANDIDATES),
    onCount: grid.halves(at.ON_COUNT, at.NODES),
    offCount: grid.halves(at.OFF_COUNT, at.NODES),
    /** `entry[assumed × count × 2 + node]`, and how many ancestors a node has with itself; 0 if that is not known yet. */
    entry: grid.words(at.ENTRY, at.NODES * at.NODES),
    ancestors: grid.halves(at.ANCESTORS, at.NODES * at.NODES),
    /** A number that is both on and off, or `NONE`, and how both follow. */
    clash: grid.halves(at.CLASH, at.NODES),
    clashOn: grid.words(at.CLASH_ON, at.NODES),
    clashOff: grid.words(at.CLASH_OFF, at.NODES),
    /** The assumptions that `meet` holds against each other, and what it finds in common: a row of what is on, and of what is off. */
    alternatives: grid.halves(at.ALTERNATIVES, 9),
    common: grid.words(at.COMMON, (at.ROW_BYTES * 2) / 4),

    /** Links what is on a grid, unless that was done last. */
    begin(from: CandidateGrid): void {
      if (from !== grid) grid.copyCandidates(from)
      links.count = kernel.link()
      links.width = Math.ceil(links.count / 256) * 8
    },
  }
  return links
}

export type Links = ReturnType<typeof linkTables>
