import { wordsOf, withoutSchema } from '../../mapping/names/column-words.ts'

/** Words after a table's name in a column that refers to the table. */
export const keySuffix = /^(?:id|ids|ref|fk|key|no|nr|uid|guid|the)$/

/**
 * Whether a column is named after a table, by its whole name or the end of it: `person_id` after `person`, `app_user_id` and
 * `user_id` after `app_users`.
 */
export function isOfTable(column: string, { table }: { readonly table: string }): boolean {
  const words = wordsOf(column).map(stemOf)
  const own = wordsOf(withoutSchema(table)).map(stemOf)
  return own.some((_, from) => {
    const noun = own.slice(from)
    const rest = words.slice(noun.length)
    return rest.length > 0 && noun.every((word, at) => word === words[at]) && rest.every((word) => keySuffix.test(word))
  })
}

/** Plurals that the endings do not show. */
const plurals: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['mitglieder', 'mitglied'],
  ['niveaux', 'niveau'],
  ['perfis', 'perfil'],
  ['niveis', 'nivel'],
  ['papeis', 'papel'],
])

/** A word without its plural ending. */
export function stemOf(word: string): string {
  return plurals.get(word) ?? word.replace(/ies$/, 'y').replace(/(?<=.{3})(?:es|(?<![su])s|en?|i)$/, '')
}
