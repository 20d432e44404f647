import type { Explanations } from '../../../../shared/mapping/columns/explained-columns.ts'
import { commentsOfElements } from './definitions/inline-comments.ts'

/** A name: bare, with the mark of a temporary table of SQL Server, in `"`, in backticks or in brackets. `pathPattern`: with the names of database and schema before it. */
export const namePattern = '(?:"(?:[^"]|"")+"|`(?:[^`]|``)+`|\\[[^\\][]+\\]|#{0,2}[\\p{L}_][\\p{L}\\p{N}_$]*)'
export const pathPattern = `${namePattern}(?:\\s*\\.\\s*${namePattern}){0,3}`

const modifiers = '(?:(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE|OR\\s+\\w+)\\s+)*'
/** The beginning of a statement that adds rows. INSERT ALL of Oracle has several INTO. */
const verb = `^(?:(?:INSERT|REPLACE|UPSERT)\\s+(?:(?:ALL|FIRST)\\s+)?${modifiers}(?:INTO\\s+)?|INTO\\s+)`

/** PostgreSQL allows an alias of the table, to which ON CONFLICT refers. */
const otherName = `(?:\\s+AS\\s+${namePattern})?`

const insertHead = new RegExp(
  `${verb}(${pathPattern}?|\`\`|"")${otherName}(?:\\s*(?:OVERRIDING\\s+\\w+\\s+VALUE\\s+|FORMAT\\s+)?(VALUES?))?$`,
  'iu',
)
const queryHead = new RegExp(`${verb}(${pathPattern}?)\\s+(?:SELECT|WITH|TABLE)\\b`, 'iu')
const copyHead = new RegExp(`^COPY\\s+(${pathPattern})(?:\\s*(\\([^)]*\\)))?\\s+FROM\\s+STDIN\\b([^;]*);?$`, 'iu')
const tableHead = new RegExp(
  `^CREATE\\s+(?:(?:OR\\s+REPLACE|GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|CACHED|MEMORY|TEXT|ROW|COLUMN|TRANSIENT|MULTISET|SET|VOLATILE|FOREIGN|EXTERNAL)\\s+)*TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(${pathPattern})\\s*\\(`,
  'iu',
)
const names = new RegExp(namePattern, 'gu')
const firstName = new RegExp(`^\\s*(${namePattern})`, 'u')
/** Elements of CREATE TABLE that are keys or constraints; a column may also be called `key` or `index`. */
const noColumn = new RegExp(
  `^\\s*(?:PRIMARY\\s+KEY|CONSTRAINT\\s|FOREIGN\\s+KEY|UNIQUE\\s*(?:[(\`]|KEY|INDEX)|CHECK\\s*\\(|` +
    `(?:KEY|INDEX)\\s*(?:[(\`]|\\w+\\s*\\(\\s*[^\\d\\s)])|(?:FULLTEXT|SPATIAL)\\s*(?:KEY|INDEX|[(\`])|` +
    `EXCLUDE\\s*(?:USING|\\()|LIKE\\s|PERIOD\\s+FOR)`,
  'i',
)

