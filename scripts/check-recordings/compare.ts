import { isObject, type JsonObject } from '../../shared/json.ts'
import { madeUpKind, withoutMadeUp, type Translation } from './translation.ts'

/** Numbers that say how many users a core holds; the recorded core held others before. */
const counts = new Set(['count'])
/** Above this a number is a time in milliseconds. */
const firstTime = 1_000_000_000_000

/**
 * Where a replayed JSON value differs from the recorded one: keys, types, lengths, constant values. Ids, codes and
 * tokens must be of the same kind, and the same recorded one must always become the same replayed one: they are
 * learned into `translation`. Times and counts are compared by kind.
 */
export function differences(recorded: unknown, replayed: unknown, translation: Translation, place = ''): string[] {
  if (typeof recorded === 'string' && typeof replayed === 'string') {
    return textDifferences(recorded, replayed, translation, place)
  }
  if (typeof recorded === 'number' && typeof replayed === 'number') {
    const free = counts.has(place) || (recorded >= firstTime && replayed >= firstTime)
    const same = free ? Number.isInteger(replayed) : recorded === replayed
    return same ? [] : [`${place}: recorded ${recorded}, replayed ${replayed}`]
  }
  if (Array.isArray(recorded) && Array.isArray(replayed)) {
    if (recorded.length !== replayed.length) return [`${place}: ${recorded.length} entries became ${replayed.length}`]
    return recorded.flatMap((one: unknown, index) =>
      differences(one, replayed[index], translation, `${place}[${index}]`),
    )
  }
  if (isObject(recorded) && isObject(replayed)) return objectDifferences(recorded, replayed, translation, place)
  return Object.is(recorded, replayed) ? [] : [`${place}: recorded ${show(recorded)}, replayed ${show(replayed)}`]
}

function textDifferences(recorded: string, replayed: string, translation: Translation, place: string): string[] {
  const kind = madeUpKind(recorded)
  const known = translation.get(recorded)
  if (kind === null || known !== undefined) {
    const expected = known ?? recorded
    const isSame = expected === replayed || (kind === null && isSameSentence(recorded, replayed, translation))
    return isSame ? [] : [`${place}: expected ${show(expected)}, replayed ${show(replayed)}`]
  }
  if (madeUpKind(replayed) !== kind) return [`${place}: replayed ${show(replayed)} is no ${kind}`]
  translation.set(recorded, replayed)
  return []
}

/** The same words around ids that were learned, or are learned now, and around any times. */
function isSameSentence(recorded: string, replayed: string, translation: Translation): boolean {
  const [before, after] = [withoutMadeUp(recorded), withoutMadeUp(replayed)]
  if (before.rest === recorded || before.rest !== after.rest || before.ids.length !== after.ids.length) return false
  return before.ids.every((id, index) => differences(id, after.ids[index], translation).length === 0)
}

function objectDifferences(
  recorded: JsonObject,
  replayed: JsonObject,
  translation: Translation,
  place: string,
): string[] {
  const inside = (key: string): string => (place === '' ? key : `${place}.${key}`)
  const missing = Object.keys(recorded).filter((key) => !(key in replayed))
  const added = Object.keys(replayed).filter((key) => !(key in recorded))
  const shared = Object.keys(recorded).filter((key) => key in replayed)
  return [
    ...missing.map((key) => `${inside(key)}: missing in the replay`),
    ...added.map((key) => `${inside(key)}: not recorded`),
    ...shared.flatMap((key) => differences(recorded[key], replayed[key], translation, inside(key))),
  ]
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}
