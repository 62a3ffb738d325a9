import { accept, type Checked, type Refusal, refuse } from '../checked.ts'
import { type Puzzles, PuzzlesBuilder } from '../job/puzzles.ts'
import { TooComplex } from '../reading-budget.ts'
import { type BoxedSize, hasBoxes, type Size } from '../sudoku/grid/units.ts'
import { csv } from './csv.ts'
import { utf8Of } from './encoding.ts'
import { foreignFormat } from './foreign.ts'
import { grids } from './grids.ts'
import { isDocument, linesOfDocument } from './json-document.ts'
import { lines } from './lines.ts'
import { message } from './message.ts'
import { ndjson } from './ndjson.ts'
import { LIKENESS, type Likeness, type Syntax } from './syntax.ts'

/**
 * How puzzles may be written:
 *
 * - `lines`: a puzzle a line, also in `.sdm` collections, which are nothing else;
 * - `grids`: row by row, in frames or without, in `.sdk` and `.ss` files too, which cannot
 *   be told from other grids by what is in them; between grids there may be puzzles a line;
 * - `csv`: a header that names a column of puzzles, and maybe of ids and solutions;
 * - `ndjson`: an object or a string in JSON a line;
 * - `message`: one puzzle in a letter, whose sentences are left out.
 */
export const INPUT_FORMATS = ['lines', 'grids', 'csv', 'ndjson', 'message'] as const
export type InputFormat = (typeof INPUT_FORMATS)[number]

/** Each with all that is to be known of it: media types, the API's description and the help of the command line follow. */
export const SYNTAXES: Readonly<Record<InputFormat, Syntax>> = { lines, grids, csv, ndjson, message }

/** All media types that bodies of a syntax are sent as, the usual one first. */
export function mediaTypesOf({ mediaType, otherMediaTypes = [] }: Syntax): string[] {
  return [mediaType, ...otherMediaTypes]
}

/** All of them as a sentence names them. */
export function inputFormatsInWords(): string {
  const words = INPUT_FORMATS.map((format) => SYNTAXES[format].words)
  // By hand: `Intl.ListFormat` takes 10 ms to start, and every command says this in its help.
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** The bytes of an input that tell its format. */
export const HEAD_BYTES = 65_536

/** The format of an input, told from its head alone, so that a piece and the whole agree; or why nobody can read it. */
export function formatOf(input: Uint8Array, size: Size | undefined, isList: boolean): Checked<InputFormat> {
  const bytes = input.subarray(0, HEAD_BYTES)
  const head = { bytes, isCut: bytes.length < input.length, size: boxed(size) }
  // The items of a JSON document come as a line each.
  const among: readonly InputFormat[] = isList ? ['ndjson'] : INPUT_FORMATS
  const looks = among.map((name) => ({ name, found: SYNTAXES[name].recognise(head) }))
  const [{ name, found }] = looks.sort((a, b) => likenessOf(b.found) - likenessOf(a.found))
  if (typeof found !== 'number') return found
  const foreign = foreignFormat(head, SYNTAXES[name].read)
  return foreign === undefined ? accept(name) : refuse(foreign)
}

/** The size that tells rows from puzzles in a text: puzzles that bring regions are no rows of cells. */
export function boxed(size: Size | undefined): BoxedSize | undefined {
  return size && hasBoxes(size) ? size : undefined
}

function likenessOf(found: Likeness | Refusal): Likeness {
  return typeof found === 'number' ? found : LIKENESS.surely
}

export interface ReadOptions {
  /** Cells a side; settles what sixteen lines of sixteen characters are. */
  readonly size?: Size | undefined
  /** Told from the first bytes when left out. */
  readonly format?: InputFormat | undefined
  /** How many there may be; any number when left out. */
  readonly most?: number | undefined
}

export interface PuzzlesRead {
  readonly format: InputFormat
  readonly puzzles: Puzzles
  /** The lines on which they begin; of a JSON document, which may be broken anywhere, they are not known. */
  readonly lines: ReturnType<PuzzlesBuilder['lines']>
}

/** Why a body was not read: there is no way to tell where its puzzles are, or it is more than may be read. */
export interface Unreadable {
  readonly reason: string
  readonly limit?: 'too-many-puzzles' | 'too-complex'
}

/** The puzzles in a body of any length, in UTF-8; where no format is named, in UTF-16 or a JSON document, too. What is no puzzle is an entry like any other, and is found bad when it is solved. */
export function readPuzzles(
  input: Uint8Array,
  { size, format: asked, most }: ReadOptions = {},
): Checked<PuzzlesRead, Unreadable> {
  // A part is in the format of the whole, which we know already: its first line, which may be a bad one, tells nothing.
  const text = asked ? input : utf8Of(input)
  const isList = !asked && isDocument(text)
  const read = isList ? linesOfDocument(text) : accept(text)
  if (!read.ok) return refuse({ reason: read.error })
  const body = read.value
  let builder: PuzzlesBuilder | undefined
  try {
    const understood = asked ? accept(asked) : formatOf(body, size, isList)
    if (!understood.ok) return refuse({ reason: understood.error })
    const syntax = SYNTAXES[understood.value]
    const header = syntax.header?.(body)
    if (header && !header.ok) return refuse({ reason: header.error })
    builder = new PuzzlesBuilder(syntax.expected?.(body), most)
    syntax.read(body, builder, boxed(size))
    if (builder.isOver)
      return refuse({ reason: `the body: found more than ${most} puzzles`, limit: 'too-many-puzzles' })
    return accept({ format: understood.value, puzzles: builder.build(), lines: isList ? undefined : builder.lines() })
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error
    const line = isList ? undefined : builder?.lines()?.at(-1)
    const place = line === undefined ? `puzzle ${builder?.count ?? 0}` : `line ${line}`
    const where = builder?.count ? `behind ${place}` : 'on its first lines'
    return refuse({ reason: `the body: ${error.message}, expected less of it ${where}`, limit: 'too-complex' })
  }
}
