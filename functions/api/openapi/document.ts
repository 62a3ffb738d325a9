import { writeFileSync } from 'node:fs'
import { columnsOf, INCLUSION_NAMES, INCLUSIONS, type InclusionName } from '../../../shared/job/inclusions.ts'
import { RESULT_FIELDS } from '../../../shared/job/result.ts'
import type { Field } from '../../../shared/json-schema.ts'
import { paths, rateLimitHeaders } from './paths.ts'
import { schemas } from './schemas.ts'
import { webhooks } from './service-paths.ts'

/**
 * The OpenAPI description of the service. It is built once (`npm run openapi`) and served
 * as a file: building it at run time would cost every cold start some 20 ms.
 */

const securitySchemes = {
  key: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, as `npm run keys -- mint` makes it. A service that runs with `AUTH=open` asks for none.',
  },
}

export const openapi = {
  openapi: '3.1.0',
  info: {
    title: 'Sudoku service',
    version: '0.1.0',
    description:
      'Submit Sudoku puzzles, poll the job, read the solutions with their backtrack counts. A job answered with 202 ends, whatever crashes; its counts add up on every poll; its results are in input order. Millions of puzzles go into one job, in parts. Every answer has an `X-Correlation-Id`: that of the request, where it came with one of 1 to 64 letters, digits, `_` and `-`, and otherwise a new one. By it the service’s log tells what became of the request.',
  },
  servers: [{ url: '/' }],
  tags: [
    { name: 'Jobs', description: 'Puzzles submitted together, and how far they have got.' },
    { name: 'Parts', description: 'The puzzles of a job that is too large for one request.' },
    { name: 'Results', description: 'The outcome of each puzzle.' },
    { name: 'Service', description: 'About the service itself.' },
  ],
  paths,
  webhooks,
  components: { schemas, headers: rateLimitHeaders, securitySchemes },
}

/** The fields of a result, as a page of the documentation. */
export const resultFields = `# The fields of a result

Made from \`RESULT_FIELDS\` of \`shared/job/result.ts\` by \`npm run openapi\`.

| field | is | in CSV | meaning |
| --- | --- | --- | --- |
${Object.entries(RESULT_FIELDS).map(rowOf).join('\n')}

## What a job may ask to be included

Made from \`INCLUSIONS\` of \`shared/job/inclusions.ts\`. A result has these fields where its job asked for them, null in those that were not solved; CSV has their columns behind all others.

| \`include\` | field | is | columns of CSV | meaning |
| --- | --- | --- | --- | --- |
${INCLUSION_NAMES.flatMap(includedRowsOf).join('\n')}
`

function includedRowsOf(name: InclusionName): string[] {
  return Object.entries<Field>(INCLUSIONS[name].fields).map(([field, of]) => {
    const columns = columnsOf([name]).filter((column) => column === field || column.startsWith(`${field}.`))
    const inCsv = columns.map((column) => `\`${column}\``).join(', ')
    return `| \`${name}\` | \`${field}\` | ${typesOf(of)} | ${inCsv} | ${of.description} |`
  })
}

function rowOf([name, field]: [string, Field]): string {
  return `| \`${name}\` | ${typesOf(field)} | ${'csv' in field ? 'yes' : 'no'} | ${field.description} |`
}

function typesOf({ enum: words, type = 'null', optional }: Field): string {
  return [...(words ? ['one of its words'] : [type].flat()), ...(optional ? ['left out'] : [])].join(' or ')
}

if (import.meta.main) {
  writeFileSync(new URL('../../../docs/result-fields.md', import.meta.url), resultFields)
  writeFileSync(new URL('openapi.json', import.meta.url), `${JSON.stringify(openapi, null, 2)}\n`)
}
