import * as z from 'zod/mini'

/** A word of a few, and a number between two, with errors that say so. */
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, { error: `expected one of ${words.join(', ')}` })
export const wholeNumber = (from: number, to: number) => {
  const error = `expected a whole number from ${from} to ${to}`
  return z.int({ error }).check(z.gte(from, { error }), z.lte(to, { error }))
}