/** Reads the beginnings of statements. */
export const sqlHead = {
  /**
   * Reads `INSERT INTO t`, or without a list of columns `INSERT INTO t VALUES` (`values`); null for anything else. A query that MySQL Workbench
   * exports has a table with an empty name.
   */
  readInsert: (text: string): { readonly table: string; readonly values: boolean } | null => {
    const head = insertHead.exec(withoutComments(text).trim())
    return head?.[1] === undefined
      ? null
      : { table: sqlHead.plainPath(head[1]) || 'unnamed', values: head[2] !== undefined }
  },
  /** Reads MySQL's `INSERT INTO t SET `, which assignments follow; null for anything else. `length`: its characters. */
  readSet: (text: string): { readonly table: string; readonly length: number } | null => {
    const head = setHead.exec(text)
    return head?.[1] === undefined ? null : { table: sqlHead.plainPath(head[1]), length: head[0].length }
  },
  /** Reads Cassandra's `INSERT INTO t JSON `, which a text follows; null for anything else. `length`: its characters. */
  readJson: (text: string): { readonly table: string; readonly length: number } | null => {
    const head = jsonHead.exec(text)
    return head?.[1] === undefined ? null : { table: sqlHead.plainPath(head[1]), length: head[0].length }
  },
  /** Reads `column =` at an index of an assignment list; null if there is none. `end`: index of the value. */
  readAssigned: (text: string, at: number): { readonly column: string; readonly end: number } | null => {
    assigned.lastIndex = at
    const found = assigned.exec(text)
    return found?.[1] === undefined ? null : { column: plainName(found[1]), end: assigned.lastIndex }
  },
  /** The table of an INSERT whose rows come from a query, by the text up to its first parenthesis; null for any other. */
  readQuery: (text: string): string | null => tableOf(queryHead, withoutComments(text).trim()),
  /** The table of any statement that adds rows; null for others. */
  insertedTable: (text: string): string | null => tableOf(insertedHead, withoutComments(text).trim()),
  /** The tables that a query without subqueries reads. */
  queriedTables: (query: string): readonly string[] =>
    [...withoutComments(query).matchAll(sources)].map(([, table = '']) => sqlHead.plainPath(table)),
  /** Whether a query follows the list of columns. */
  isQuery: (text: string): boolean =>
    /^(?:OVERRIDING\s+\w+\s+VALUE\s+)?(?:SELECT|WITH|TABLE)\b/i.test(withoutComments(text).trim()),
  /** Whether VALUES follows the list of columns. */
  isValues: (text: string): boolean =>
    /^(?:OVERRIDING\s+\w+\s+VALUE\s+|FORMAT\s+)?VALUES?$/i.test(withoutComments(text).trim()),
  /** Reads `COPY t (a, b) FROM stdin;`; null for any other COPY. `plain`: its rows follow in text format. */
  readCopy: (
    text: string,
  ): { readonly table: string; readonly columns: readonly string[] | null; readonly plain: boolean } | null => {
    const head = copyHead.exec(withoutComments(text).trim())
    if (head?.[1] === undefined) return null
    const columns = head[2] === undefined ? null : sqlHead.readColumns(head[2])
    return { table: sqlHead.plainPath(head[1]), columns, plain: !/\b(?:csv|binary|delimiter)\b/i.test(head[3] ?? '') }
  },
  /** The names of a list of columns in parentheses. */
  readColumns: (list: string): readonly string[] => (withoutComments(list).match(names) ?? []).map(plainName),
  /** The comments that a COMMENT ON COLUMN adds, or sp_addextendedproperty of SQL Server; empty for any other statement. */
  readComments: (text: string): readonly ({ readonly table: string } & TableKeys)[] => {
    const [, path = '', comment = ''] = commentHead.exec(text.trim()) ?? []
    const [column, ...table] = (path.match(names) ?? []).map(plainName).toReversed()
    const own = column === undefined ? [] : [{ table: table.toReversed().join('.'), column, comment }]
    return [...own, ...extendedProperties(text)].flatMap((one) => {
      const comments = new Map([[one.column.toLowerCase(), one.comment.replaceAll("''", "'")]])
      return one.table === '' ? [] : [{ table: one.table, key: [], foreignKeys: [], comments }]
    })
  },
  /** The keys that an ALTER TABLE adds; null for any other statement. */
  readAddedKeys: (text: string): ({ readonly table: string } & TableKeys) | null => {
    const plain = withoutComments(text).trim()
    const head = alteredHead.exec(plain)
    if (head?.[1] === undefined || !/\s(?:REFERENCES|PRIMARY\s+KEY)\b/i.test(plain)) return null
    const added = elements(plain.slice(head[0].length))
    const key = added.flatMap((element) => keyColumns(addedKey.exec(element)?.[1]))
    const foreignKeys = added.flatMap((element) => foreignKey(element, null) ?? [])
    return { table: sqlHead.plainPath(head[1]), key, foreignKeys }
  },
  /** Reads a CREATE TABLE; null for any other statement. */
  readTable: (text: string): CreatedTable | null => {
    const plain = withoutComments(text)
    const head = tableHead.exec(plain)
    if (head?.[1] === undefined) return null
    const key: string[] = []
    const computed: string[] = []
    const foreignKeys: ForeignKey[] = []
    const defaults = new Map<string, string>()
    const enums = new Map<string, readonly string[]>()
    const widths = new Map<string, number>()
    const comments = new Map<string, string>()
    const besides = inlineComments(text, plain)
    const columns = elements(plain.slice(head[0].length)).flatMap((element, at) => {
      key.push(...keyColumns(tableKey.exec(element)?.[1]))
      const column = noColumn.test(element) ? null : firstName.exec(element)
      const reference = foreignKey(element, column?.[1] === undefined ? null : plainName(column[1]))
      if (reference !== null) foreignKeys.push(reference)
      if (column?.[1] === undefined) return []
      if (/\sPRIMARY\s+KEY\b/i.test(element)) key.push(plainName(column[1]))
      const { isComputed, defaultValue, members } = columnOf(element) ?? {}
      if (members !== undefined && members !== null) enums.set(plainName(column[1]).toLowerCase(), members)
      if (isComputed === true) computed.push(plainName(column[1]))
      if (defaultValue !== undefined && defaultValue !== null) defaults.set(plainName(column[1]), defaultValue)
      const width = textWidth.exec(element.slice(column[0].length))?.[1]
      if (width !== undefined) widths.set(plainName(column[1]), Number(width))
      const [, single, double] = ownComment.exec(element) ?? []
      const comment = single ?? double ?? besides.get(at)
      if (comment !== undefined) comments.set(plainName(column[1]).toLowerCase(), comment)
      return [plainName(column[1])]
    })
    return { table: sqlHead.plainPath(head[1]), columns, computed, defaults, enums, key, foreignKeys, widths, comments }
  },
  /** A name with its schema and database, without quotation marks. */
  plainPath: (text: string): string => (text.match(names) ?? []).map(plainName).join('.'),
}

