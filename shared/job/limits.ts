import type { Rules } from '../sudoku/rules/rules.ts'
import type { StrategyName } from '../sudoku/search/strategy-facts.ts'
import { backtracksASecond, STRATEGY_FIGURES } from '../sudoku/search/strategy-figures.ts'

/**
 * The limits of a request, a job, a puzzle and an owner, and the size of an answer, in one place. A request for more
 * is refused with a problem type of its own where a comment says nothing else. Of many solutions the first hundred are
 * kept, which is a search's matter (`KEPT_SOLUTIONS`).
 */

// A request.

/** Lambda takes and gives at most so much JSON. */
export const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024
/**
 * The size of a request beside its body. API Gateway takes 10 KB of address and headers, of which the path, the query
 * and the client's name come up to three times.
 */
const MAX_EVENT_BYTES = 64 * 1024
/** The size of a body in that JSON: a text as it is escaped in it, where line ends and quotes take two bytes each. */
export const MAX_BODY_PAYLOAD_BYTES = MAX_PAYLOAD_BYTES - MAX_EVENT_BYTES
/** Bytes grow by a third, as API Gateway hands them on in base64: whatever is gzipped or packed, and NDJSON. */
export const MAX_BINARY_BODY_BYTES = Math.floor(MAX_BODY_PAYLOAD_BYTES / 4) * 3
/** A text of puzzles, one a line, grows by 1% when it is escaped. One of rows of nine grows by 10%, so that less fits. */
export const MAX_TEXT_BODY_BYTES = 5_800_000
/** A gzip body may unpack to this: some 200,000 puzzles of 81 cells, which deflate to less than 40 bytes each. */
export const MAX_UNPACKED_BYTES = 16_000_000
/**
 * A request, its puzzles, a puzzle, its grid, a row: five deep. JSON.parse takes any depth, but eight million
 * brackets, which gzip to a few kilobytes, took it 20 s beside other work.
 */
export const MAX_JSON_DEPTH = 8
/** 250,000 grids of 4×4 as rows, each with a name, take 1.5 million: 1.3 s, and 425 of the API's 512 MB. */
export const MAX_JSON_CONTAINERS = 2_000_000
/** A request has eight, a puzzle three; with a million names JSON.parse takes ten times as long as with a million numbers. */
export const MAX_JSON_MEMBERS = 64

// A job.

/** A part, or a job that comes in one piece, may have so many; more fit only where grids are tiny. */
export const MAX_PUZZLES = 250_000
/** Clients send so many at once where the steps of each are told: a chunk's results have room for 17 to 19 of them. */
export const MAX_PUZZLES_WITH_STEPS = 30_000
/**
 * Chunks that a part is cut into, 1,000 mostly. Its item has a number for each of them: with this many it is 20 KB, as
 * much as each count then costs. What our clients send at once makes 1,765 at most, with all that can be included.
 */
export const MAX_CHUNKS = 2_000
/** A poll reads an item of half a kilobyte for each; a million puzzles take about 15. */
export const MAX_PARTS = 2000

export const MAX_JOB_NAME_LENGTH = 100
/** An owner may keep with a job as much as Stripe takes: so many keys … */
export const MAX_METADATA_KEYS = 16
/** … of so many characters … */
export const MAX_METADATA_KEY_LENGTH = 40
/** … with texts of so many. With all of it a job's item takes 9 KB, where it is ASCII, of which each chunk reads one. */
export const MAX_METADATA_LENGTH = 512

export const MAX_WEBHOOK_URL_LENGTH = 512

// A puzzle. What goes beyond these is `invalid`, and no reason to refuse the others.

/**
 * The characters of its text, or of a solution that comes with it: twice the longest sensible way to write a 36×36
 * grid, in numbers with blanks between.
 */
export const MAX_PUZZLE_LENGTH = 8192
/** The characters of the rules that a puzzle of 25×25, or any other, brings with it, as JSON. */
export const MAX_RULES_LENGTH = 20_000
/** The same up to 16×16: the richest of 81 puzzles that were looked at takes 5,000. */
export const MAX_RULES_LENGTH_TO_16 = 12_000

/** The same by how many cells a grid has. One that cages cover takes some 25 characters for each cell: 15,700 on 25×25. */
export function maxRulesLength(cells: number): number {
  return cells > 16 * 16 ? MAX_RULES_LENGTH : MAX_RULES_LENGTH_TO_16
}
/** The characters of its name: it is kept with the result, of which 15,000 fill an item of the table. */
export const MAX_ID_LENGTH = 128
/** The characters of its line of NDJSON: other fields have room in it. Of what is longer nothing is parsed: 16 MB of brackets in a line took 20 s beside other work. */
export const MAX_LINE_LENGTH = 65_536
/** The bytes of its record of CSV. Of a quote that is not closed within this, only the line is a bad puzzle, and not all that follows. */
export const MAX_RECORD_BYTES = 65_536
/**
 * Nor is one closed after more lines than a puzzle and a solution of 36 rows take: a line is read again for each
 * broken record that reaches it, and with a limit in bytes alone lines of `x","` were read 13,000 times each.
 */
