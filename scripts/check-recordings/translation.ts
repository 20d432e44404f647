/** Ids, codes and tokens are made anew in every core: recorded value to the value of the replay. */
export type Translation = Map<string, string>

/** The kinds of values that a core makes up; two of the same kind may differ. */
const madeUp: readonly (readonly [kind: string, shape: RegExp])[] = [
  ['id', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
  ['link code or session', /^[\w-]{43}$/],
  ['device', /^[A-Za-z0-9+/]{43}=$/],
  ['input code', /^\d{6}$/],
  ['token', /^[A-Za-z0-9+/]{128}$/],
]

export function madeUpKind(text: string): string | null {
  return madeUp.find(([, shape]) => shape.test(text))?.[0] ?? null
}

/** Puts the replay's ids and codes where a recorded request holds the recorded ones. */
export function translate(value: unknown, translation: Translation): unknown {
  if (typeof value === 'string') return translation.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => translate(one, translation))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, translate(one, translation)]))
}

/** The same inside a longer text, e.g. a path with a query. */
export function translateText(text: string, translation: Translation): string {
  return [...translation].reduce((path, [recorded, replayed]) => path.replaceAll(recorded, () => replayed), text)
}
