import type { Fields, ObjectOf } from '../json-schema.ts'

/** Where the place is not in the body of JSON, another field than `pointer`, which is as RFC 6901 has it, says it. */
export const PROBLEM_ERROR_FIELDS = {
  detail: {
    type: 'string',
    description: 'Says what came there, and what was expected: `cell 40: found "x", expected 1–9, 0 or "."`.',
  },
  pointer: {
    type: 'string',
    pattern: '^#(/.*)?$',
    optional: true,
    description: 'The place in a body of JSON, as a JSON pointer: `#/puzzles/16/id`.',
  },
  parameter: { type: 'string', optional: true, description: 'The place, where it is a parameter of the query.' },
  header: { type: 'string', optional: true, description: 'The place, where it is a header.' },
} as const satisfies Fields

export type ProblemError = ObjectOf<typeof PROBLEM_ERROR_FIELDS>

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