const setHead = new RegExp(`${verb}(${pathPattern})\\s+SET\\s`, 'iu')

const jsonHead = new RegExp(`${verb}(${pathPattern})\\s+JSON\\s+(?=')`, 'iu')

const assigned = new RegExp(`\\s*(?:${namePattern}\\s*\\.\\s*)?(${namePattern})\\s*:?=\\s*`, 'uy')

/** The table in the first group of a pattern; null if the pattern does not match. */
export function tableOf(head: RegExp, text: string): string | null {
  const [, table] = head.exec(text) ?? []
  return table === undefined ? null : sqlHead.plainPath(table)
}

const insertedHead = new RegExp(`${verb}(${pathPattern})(?=[\\s(]|$)`, 'iu')

const sources = new RegExp(`\\b(?:FROM|JOIN)\\s+(${pathPattern})`, 'giu')

/** Client commands that read statements or rows of another file (psql, mysql, SQL*Plus, sqlite3, sqlcmd), each on its own line. */
export const readsFile =
  /^(?:\\(?:copy|i|ir|include|include_relative)\s|\\\.[ \t]+\S|source\s+['"\w./~]|@@?\s?["\w./]|\.(?:read|import|restore)\s|:r\s)/i

/** A foreign key of one column. `table`, `key`: the table and column that it refers to; null for the primary key. */
type ForeignKey = { readonly column: string; readonly table: string; readonly key: string | null }

/**
 * The keys that a statement declares for a table. `key`: the columns of its primary key; `widths`: the characters that columns of text take;
 * `defaults`: the values of columns that a row leaves out, where they are constants; `comments`: the comments on columns, by names in lower case;
 * `explanations`: of values, in comments above the statement or on the table.
 */
export type TableKeys = {
  readonly key: readonly string[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly widths?: ReadonlyMap<string, number>
  readonly defaults?: ReadonlyMap<string, string>
  readonly comments?: ReadonlyMap<string, string>
  readonly explanations?: Explanations
}

/** The comment of MySQL on a column. Longer texts and those with quotation marks within are no names. */
const ownComment = /\sCOMMENT\s+(?:'([^'\\]{1,200})'|"([^"\\]{1,200})")/i
/** The comment of PostgreSQL and Oracle on a column. */
const commentHead = new RegExp(
  `^COMMENT\\s+ON\\s+COLUMN\\s+(${pathPattern})\\s+IS\\s+[NE]?'((?:[^']|''){1,200})'`,
  'iu',
)

/** The comments beside columns of a CREATE TABLE, by the places of these in its list. */
function inlineComments(text: string, plain: string): ReadonlyMap<number, string> {
  const [head] = text === plain ? [] : (tableHead.exec(text) ?? [])
  return head === undefined ? new Map() : commentsOfElements(text.slice(head.length))
}

const addedProperty = /\bsp_addextendedproperty\b((?:\s*,?\s*(?:@\w{1,20}\s*=\s*)?(?:N?'(?:[^']|'')*'|NULL|\d+))+)/gi
const argument = /(?:@(\w{1,20})\s*=\s*)?(?:N?'((?:[^']|'')*)'|NULL|\d+)/gi
/** The parameters in their order (sp_addextendedproperty, Transact-SQL). */
const parameters = ['name', 'value', 'level0type', 'level0name', 'level1type', 'level1name', 'level2type', 'level2name']

/** The descriptions of columns that SQL Server keeps beside its tables. */
function extendedProperties(
  text: string,
): readonly { readonly table: string; readonly column: string; readonly comment: string }[] {
  return [...text.matchAll(addedProperty)].flatMap(([, given = '']) => {
    const values = new Map(
      [...given.matchAll(argument)].map(([, name, value = ''], at) => [name?.toLowerCase() ?? parameters[at], value]),
    )
    const of = (name: string) => values.get(name) ?? ''
    if (of('name') !== 'MS_Description' || !/^column$/i.test(of('level2type'))) return []
    return [{ table: of('level1name'), column: of('level2name'), comment: of('value') }]
  })
}

/** The type of a column of text with its declared width, behind the name of the column. */
const textWidth =
  /^\s+["[]?(?:national\s+)?n?(?:var)?char(?:acter)?2?["\]]?(?:\s+varying)?\s*\(\s*(\d{1,6})(?:\s+(?:char|byte))?\s*\)/i

