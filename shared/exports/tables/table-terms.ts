import { sectionWord } from '../../places.ts'

/** The words for a table in a file format, and for the file. */
export type TableTerms = { readonly one: string; readonly many: string; readonly whole: string }

/** The words for a format: a workbook has sheets, a database or dump has tables, a directory has kinds of entries, XML of elements; lists of JSON and YAML are tables. */
export function tableTerms(format: string | null): TableTerms {
  if (format === 'ldif') return { one: 'kind of entry', many: 'kinds of entries', whole: 'file' }
  if (format === 'json' || format === 'ndjson' || format === 'yaml')
    return { one: 'table', many: 'tables', whole: 'file' }
  if (format === 'xml') return { one: 'kind of element', many: 'kinds of elements', whole: 'file' }
  const one = sectionWord(format)
  return { one, many: `${one}s`, whole: one === 'sheet' ? 'workbook' : format === 'sqlite' ? 'database' : 'dump' }
}

/** Advice for a dump whose rows and table definitions are in two files. */
export const schemaFirst = 'put both into one file, the tables first (cat schema.sql data.sql > all.sql)'

const maxNamed = 12

/** Lists at most a dozen names for a sentence. */
export function listed(names: readonly string[]): string {
  const more = names.length - maxNamed
  return more > 0 ? `${names.slice(0, maxNamed).join(', ')} and ${more} more` : names.join(', ')
}
