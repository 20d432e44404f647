import { sectionWord } from '../places.ts'

/** The words for tables in a form of file, and for the file that holds them. */
export type TableTerms = { readonly one: string; readonly whole: string }

/** A workbook has sheets, a database and a dump have tables. */
export function tableTerms(format: string | null): TableTerms {
  const one = sectionWord(format)
  return { one, whole: one === 'sheet' ? 'workbook' : format === 'sqlite' ? 'database' : 'dump' }
}

const maxNamed = 12

/** Names for a sentence, the first dozen of them. */
export function listed(names: readonly string[]): string {
  const more = names.length - maxNamed
  return more > 0 ? `${names.slice(0, maxNamed).join(', ')} and ${more} more` : names.join(', ')
}
