import { isUtf8 } from 'node:buffer'
import { parse } from 'csv-parse/sync'
import type { Chunk } from '../../electron/engine/reading/file-bytes.ts'
import { holdsLines, surveyJson } from '../../electron/engine/reading/json/json-survey.ts'
import { mayHoldUsersInValues } from '../../electron/engine/reading/yaml/yaml-file.ts'
import type { OpenedExport, RawRecord } from '../../electron/engine/reading/open-export.ts'
import { parseJson } from '../../electron/engine/reading/json/json-value.ts'

const headSize = 256 * 1024
const maxCompared = 512 * 1024

/**
 * Compares with another reader of the same content, where there is one: csv-parse for tables, JSON.parse for JSON, and
 * lines. Answers the difference, or null; `compared` counts the comparisons.
 */
export async function compareWithReference(
  opened: OpenedExport,
  content: Buffer,
  records: readonly RawRecord[],
): Promise<{ readonly compared: boolean; readonly fault: string | null }> {
  const none = { compared: false, fault: null }
  if (content.length > maxCompared || !isUtf8(content)) return none
  switch (opened.format) {
    case 'csv':
      return compareTable(opened, content, records) ?? none
    case 'json':
      return compareJson(content, records) ?? (await nothingBetween(content, records)) ?? none
    case 'ndjson':
      return compareLines(content, records) ?? none
    default:
      return none
  }
}

type Compared = { readonly compared: true; readonly fault: string | null }

/** From the first record on, csv-parse finds as many rows, with the same cells. Where it refuses, there is nothing to compare with. */
function compareTable(
  { delimiter, header }: OpenedExport,
  content: Buffer,
  records: readonly RawRecord[],
): Compared | null {
  const text = content.toString('utf8', records[0]?.offset ?? content.length)
  // Words of a line without a delimiter are told apart by blanks and by what they look like.
  if (text.startsWith('\uFEFF') || (delimiter === null && (header?.length ?? 1) > 1)) return null
  let rows: string[][]
  try {
    rows = parse(text, {
      delimiter: delimiter ?? ',',
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    })
  } catch {
    return null
  }
  const wrong = records.findIndex(
    (record, index) =>
      record.kind === 'record' &&
      (header ?? Object.keys(record.value)).some(
        (name, at) => (record.value[name] ?? '') !== (rows[index]?.[at] ?? ''),
      ),
  )
  if (rows.length !== records.length) return differs(`csv-parse finds ${rows.length} rows, not ${records.length}`)
  return differs(wrong === -1 ? null : `csv-parse finds other cells in row ${wrong}`)
}

