/**
 * The longest name in an export that is told apart from others, in characters: longer than distinguished names and issuers are,
 * so that two of them never fall under one decision.
 */
export const maxNameKey = 1000

/** The name of a provider or tenant of the source as decisions and lists keep it: without commas, which part the lists. */
export function nameKey(value: string): string {
  return value
    .trim()
    .replaceAll(/[\s,]+/g, ' ')
    .slice(0, maxNameKey)
}
