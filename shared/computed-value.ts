/*
 * Expressions of a dump that only its database can evaluate. A row has the name of their function instead, `crypt(...)`, which tells a hash
 * that is missing from one that was never there.
 */

/** The text that stands for a value of the database; `name`: that of its function, empty for any other expression. */
export function computedText(name = ''): string {
  return `${name}(...)`
}

/** Whether a text stands for a value that only the database can compute. */
export function isComputed(text: string): boolean {
  return text.endsWith('(...)') && /^[\p{L}\p{N}_.$]*\(\.\.\.\)$/u.test(text)
}
