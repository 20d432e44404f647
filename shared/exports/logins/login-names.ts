import { wordsOf, withoutSchema } from '../../mapping/names/column-words.ts'
import { isCalled } from '../../mapping/names/name-fit.ts'
import { isPeopleWord } from '../../mapping/names/people-names.ts'
import type { MappingTarget } from '../../mapping/targets.ts'
import type { TableSample } from '../tables/table-keys.ts'
import { stemOf } from '../tables/table-names.ts'

/* Names of the tables and columns that hold logins of users. */

/** Logins that another table can add to users who lack them. */
export const loginKinds = ['email', 'password-hash'] as const
export type LoginKind = (typeof loginKinds)[number]

/** Words in names of tables and columns that hold logins of users and nothing else. */
export const ofLogins =
  /^(?:auth\w*|logins?|credentials?|creds|zugang\w*|passw\w*|pwds?|hash(?:es|ed)?|digests?|crypt(?:ed)?|encrypted|bcrypt|argon2|e|e?mails?|address(?:es)?|threepids?|identit(?:y|ies)|local|methods?|data|info|details?|profiles?|values?|channels?|communications?|(?:e?mail)?adress\w*|mots?|passe|kennwo?e?rter|direcc?ion(?:es)?|indirizz[oi]|enderecos?|credenci(?:al|ales|ais)|credenzial[ei]|identifiants?|anmeldedaten|inloggegevens|acces(?:os?|s[io])?|acessos?)$/u

/** Beside a word for a password, it says no more: `clave_hash`. */
const ofHash = /^(?:hash(?:ed)?|digest|crypt(?:ed)?|encrypted)$/

/** Data of a person, as languages call them: `personal_data`, `dane_osobowe`, `Benutzerdaten`. */
const ofPerson =
  /^(?:(?:personen|benutzer|nutzer|persoons)?(?:daten|gegevens)|dat[io]s?|dados|dane|donnees|informa\w+|bilgi\w*|podaci|udaje|данные|дані|persona\w*|personnel(?:le)?s?|personlig\w*|persoonlijk\w*|pessoa(?:l|is)|osobow[ey]|osobni|kisisel|pribadi|личные|особисті)$/u

/**
 * Whether a table, by its name, holds only data with which the users of another table sign in. `user_passwords` does;
 * `emergency_contacts`, `user_pins`, `secret_answers` and `app_passwords` do not, although they may have one row for each user.
 */
export function isNamedAfterLogins(users: TableSample, other: TableSample): boolean {
  const known = new Set(wordsOf(withoutSchema(users.table)).map(stemOf))
  return withLogOn(wordsOf(withoutSchema(other.table))).every(
    (word) =>
      known.has(stemOf(word)) ||
      isPeopleWord(word) ||
      word === 'de' ||
      [word, stemOf(word), word.replace(gluedPeople, '')].some((one) => isNameOfLogin(one)),
  )
}

/** The words of a name, of which "log on" and "sign in" are one. */
export function withLogOn(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    if (/^(?:on|in)$/.test(word) && /^(?:log|sign)$/.test(words[at - 1] ?? '')) return []
    return /^(?:log|sign)$/.test(word) && /^(?:on|in)$/.test(words[at + 1] ?? '') ? ['login'] : [word]
  })
}

/** A word for people joined to the next word, as in GLPI's `useremails`. */
const gluedPeople = /^(?:users?|members?|customers?|accounts?|persons?|people)(?=\w{4})/

/** Whether a name means a login and nothing else, unlike `pin_hash` and `manager_email`. */
export function isNameOfLogin(name: string, targets: readonly MappingTarget[] = loginKinds): boolean {
  const bare = wordsOf(name).filter((word) => !ofHash.test(word))
  const fits = targets.some(
    (target) =>
      isCalled(target, name) || (target === 'password-hash' && bare.length > 0 && isCalled(target, bare.join('_'))),
  )
  return fits || wordsOf(name).every((word) => ofLogins.test(word) || ofPerson.test(word))
}
