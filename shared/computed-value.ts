/*
 * Expressions of a dump that only its database can evaluate, or of a template that a program completes. A row has a value of a type of its own in their place, which tells a hash that is
 * missing from one that was never there, and which is no text, number or object that anything could take for a value of a user.
 */

const written = Symbol('computed value')
const isTime = Symbol('computed time')

/** A value that only the database can compute, as it is written in samples: by the name of its function, because the arguments may be a secret. */
export type ComputedValue = { readonly [written]: string }

/** The time at which the database would load the row, of which only that it is a time is known; written as the time of reading. */
export type ComputedTime = ComputedValue & { readonly [isTime]: true }

const unnamed: ComputedValue = Object.freeze({ [written]: '(...)' })
const made = new Map<string, ComputedValue>([['', unnamed]])

/** The value of a function of the database; `name`: empty for any other expression. */
export function computedValue(name = ''): ComputedValue {
  const before = made.get(name)
  if (before !== undefined) return before
  const value = Object.freeze({ [written]: `${name}(...)` })
  if (made.size < maxMade) made.set(name, value)
  return value
}

/** Names of functions whose value is made once. */
const maxMade = 1000

/** The current time of the database; `time`: that of reading. */
export function computedTime(time: string): ComputedTime {
  return Object.freeze({ [written]: time, [isTime]: true })
}

/** Whether a value of a record is one that only the database can compute. */
export function isComputed(value: unknown): value is ComputedValue {
  return typeof value === 'object' && value !== null && written in value
}

/** Whether a computed value is a time. */
export function isComputedTime(value: unknown): value is ComputedTime {
  return isComputed(value) && isTime in value
}

/** How a computed value is written in samples of columns, `crypt(...)`. */
export function computedText(value: ComputedValue): string {
  return value[written]
}

/** Whether a text among the samples of a column is written like a computed value. */
export function isComputedText(text: string): boolean {
  return text.endsWith('(...)') && /^[\p{L}\p{N}_.$]*\(\.\.\.\)$/u.test(text)
}

/** The words in place of a computed value. */
export const computedShown = 'computed by the database, a program or a template: not in the file'