/** A CREATE TABLE. `computed`: generated columns; `enums`: the values of enumerations (MySQL), by the names of columns in lower case. */
export type CreatedTable = TableKeys & {
  readonly table: string
  readonly columns: readonly string[]
  readonly computed: readonly string[]
  readonly defaults: ReadonlyMap<string, string>
  readonly enums: ReadonlyMap<string, readonly string[]>
}

/** The part of a definition that gives values to rows. */
export type DeclaredColumns = Pick<CreatedTable, 'columns' | 'computed' | 'defaults' | 'enums'>

/** A column by its definition. `members`: the values of an enumeration. */
type DefinedColumn = {
  readonly name: string
  readonly isComputed: boolean
  readonly defaultValue: string | null
  readonly members: readonly string[] | null
}

/** The column that a definition defines; null: it defines none. */
export function columnOf(definition: string): DefinedColumn | null {
  const [, name] = noColumn.test(definition) ? [] : (firstName.exec(definition) ?? [])
  if (name === undefined) return null
  const isComputed = /\sAS\s*\(/i.test(definition.replaceAll(/'[^']*'/g, ''))
  return {
    name: plainName(name),
    isComputed,
    defaultValue: constantDefault(definition),
    members: membersOf(definition),
  }
}

const enumeration = new RegExp(`^\\s*${namePattern}\\s+ENUM\\s*\\(((?:\\s*'(?:[^']|'')*'\\s*,?)+)\\)`, 'iu')

function membersOf(definition: string): readonly string[] | null {
  const list = enumeration.exec(definition)?.[1]
  return list === undefined
    ? null
    : [...list.matchAll(/'((?:[^']|'')*)'/g)].map(([, one = '']) => one.replaceAll("''", "'"))
}

/** The constant that a column has in rows that leave it out; null: there is none, or only the database can compute it. */
function constantDefault(element: string): string | null {
  const [, bits, text, word] =
    /\sDEFAULT\s*\(*\s*(?:b'([01]{1,31})'|[NE]?'((?:[^']|'')*)'|([-+]?\d+(?:\.\d+)?|true|false)(?=[\s,)]|$))/i.exec(
      element.replace(/\sCOMMENT\s+'(?:[^']|'')*'/i, ''),
    ) ?? []
  if (bits !== undefined) return String(Number.parseInt(bits, 2))
  return text?.replaceAll("''", "'") ?? word?.toLowerCase() ?? null
}

