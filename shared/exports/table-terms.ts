/** What tables are called in a form of file, and what holds them. */
export type TableTerms = { readonly one: string; readonly whole: string }

/** A workbook has sheets, a database and a dump have tables. */
export function tableTerms(format: string | null): TableTerms {
  if (format === 'xlsx') return { one: 'sheet', whole: 'workbook' }
  return { one: 'table', whole: format === 'sqlite' ? 'database' : 'dump' }
}

/** What a record of a form of file is called where its place is named. */
export function placeWord(format: string | null): 'row' | 'line' | 'document' {
  if (format === 'xlsx' || format === 'sqlite') return 'row'
  return format === 'bson' ? 'document' : 'line'
}

const maxNamed = 12

/** Names for a sentence, the first dozen of them. */
export function listed(names: readonly string[]): string {
  const more = names.length - maxNamed
  return more > 0 ? `${names.slice(0, maxNamed).join(', ')} and ${more} more` : names.join(', ')
}
