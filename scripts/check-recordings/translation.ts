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

const id = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'
/** Ids and times in milliseconds inside a longer text. */
const embedded = new RegExp(`${id}|\\b1[0-9]{12}\\b`, 'g')
/** Of a page of staged users: an id and a time, in base64. */
const pageToken = new RegExp(`^${id};\\d+$`)

export function madeUpKind(text: string): string | null {
  if (/^[A-Za-z0-9+/]{40,80}=*$/.test(text) && pageToken.test(atob(text))) return 'page token'
  return madeUp.find(([, shape]) => shape.test(text))?.[0] ?? null
}

/** The ids in a text, in their order, and the text without them and without times. */
export function withoutMadeUp(text: string): { readonly rest: string; readonly ids: readonly string[] } {
  const found = text.match(embedded) ?? []
  return { rest: text.replace(embedded, '*'), ids: found.filter((one) => one.includes('-')) }
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
  return [...translation].reduce(
    (path, [recorded, replayed]) =>
      path
        .replaceAll(recorded, () => replayed)
        .replaceAll(encodeURIComponent(recorded), () => encodeURIComponent(replayed)),
    text,
  )
}
