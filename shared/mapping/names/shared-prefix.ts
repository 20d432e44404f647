import { splitPath, wordsOf } from './column-words.ts'

/* Prefixes before the names of a table, which all of them or most share. */

/**
 * The word that most columns of a table begin with, as `ben` in `BEN_ID`, `BEN_EMAIL`, `BEN_STATUS`, or letters joined to all of them, as `m` in
 * `mid`, `memail`, `mstate`; empty: none.
 */
export function sharedPrefix(paths: readonly string[]): string {
  const all = paths.map((path) => wordsOf(splitPath(path).name))
  const firsts = all.flatMap(([first, ...rest]) => (rest.length > 0 ? (first ?? []) : []))
  const [prefix = ''] = firsts
  const isShared = firsts.length >= 3 && firsts.filter((first) => first === prefix).length * 2 > paths.length
  return isShared ? prefix : joinedPrefix(all.map((words) => words.join('')))
}

/** A column's name without a prefix that all columns share. */
export function withoutPrefix(column: string, prefix: string): string {
  return prefix !== '' && column.toLowerCase().startsWith(`${prefix}_`) ? column.slice(prefix.length + 1) : column
}

/** One to four letters before all names, which say what a table of users has without them. */
function joinedPrefix(names: readonly string[]): string {
  const [first = ''] = names
  if (names.length < 4) return ''
  let length = 0
  while (length < 4 && length < first.length && names.every((name) => name[length] === first[length])) length += 1
  const isPlain = (name: string) => isColumnOfUsers(name.slice(length))
  return length > 0 && names.filter(isPlain).length >= 3 ? first.slice(0, length) : ''
}

/** Whether the rest of a name is that of a column of users, `id` or `email`, once the letters that all names of a table share are gone. */
export function isColumnOfUsers(rest: string): boolean {
  return ofUsers.test(rest)
}

const ofUsers =
  /^(?:id|cod(?:igo)?|nr|no|e?mail|correo|name|nome|nombre|nom|login|user(?:name)?|usuario|pass|password|passwd|pwd|pw|hash|senha|clave|contrasena|phone|tel|telefono|status|state|estado|active|cel|ema|ati)$/i
