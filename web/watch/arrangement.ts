/** How searches are laid out in a room, so that their boards are as large as they can be. Lengths are CSS pixels. */
export interface Arrangement {
  /** The side of a board. */
  readonly board: number
  /** Where what there is to say of a search stands: beside its board, or below it. */
  readonly details: 'beside' | 'below'
  /** How many searches stand side by side. */
  readonly columns: number
  /** How much room the words have. */
  readonly density: 'compact' | 'normal'
}

export interface Room {
  readonly width: number
  readonly height: number
}

/** As in watch.css: between two searches, and between a board and what stands beside it. */
const LANE_GAP = 16
const SIDE_GAP = 16
/** The name of the strategy, four lines of words or five small ones, and a depth curve of 24 pixels. */
const BELOW = 160
const LEAST_SIDE = 132
const MOST_SIDE = 352
/** A share of the room keeps lines short enough to read and long enough for a sentence. */
const SIDE_SHARE = 0.28

/** The arrangement of one or two searches with the largest boards; of equals, the one with words beside them. */
export function arrangementOf(room: Room, searches: number): Arrangement {
  const columns = searches === 1 ? [1] : [searches, 1]
  const all = columns.flatMap((columns) => arrangementsIn(room, columns, Math.ceil(searches / columns)))
  return all.reduce((best, next) => (next.board > best.board ? next : best))
}

function arrangementsIn(room: Room, columns: number, rows: number): Arrangement[] {
  const width = (room.width - LANE_GAP * (columns - 1)) / columns
  const height = (room.height - LANE_GAP * (rows - 1)) / rows
  const side = Math.min(MOST_SIDE, Math.max(LEAST_SIDE, SIDE_SHARE * width))
  const beside = Math.floor(Math.min(height, width - side - SIDE_GAP))
  const below = Math.floor(Math.min(width, height - BELOW))
  return [
    {
      board: beside,
      details: 'beside',
      columns,
      density: side < 160 ? 'compact' : 'normal',
    },
    { board: below, details: 'below', columns, density: width < 450 ? 'compact' : 'normal' },
  ]
}