export const MAX_RECORD_LINES = 96
/** Columns beyond this are not looked at. */
export const MAX_COLUMNS = 4096

// The searches of a puzzle.

/** Each of them costs at least a backtrack. */
export const MAX_SOLUTIONS = 1_000_000
/** Beyond the worst puzzle known to brute force on 9×9, which takes it 69,175,252 backtracks: some five seconds. */
export const DEFAULT_BACKTRACK_LIMIT = 100_000_000
/** However many backtracks it asks for, a puzzle is given up after about so long. */
const MAX_PUZZLE_S = 600
/**
 * How many slices of a worker the longest search may take: 1,200 of two seconds. Backtracks are limited to so many
 * seconds of the machine that they were measured on, where the longest search took 304 of these slices
 * (bench/results/limits-xeon.md); a processor four times as slow still ends every search within them. What takes more goes
 * round in circles, by a bug: it is given up, and can be sent again.
 */
export function slicesOfLongest(sliceMs: number): number {
  return Math.max(1, Math.ceil((4 * MAX_PUZZLE_S * 1000) / sliceMs))
}

/**
 * Puzzles of a part that may be under way alone, or have failed so, at once: about, as nobody counts them at the same
 * moment. They are more than there are workers, and take a kilobyte of the part's item, which every count writes. Where
 * there are as many, chunks wait for a hard puzzle.
 */
export const MAX_STRAGGLERS = 100

/** The most that any job can ask for: that of the fastest strategy. Marked as pure, so that a page that does not need it does not load the table. */
export const MAX_BACKTRACK_LIMIT = /* @__PURE__ */ mostOfFastest()

function mostOfFastest(): number {
  return (
    MAX_PUZZLE_S * Math.max(...Object.values(STRATEGY_FIGURES).flatMap(({ backtracksASecond }) => backtracksASecond))
  )
}

/** The backtracks that a puzzle may take at most, whatever its job asks for: ten minutes of one worker. */
export function mostBacktracks(strategy: StrategyName, rules: Pick<Rules, 'size'> & Partial<Rules>): number {
  const { size, constraints = [] } = rules
  const aSecond = backtracksASecond(strategy, size)
  if (constraints.length === 0) return MAX_PUZZLE_S * aSecond
  const isWeighed = strategy === 'bit-parallel' && size <= 9
  return Math.floor((MAX_PUZZLE_S * aSecond) / (isWeighed ? CONSTRAINTS_SLOW_WEIGHED : CONSTRAINTS_SLOW))
}

/** How many times as long a backtrack takes under constraints, at the worst that was seen: nine sandwiches. */
const CONSTRAINTS_SLOW = 100
/** The same where they prune natively: eighteen sandwiches, 5,100 backtracks a second. */
const CONSTRAINTS_SLOW_WEIGHED = 33

/**
 * The nodes of chains that the rating of a puzzle, or its steps, may look at: two or three seconds. Nothing is paused
 * within a step, and all puzzles of ER 9.4 and less that were tried take less than a tenth of it.
 */
export const MAX_RATING_NODES = 5_000_000
/** Where the steps of a puzzle take more characters of JSON than this, further ones come without the links of chains … */
export const MAX_LINKED_STEPS_LENGTH = 60_000
/** … and where they take this many, they end. */
export const MAX_STEPS_LENGTH = 150_000

// An answer.

/** The longest that `Prefer: wait` may hold it; more is taken for this. API Gateway gives up after 30 s. */
export const MAX_WAIT_S = 20
/** Jobs in a page of the list, or parts: of a part that was cut into a thousand chunks the item takes 10 KB. */
export const MAX_LIST_SIZE = 100
/** Results that come with the answer to a submission that waits for them; one of more puzzles is answered at once. */
export const MAX_RESULTS_AT_ONCE = 1_000
/** Results in a page; 50,000 solved grids as text fill one to 4 MB. */
export const MAX_PAGE_SIZE = 100_000
/** A page ends before it becomes more. Lambda answers at most 6 MB of JSON, the body being a string in it; one result more, and headers, have to fit. */
export const MAX_PAGE_BYTES = 5_500_000

// An owner, where there are keys to tell one from another.

/** How much one owner may have under way, and how many requests they may send. */
export interface OwnerLimits {
  /** Jobs with puzzles that are pending. */
  readonly jobs: number
  /** Puzzles that are pending, in all of their jobs. */
  readonly puzzles: number
  /** Requests of any kind at once; and as many more in each window of time, evenly. */
  readonly requests: number
  readonly windowS: number
}

export const OWNER_LIMITS: OwnerLimits = {
  // Each takes 36 bytes of the item that an admission writes.
  jobs: 100,
  // Two jobs of ten million, and small ones beside them.
  puzzles: 25_000_000,
  // 10 a second: a sixth of what the narrower route of `prod` takes, and a quarter of its burst (`infra/settings/doors.ts`).
  // A million puzzles sent, followed and read take 49 requests in three seconds.
  requests: 30,
  windowS: 3,
}
