/** The environment of a function. Only this file reads it. */

/** @throws if the variable is not set */
export function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`the environment variable ${name} is not set`)
  return value
}

/** The value of a variable that may be empty or missing, which says that there is nothing. */
export function optional(name: string): string | undefined {
  return process.env[name] || undefined
}

/** @throws if the variable holds another word than these */
export function oneOf<T extends string>(known: readonly T[], name: string): T {
  const value = required(name)
  const found = known.find((each) => each === value)
  if (!found) throw new Error(`${name} is "${value}", expected ${known.join(' or ')}`)
  return found
}
