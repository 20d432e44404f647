import { isFormerWord, stemOfFile, wordsOf } from '../../mapping/names/column-words.ts'
import type { TwoPlaces } from '../../users/two-places.ts'

/*
 * Which of two files with passwords of the same users is the newer one, as far as their names say: `users_old.csv` beside `users.csv`,
 * `users-2024-02-01.csv` beside `users-2024-05-01.csv`.
 */

type Newer = { readonly place: keyof TwoPlaces; readonly reason: string }

/** Null: the names do not say. */
export function newerFile({ added, own }: TwoPlaces): Newer | null {
  const names = { added: nameOf(added), own: nameOf(own) }
  const isFormer = { added: isCalledFormer(names.added), own: isCalledFormer(names.own) }
  if (isFormer.added !== isFormer.own) {
    const place = isFormer.added ? 'own' : 'added'
    return { place, reason: `The other file is called an old one: “${isFormer.added ? names.added : names.own}”.` }
  }
  const days = { added: dayIn(names.added), own: dayIn(names.own) }
  if (days.added === null || days.own === null || days.added === days.own) return null
  const place = days.added > days.own ? 'added' : 'own'
  return { place, reason: `The name of its file has the later date: “${names[place]}”.` }
}

/** The file of a place, which may name a column behind it. */
function nameOf(place: string): string {
  const end = place.lastIndexOf(': ')
  return end === -1 ? place : place.slice(0, end)
}

function isCalledFormer(name: string): boolean {
  // A copy may be called so by its extension: `users.csv.bak`.
  return [stemOfFile(name), name].some((one) => wordsOf(one).some(isFormerWord))
}

/** A date as text that sorts; null: none. */
function dayIn(name: string): string | null {
  const [, year = '', month = '', day = ''] = /(?<!\d)(20\d\d)[-_.]?([01]\d)[-_.]?([0-3]\d)(?!\d)/.exec(name) ?? []
  return year === '' ? null : `${year}${month}${day}`
}