const primaryKey = `(?:CONSTRAINT\\s+${namePattern}\\s+)?PRIMARY\\s+KEY\\b[^(]*\\(([^)]*)\\)`
const tableKey = new RegExp(`^\\s*${primaryKey}`, 'iu')
const addedKey = new RegExp(`^\\s*ADD\\s+${primaryKey}`, 'iu')

/** The columns of a key; `[Id] ASC` names its order as well. */
function keyColumns(list = ''): readonly string[] {
  return list.split(',').flatMap((one) => sqlHead.readColumns(one).slice(0, 1))
}

const ownReference = new RegExp(`\\sREFERENCES\\s+(${pathPattern})\\s*(?:\\(([^)]*)\\))?`, 'iu')
const tableReference = new RegExp(
  `\\bFOREIGN\\s+KEY\\s*(?:${namePattern}\\s*)?\\(([^)]*)\\)\\s*REFERENCES\\s+(${pathPattern})\\s*(?:\\(([^)]*)\\))?`,
  'iu',
)
/** The beginning of an ALTER TABLE, with the table. */
export const alteredHead = new RegExp(`^ALTER\\s+TABLE\\s+(?:(?:IF\\s+EXISTS|ONLY)\\s+)*(${pathPattern})\\s`, 'iu')

/** The foreign key that an element of CREATE TABLE or ALTER TABLE declares; null if none, or if it has several columns. */
function foreignKey(element: string, column: string | null): ForeignKey | null {
  const declared = tableReference.exec(element)
  const own = declared === null && column !== null ? ownReference.exec(element) : null
  const [columns, table, keys] =
    declared !== null
      ? [sqlHead.readColumns(declared[1] ?? ''), declared[2], declared[3]]
      : [[column ?? ''], own?.[1], own?.[2]]
  const [first] = columns
  if (table === undefined || first === undefined || columns.length > 1) return null
  return { column: first, table: sqlHead.plainPath(table), key: sqlHead.readColumns(keys ?? '')[0] ?? null }
}

/** The elements of a list up to its closing parenthesis. */
export function elements(body: string): readonly string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (const token of body.matchAll(
    /'(?:[^'\\]|''|\\(?:.|$))*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|[(),]/gs,
  )) {
    if (token[0] === '(') depth += 1
    else if (token[0] === ')') depth -= 1
    if (depth < 0 || (depth === 0 && token[0] === ',')) {
      found.push(body.slice(start, token.index))
      start = token.index + 1
    }
    if (depth < 0) return found
  }
  return [...found, body.slice(start)]
}

function plainName(text: string): string {
  const internal = text.slice(1, -1)
  if (text.startsWith('"')) return internal.replaceAll('""', '"')
  if (text.startsWith('`')) return internal.replaceAll('``', '`')
  return text.startsWith('[') ? internal : text
}

/** Removes comments, but not text within strings and quoted names. */
export function withoutComments(text: string): string {
  if (!text.includes('--') && !text.includes('/*') && !text.includes('#')) return text
  return text.replaceAll(
    /'(?:[^'\\]|''|\\(?:.|$))*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|(--[^\n]*(?:\n|$)|\/\*[^]*?\*\/|(?<=\n)[ \t]{0,40}#[^\n]*(?:\n|$))/gs,
    (part, comment?: string) => (comment === undefined ? part : ' '),
  )
}
