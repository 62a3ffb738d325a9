import { type Point, shortOf } from './layers.ts'

/** The directions along the sides of a cell, clockwise: the cell is always on the right. */
export const WAYS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const

/** A side of a cell; its way by number. */
type Side = readonly [cell: number, way: number]

/**
 * The line around cells, a little inside of them, so that those of neighbours stay apart. Cells that touch at a corner
 * only get a line each.
 *
 * @param inset how far inside, in cells
 */
export function outlineOf(cells: readonly number[], size: number, inset: number): string {
  const area = new Set(cells)
  const neighbour = (cell: number, right: number, down: number) => {
    const isInRow = (cell % size) + right >= 0 && (cell % size) + right < size
    return isInRow && area.has(cell + right + down * size) ? cell + right + down * size : undefined
  }
  const nextOf = ([cell, way]: Side): Side => {
    const [right, down] = WAYS[way]
    const ahead = neighbour(cell, right, down)
    if (ahead === undefined) return [cell, (way + 1) % 4]
    const beside = neighbour(ahead, down, -right)
    return beside === undefined ? [ahead, way] : [beside, (way + 3) % 4]
  }
  /** The place where one side of the line ends and the next one begins. */
  const corner = ([, wayBefore]: Side, [cell, way]: Side) => {
    const [[rightBefore, downBefore], [right, down]] = [WAYS[wayBefore], WAYS[way]]
    const x = (cell % size) + (1 - right + down) / 2 - inset * (down + downBefore)
    const y = Math.floor(cell / size) + (1 - right - down) / 2 + inset * (right + rightBefore)
    return `${shortOf(x)} ${shortOf(y)}`
  }
  const walked = new Set<number>()
  const sides = cells.toSorted((a, b) => a - b).flatMap((cell) => WAYS.map((_, way): Side => [cell, way]))
  const outer = sides.filter(([cell, way]) => neighbour(cell, WAYS[way][1], -WAYS[way][0]) === undefined)
  return outer
    .map((first) => {
      const loop: Side[] = []
      for (let side = first; !walked.has(4 * side[0] + side[1]); side = nextOf(side)) {
        walked.add(4 * side[0] + side[1])
        loop.push(side)
      }
      const corners = loop.flatMap((side, i) => {
        const before = loop.at(i - 1) ?? side
        return before[1] === side[1] ? [] : corner(before, side)
      })
      return corners.length > 0 ? `M${corners.join('L')}z` : ''
    })
    .join('')
}

/** The point so far from one on the way to another. */
export function towards([x, y]: Point, [tx, ty]: Point, distance: number): Point {
  const length = Math.hypot(tx - x, ty - y) || 1
  return [x + ((tx - x) / length) * distance, y + ((ty - y) / length) * distance]
}
