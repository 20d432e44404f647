import * as z from 'zod'
import type { MappingTarget } from '../../../shared/mapping/targets.ts'
import { fileTable, type SourceFile } from './files.ts'
import { missingPages } from './missing-pages.ts'
import { fileFact, type FactsOfFile, setFileFact } from './source-facts.ts'
import { allRows, type Database, oneNumber, sql, transaction } from './sqlite.ts'

/* Pages of one list in several files: a page that says that another follows is whole once the others are there. */

type Page = NonNullable<FactsOfFile['page']>

/**
 * Takes pages whose list is complete for whole files, and no longer where a page was removed. Files are of one list by their form. All pages are
 * there where they hold as many entries as the list says; or else where one alone names no other that follows, and the others are as long as each other
 * and no shorter than it.
 */
export function settlePages(database: Database): void {
  const lists = new Map<string, SourceFile[]>()
  for (const file of fileTable.list(database)) {
    const form = formOf(file)
    if (form !== null) lists.set(form, [...(lists.get(form) ?? []), file])
  }
  for (const files of lists.values()) {
    storeMissingPages(database, files)
    const pages = files.flatMap((file) => {
      const page = fileFact(database, file.id, 'page')
      return page === null ? [] : [{ file, page }]
    })
    if (pages.length === 0) continue
    const isWhole = files.length > 1 && areAllThere(database, files, pages)
    for (const { file, page } of pages) if (page.isSettled !== isWhole) settle(database, file, page, isWhole)
  }
}

/** Stores with each file the names of the pages before it that are missing by the numbers in the names of the files. */
function storeMissingPages(database: Database, files: readonly SourceFile[]): void {
  const missing = missingPages(files.filter(({ id }) => fileFact(database, id, 'page')?.isSettled !== false))
  for (const { id } of files) setFileFact(database, id, 'missing-pages', missing.get(id) ?? [])
}

const maxNamed = 3

/** Why a file is read as it is, and which pages before it are missing; empty: nothing reads it. */
export function reasonOf(database: Database, { id, recognition }: SourceFile): string {
  const names = fileFact(database, id, 'missing-pages') ?? []
  if (recognition === null || names.length === 0) return recognition?.reason ?? ''
  const shown = names.slice(0, maxNamed).join(', ')
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''
  return `${recognition.reason}; check that no page is missing: ${shown}${more} ${names.length === 1 ? 'is' : 'are'} not among the files`
}

/**
 * Files of one form hold records of one kind; null: its records are of no kind. Columns that tell the users of a page apart are mapped on every page of the
 * list, others only where a value of the page shows what they are.
 */
function formOf({ complete, recognition, mapping, format }: SourceFile): string | null {
  if (!complete || recognition === null) return null
  const { provider, shape } = recognition
  const columns = mapping?.columns ?? null
  const keys = columns?.filter(({ target }) => keysOfList.includes(target))
  const shown = keys === undefined || keys.length === 0 ? columns : keys
  return JSON.stringify([format, provider, shape, shown?.map(({ path }) => path).toSorted() ?? null])
}

const keysOfList: readonly MappingTarget[] = ['source-id', 'email']

function areAllThere(
  database: Database,
  files: readonly SourceFile[],
  pages: readonly { readonly file: SourceFile; readonly page: Page }[],
): boolean {
  const ended = files.filter(({ id }) => pages.every(({ file }) => file.id !== id))
  const total = Math.max(...pages.map(({ page }) => page.total ?? 0))
  const lengths = pages.map(({ page }) => page.entries)
  const entriesAtEnd = ended.reduce((sum, { records }) => sum + records, 0)
  const isChain = ended.length === 1 && new Set(lengths).size === 1 && entriesAtEnd <= Math.max(...lengths)
  if (total === 0 && !isChain) return false
  const needed = total > 0 ? total : lengths.reduce((sum, entries) => sum + entries, entriesAtEnd)
  return entriesIn(database, files, pages) >= needed
}

/** The entries of files, those that two of them have once. */
function entriesIn(
  database: Database,
  files: readonly SourceFile[],
  pages: readonly { readonly page: Page }[],
): number {
  const ids = files.map(({ id }) => id).join(', ')
  const users = `SELECT count(DISTINCT coalesce(source_id, email, phone, id)) AS n FROM user WHERE file_id IN (${ids})`
  const parts = `SELECT count(*) AS n FROM partial_record AS p LEFT JOIN user ON user.id = p.user_id
    WHERE p.file_id IN (${ids}) AND (user.file_id IS NULL OR user.file_id NOT IN (${ids}))`
  // The sentence about a page that is not settled counts as a record that cannot be read.
  const open = pages.filter(({ page }) => !page.isSettled).length
  const others = files.reduce(
    (sum, { unreadable, other }) => sum + unreadable + Object.values(other).reduce((all, n) => all + n, 0),
    -open,
  )
  return oneNumber(sql(database, users)) + oneNumber(sql(database, parts)) + others
}

const sentenceRow = z.object({ line: z.number(), byte: z.number(), reason: z.string() })

/** Takes the sentence about a further page away, or puts it back. */
function settle(database: Database, file: SourceFile, page: Page, isSettled: boolean): void {
  const { id, records, unreadable } = file
  transaction(database, () => {
    if (isSettled) {
      const last = 'SELECT line, byte, reason FROM unreadable WHERE file_id = ? ORDER BY byte DESC LIMIT 1'
      const [sentence] = allRows(sentenceRow, sql(database, last), id)
      if (sentence === undefined || file.truncation === null) return
      sql(database, 'DELETE FROM unreadable WHERE file_id = ? AND byte = ? AND reason = ?').run(
        id,
        sentence.byte,
        sentence.reason,
      )
      fileTable.change(database, id, { truncation: null, records: records - 1, unreadable: unreadable - 1 })
      setFileFact(database, id, 'page', { ...page, isSettled, sentence, truncation: file.truncation })
    } else if (page.sentence !== undefined) {
      const { line, byte, reason } = page.sentence
      sql(database, "INSERT INTO unreadable (file_id, line, byte, kind, reason) VALUES (?, ?, ?, 'record', ?)").run(
        id,
        line,
        byte,
        reason,
      )
      fileTable.change(database, id, {
        truncation: page.truncation ?? reason,
        records: records + 1,
        unreadable: unreadable + 1,
      })
      setFileFact(database, id, 'page', { ...page, isSettled })
    }
  })
}
