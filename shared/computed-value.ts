/*
 * Expressions of a dump that only its database can evaluate. A row has a value of a type of its own in their place, which tells a hash that is
 * missing from one that was never there, and which is no text, number or object that anything could take for a value of a user.
 */

const functionName = Symbol('computed value')

/** A value that only the database can compute, by the name of its function, because the arguments may be a secret. */
export type ComputedValue = { readonly [functionName]: string }

const unnamed: ComputedValue = Object.freeze({ [functionName]: '' })
const made = new Map<string, ComputedValue>([['', unnamed]])

/** The value of a function of the database; `name`: empty for any other expression. */
export function computedValue(name = ''): ComputedValue {
  const before = made.get(name)
  if (before !== undefined) return before
  const value = Object.freeze({ [functionName]: name })
  if (made.size < maxMade) made.set(name, value)
  return value
}

/** Names of functions whose value is made once. */
const maxMade = 1000

/** Whether a value of a record is one that only the database can compute. */
export function isComputed(value: unknown): value is ComputedValue {
  return typeof value === 'object' && value !== null && functionName in value
}

/** How a computed value is written in samples of columns, `crypt(...)`. */
export function computedText(value: ComputedValue): string {
  return `${value[functionName]}(...)`
}

/** Whether a text among the samples of a column is written like a computed value. */
export function isComputedText(text: string): boolean {
  return text.endsWith('(...)') && /^[\p{L}\p{N}_.$]*\(\.\.\.\)$/u.test(text)
}

/** The words in place of a computed value. */
export const computedShown = 'computed by the database: not in the file'
