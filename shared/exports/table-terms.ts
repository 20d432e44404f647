import { sectionWord } from '../places.ts'

/** The words for tables in a form of file, and for the file that holds them. */
export type TableTerms = { readonly one: string; readonly many: string; readonly whole: string }

/** A workbook has sheets, a database and a dump have tables, a directory has kinds of entries. */
export function tableTerms(format: string | null): TableTerms {
  if (format === 'ldif') return { one: 'kind of entry', many: 'kinds of entries', whole: 'file' }
  const one = sectionWord(format)
  return { one, many: `${one}s`, whole: one === 'sheet' ? 'workbook' : format === 'sqlite' ? 'database' : 'dump' }
}

/** The way out for a dump whose rows and tables are in two files. */
export const schemaFirst = 'put both into one file, the tables first (cat schema.sql data.sql > all.sql)'

const maxNamed = 12

/** Names for a sentence, the first dozen of them. */
export function listed(names: readonly string[]): string {
  const more = names.length - maxNamed
  return more > 0 ? `${names.slice(0, maxNamed).join(', ')} and ${more} more` : names.join(', ')
}
