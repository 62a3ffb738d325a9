// What results come as, without what writes it: the page asks for it by name.

export const RESULT_FORMATS = ['ndjson', 'csv', 'text', 'kaggle', 'fpuzzles'] as const
export type ResultFormat = (typeof RESULT_FORMATS)[number]

/** What each is answered as. */
export const RESULT_MEDIA_TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  text: 'text/plain',
  kaggle: 'text/csv; header=present; profile=kaggle',
  fpuzzles: 'text/plain; profile=fpuzzles',
} as const satisfies Record<ResultFormat, string>
