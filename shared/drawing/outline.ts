import { groupedBy } from '../grouped.ts'
import { shortOf } from './layers.ts'

/**
 * The line around cells, a little inside of them, so that those of neighbours stay apart. Cells that touch at a corner
 * only get a line each.
 *
 * @param inset how far inside, in cells
 */
export function outlineOf(cells: readonly number[], size: number, inset: number): string {
  return loopsAround(new Set(cells.toSorted((a, b) => a - b)), size)
    .map((loop) => {
      const corners = loop.map(({ x, y, down, right }, i) => {
        const before = loop[(i + loop.length - 1) % loop.length]
        // The inside is to the right of whoever walks along.
        return `${shortOf(x - inset * (down + before.down))} ${shortOf(y + inset * (right + before.right))}`
      })
      return `M${corners.join('L')}z`
    })
    .join('')
}

/** A side of a cell, walked with the cell to the right. */
interface Side {
  readonly x: number
  readonly y: number
  readonly down: number
  readonly right: number
}

/** The sides at which an area ends, one behind the other; of those in one line the first. */
function loopsAround(cells: ReadonlySet<number>, size: number): Side[][] {
  const sides = [...cells].flatMap((cell) => outerSides(cell, cells, size))
  const left = groupedBy(sides, ({ x, y }) => `${x} ${y}`)
  const loops: Side[][] = []
  for (const [first] of left.values()) {
    const loop: Side[] = []
    for (let side = takeFrom(left, first); side; side = nextOf(left, side)) loop.push(side)
    const turns = loop.filter(({ down, right }, i) => {
      const before = loop[(i + loop.length - 1) % loop.length]
      return before.down !== down || before.right !== right
    })
    if (turns.length > 0) loops.push(turns)
  }
  return loops
}

function outerSides(cell: number, cells: ReadonlySet<number>, size: number): Side[] {
  const [x, y] = [cell % size, Math.floor(cell / size)]
  const ends = {
    top: !cells.has(cell - size),
    right: x === size - 1 || !cells.has(cell + 1),
    bottom: !cells.has(cell + size),
    left: x === 0 || !cells.has(cell - 1),
  }
  return [
    ...(ends.top ? [{ x, y, down: 0, right: 1 }] : []),
    ...(ends.right ? [{ x: x + 1, y, down: 1, right: 0 }] : []),
    ...(ends.bottom ? [{ x: x + 1, y: y + 1, down: 0, right: -1 }] : []),
    ...(ends.left ? [{ x, y: y + 1, down: -1, right: 0 }] : []),
  ]
}

function takeFrom(left: Map<string, Side[]>, side: Side | undefined): Side | undefined {
  if (!side) return undefined
  const key = `${side.x} ${side.y}`
  left.set(key, left.get(key)?.filter((other) => other !== side) ?? [])
  return side
}

/** The side to go on with: where two cells touch at a corner, the one that stays at the same cell. */
function nextOf(left: Map<string, Side[]>, { x, y, down, right }: Side): Side | undefined {
  const [one, other] = left.get(`${x + right} ${y + down}`) ?? []
  const turnsRight = (side: Side) => side.down === right && side.right === -down
  return takeFrom(left, other && turnsRight(other) ? other : one)
}