/** Valid JSON has as many records as its list has elements, as the lists in its pages have together, or as it has members. */
function compareJson(content: Buffer, records: readonly RawRecord[]): Compared | null {
  let value: unknown
  try {
    value = JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
  // Of two members with one name JSON.parse keeps the last.
  if (/"(?:__proto__|constructor|toString|hasOwnProperty|__defineGetter__|)"\s*:/.test(content.toString('latin1')))
    return null
  const pages = Array.isArray(value) ? value : [value]
  const counts = [pages.length, ...sumsOfLists(pages), ...membersOf(value)]
  // A list that is one page of several has an entry at its end that says so.
  const found = records.filter((record) => record.kind !== 'unreadable' || record.truncates !== true)
  const others = found.length - ofNamedLists(pages, found)
  return differs(
    counts.includes(found.length) || others === 0 || counts.includes(others)
      ? null
      : `${found.length} records, ${others} of them in no list of their table's name, where JSON.parse finds ${counts.join(' or ')}`,
  )
}

/** How many records are accounted for by whole lists, since a table is named by the path of its list. */
function ofNamedLists(pages: readonly unknown[], records: readonly RawRecord[]): number {
  const lists = pages.flatMap((page) => listsIn(page, deepestList))
  const named = records.map((record) => (record.kind === 'record' ? record.table : undefined))
  return [...new Set(named)].reduce((total, table) => {
    const rows = named.filter((name) => name === table).length
    const size = lists.filter(({ path }) => path === table).reduce((sum, list) => sum + list.size, 0)
    return total + (rows < size ? 0 : size)
  }, 0)
}

/** The members of an object that keeps nothing but users, each under its key, as `occ user:list` of Nextcloud does. */
function membersOf(value: unknown): readonly number[] {
  const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : []
  const areObjects = members.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
  return members.length > 0 && areObjects ? [members.length] : []
}

/** In a list that holds the records themselves, only brackets and commas lie between one record and the next. */
async function nothingBetween(content: Buffer, records: readonly RawRecord[]): Promise<Compared | null> {
  const { shape } = await surveyJson(oneChunk(content))
  if (shape.key !== null) return null
  // Users of requests, and of accounts in values, lie at any depth.
  if (mayHoldUsersInValues(content.toString('utf8'))) return null
  // Users that an object keeps by their keys may lie at any depth of it.
  if (records.some(({ offset }) => content[offset] === 0x22)) return null
  const swallowed = records.findIndex((record, index) => {
    if (record.kind === 'unreadable') return false
    const text = content.toString('utf8', record.offset, records[index + 1]?.offset).replace(/[\s,[\]]*$/, '')
    return parseJson(text).kind !== 'record'
  })
  return differs(swallowed === -1 ? null : `something is left out behind record ${swallowed}`)
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Chunk> {
  yield { kind: 'bytes', bytes }
}

/**
 * Sums over one to three lists of the pages, such as users and federated users, however deep the lists lie; a page without them
 * counts once or not.
 */
function sumsOfLists(pages: readonly unknown[]): readonly number[] {
  const lists = pages.map((page) => listsIn(page, deepestList))
  const names = [...new Set(lists.flatMap((of) => of.map(({ name }) => name)))].slice(0, 20)
  const sumOf = (chosen: readonly string[]) => {
    const sizes = lists.map((of) => of.filter(({ name }) => chosen.includes(name)).map(({ size }) => size))
    const sum = sizes.flat().reduce((total, size) => total + size, 0)
    return [sum, sum + sizes.filter((of) => of.length === 0).length]
  }
  const sums = names.flatMap((one, first) =>
    names
      .slice(first)
      .flatMap((two, second) => names.slice(first + second).flatMap((three) => sumOf([one, two, three]))),
  )
  return [...new Set(sums)]
}

/** Zitadel has its users in lists of organizations, Ghost in a list of databases. */
const deepestList = 6

type NamedList = { readonly name: string; readonly path: string; readonly size: number }

/** The lists in a value; `path` names all members that lead to one, but no positions in lists. */
function listsIn(value: unknown, depth: number, around: readonly string[] = []): readonly NamedList[] {
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const at = Array.isArray(value) ? around : [...around, name]
    const own = Array.isArray(member) ? [{ name, path: at.join('.'), size: member.length }] : []
    return [...own, ...listsIn(member, depth - 1, at)]
  })
}

/** Where each line is a record, every line that is not blank is one, readable or not. */
function compareLines(content: Buffer, records: readonly RawRecord[]): Compared | null {
  const text = content.toString('utf8').replace(/^\uFEFF/, '')
  if (!holdsLines(content.subarray(0, headSize), content.length <= headSize) || /\r(?!\n)/.test(text)) return null
  const filled = text.split('\n').flatMap((line, index) => (/[^\s,]/.test(line) ? [index + 1] : []))
  const found = [...new Set(records.map(({ line }) => line))]
  const missing = filled.filter((line) => !found.includes(line))
  return differs(
    missing.length === 0 && found.length === filled.length
      ? null
      : `lines without a record: ${missing.slice(0, 5).join(', ')}`,
  )
}

function differs(fault: string | null): Compared {
  return { compared: true, fault }
}
