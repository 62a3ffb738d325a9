/** A fault at one place of a request. Where the place is not in the body of JSON, another field than `pointer` says it. */
export interface ProblemError {
  /** Says what came there, and what was expected. */
  readonly detail: string
  /** The place in a body of JSON, as a JSON pointer in a URI fragment (RFC 6901): `#/puzzles/16/id`. */
  readonly pointer?: string
  /** The name of a query parameter. */
  readonly parameter?: string
  /** The name of a header. */
  readonly header?: string
}

/** The JSON pointer to a place in a body. */
export function pointerTo(path: readonly PropertyKey[]): string {
  const pieces = path.map((piece) => String(piece).replaceAll('~', '~0').replaceAll('/', '~1'))
  return ['#', ...pieces.map((piece) => encodeURIComponent(piece.toWellFormed()))].join('/')
}

/** An error as people read it: `puzzles[16].id: found 7.5, expected a string`. */
export function errorInWords({ detail, pointer, parameter, header }: ProblemError): string {
  const place = parameter ?? header ?? (pointer && placeOf(pointer))
  return place ? `${place}: ${detail}` : detail
}

/** A pointer as code would name the place: `puzzles[16].id`. */
function placeOf(pointer: string): string {
  const pieces = pointer.split('/').slice(1)
  const names = pieces.map((piece) => decodeURIComponent(piece).replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.map((name, i) => (/^\d+$/.test(name) ? `[${name}]` : `${i > 0 ? '.' : ''}${name}`)).join('')
}
