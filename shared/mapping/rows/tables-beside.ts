import { isNamedAfterThings, isOfSignIn, singularsOf } from '../columns/table-doubt.ts'
import { refersToAccount } from '../names/account-names.ts'
import { lastName, withoutSchema, wordsOf } from '../names/column-words.ts'
import { hintsOf } from '../names/name-hints.ts'
import { holdsAccounts, mentionsPeople, namesContactOrPerson } from '../names/people-names.ts'
import { holdsProgramSettings } from '../names/settings-names.ts'
import { isTableOfSignIn } from './third-party-rows.ts'

/* Tables beside the users that plainly hold something else by their names: what guests wrote, orders, mailing lists, suppliers, settings. */

/**
 * Whether the addresses and phone numbers of a table are of people who need no account, such as guests who commented or ordered, or of a company
 * or a program. A table with anything to sign in with may hold users all the same.
 */
export function holdsOthers(table: string, columns: readonly string[]): boolean {
  const isOfOthers =
    isNamedAfterThings(table) || holdsRemarks(table) || isMailingList(table) || holdsSettingsOfNobody(table, columns)
  return isOfOthers && !columns.some((name) => isOfSignIn(name) || hintsOf(name).password !== null)
}

const remark =
  /^(?:comment|review|rating|testimonial|guest_?book|feedback|inquiry|enquiry|kommentar|bewertung|gastebuch|gaestebuch|commentaire|avi|comentario|resena|commento|commenti|recensione|recensioni|opmerking|komentarz|komentar)e?$/

function holdsRemarks(table: string): boolean {
  const last = wordsOf(withoutSchema(table)).at(-1) ?? ''
  return !mentionsPeople(table) && singularsOf(last).some((word) => remark.test(word))
}

function isMailingList(table: string): boolean {
  return /newsletter|mailing_?list/i.test(withoutSchema(table)) && !holdsAccounts(table)
}

function holdsSettingsOfNobody(table: string, columns: readonly string[]): boolean {
  return !mentionsPeople(table) && holdsProgramSettings(table, columns)
}

/** Whether a table is a catalog of things, such as games, and neither its name nor a column is about people or how they sign in. */
export function isCatalog(table: string, columns: readonly string[]): boolean {
  const isOfPeople = [table, ...columns].some(
    (name) => mentionsPeople(name) || refersToAccount(name) || namesContactOrPerson(name),
  )
  return !isOfPeople && !isTableOfSignIn(table) && columns.some((name) => ofThings.test(lastName(name)))
}

const ofThings =
  /^(?:title|titulo|titre|titolo|titel|tytul|price|precio|preco|prix|prezzo|preis|prijs|cena|sku|stock|genres?|isbn|release(?:date|year)?|publisher|album|duration)$/
