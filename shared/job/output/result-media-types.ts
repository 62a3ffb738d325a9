// The formats of results, without the code that writes them: the page asks for one by name.

export const RESULT_FORMATS = ['ndjson', 'csv', 'text', 'kaggle', 'fpuzzles'] as const
export type ResultFormat = (typeof RESULT_FORMATS)[number]

export const RESULT_MEDIA_TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  text: 'text/plain',
  kaggle: 'text/csv; header=present; profile=kaggle',
  fpuzzles: 'text/plain; profile=fpuzzles',
} as const satisfies Record<ResultFormat, string>
