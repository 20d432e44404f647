import { listed } from '../../../../../shared/exports/tables/table-terms.ts'
import { withoutSchema } from '../../../../../shared/mapping/names/column-words.ts'
import { codeOf } from '../sql-code.ts'
import type { StatementFault } from '../../raw-record.ts'
import type { SqlDialect } from '../sql-tokenizer.ts'
import { namePattern, pathPattern, readsFile, sqlHead, tableOf } from '../sql-heads.ts'
import {
  endOfValue,
  escapePattern,
  isConstant,
  readRow,
  readValue,
  splitComments,
  type SqlConstant,
  statementEnd,
} from '../sql-values.ts'

/** A statement that changes or removes earlier rows of the dump and is simple enough to be applied exactly as a database would. */
export type RowChange = {
  readonly table: string
  /** Offset of the statement; it applies to rows with a smaller one. */
  readonly offset: number
  readonly line: number
  /** The new values by column; null if rows are removed. */
  readonly set: Readonly<Record<string, SqlConstant>> | null
  /** Conditions that a row must all meet; empty for all rows. */
  readonly where: readonly Condition[]
  /** The change is a later row with the same key, not a separate statement. */
  readonly isRow?: true
}

type Condition = { readonly column: string; readonly values: readonly SqlConstant[]; readonly not: boolean }

const alias = `(?:\\s+(?:AS\\s+)?(?!(?:SET|WHERE|USING|FROM|ORDER|LIMIT|RETURNING)\\b)${namePattern})?`
const updateHead = new RegExp(
  `^UPDATE\\s+(?:(?:ONLY|LOW_PRIORITY|IGNORE|OR\\s+\\w+)\\s+)*(${pathPattern})${alias}\\s+SET\\s+`,
  'iu',
)
const deleteHead = new RegExp(
  `^DELETE\\s+(?:(?:LOW_PRIORITY|QUICK|IGNORE)\\s+)*(?:FROM\\s+)?(?:ONLY\\s+)?(?!(?:FROM|ONLY|TOP)\\b)(${pathPattern})${alias}(?=\\s|;|$)`,
  'iu',
)
const truncateHead = new RegExp(`^TRUNCATE\\s+(?:TABLE\\s+)?(?:ONLY\\s+)?(${pathPattern})(?=\\s|;|$)`, 'iu')
const mergeHead = new RegExp(`^MERGE\\s+(?:INTO\\s+)?(${pathPattern})(?=\\s)`, 'iu')

/** A statement that changes or adds rows and that only a database can apply. */
function unapplied(how: string): StatementFault {
  return { statement: 'unapplied-change', reason: `This statement changes or adds rows ${how} ${wayOut}` }
}

const wayOut = 'Load the dump into a database and export the table again.'
/** The way to have statements applied that change rows in another file. */
export const putTogether =
  'put both into one file, the rows first (cat rows.sql changes.sql > all.sql), or load both into a database and export the table of users'
/** Why a statement that changes or adds rows is not applied. */
export const changeFaults: Readonly<
  Record<'change' | 'column' | 'drop' | 'merge' | 'update' | 'manyKeys' | 'query', StatementFault>
> = {
  change: unapplied('of a table that was read, in a way that only the database can evaluate.'),
  /** A condition on a key that the database gives to rows, and that the dump does not have. */
  column: unapplied('of a table that was read, and its rows lack a column of its condition.'),
  /** The end of the table, such as of a script that removes what it has made. */
  drop: unapplied(
    'of a table that was read: it removes the table (DROP TABLE), and only the database can tell what is left.',
  ),
  /** MERGE, which may be the only statement about its table. */
  merge: unapplied('by a comparison with the rows that are there (MERGE), which only the database can make.'),
  /** A row with the key of an earlier row, of which it changes some columns. */
  update: unapplied('with a key that came before: this row changes the earlier one, which was read.'),
  /** A table with more rows than are compared. */
  manyKeys: unapplied('of which more may take the place of earlier ones with the same key than are compared here.'),
  /** A query, which adds rows that are not in the dump. */
  query: unapplied('by a query or a procedure (INSERT … SELECT), which only the database can answer.'),
}

/** A file in the line of a command. A damaged row may look like a command and hold anything, so the endings are known ones. */
const namedFile =
  /(?:^|[\s'"@])([\w./\\~:-]{1,100}\.(?:sql|psql|csv|tsv|tab|txt|dat|data|dump|dmp|bak|gz|bz2|xz|zip))(?=['"]?(?:[\s;]|$))/i

/** The statement at the beginning of a line that changes or removes rows of a table. */
const scripted = new RegExp(
  `^[ \\t]{0,40}(?:(update)\\s{1,9}(?:only\\s{1,9})?(?=${pathPattern}${alias}\\s{1,9}set\\s)|(delete)\\s{1,9}from\\s{1,9}(?:only\\s{1,9})?|(truncate)\\s{1,9}(?:table\\s{1,9})?)(${pathPattern})`,
  'gimu',
)

/** Finds out which rows a statement changes. */
export const sqlChange = {
  /** The message for a script of changes to rows of another file; null: the script has no changes. `text`: the beginning of the script. */
  ofScript: (text: string): string | null => {
    const found = [...text.matchAll(scripted)]
    const tables = [...new Set(found.map(([, , , , table = '']) => sqlHead.plainPath(table)))]
    if (tables.length === 0) return null
    const kinds = [
      ...new Set(found.map(([, update, remove, truncate]) => (update ?? remove ?? truncate ?? '').toUpperCase())),
    ]
    return `This script has no rows, only statements that change rows of ${listed(tables)} (${kinds.join(', ')}). They are not applied to rows in another file. If one of these tables holds users or their logins, ${putTogether}. If none does, leave this file out.`
  },
  /** A command that reads another file: of the command, only its first word and the name of that file are quoted. */
  otherFileFault: (text: string): StatementFault => {
    const line = text.split('\n', 1)[0] ?? ''
    const [command = ''] = /^(?:\\\.|@@?|[\\.:]?\w{1,20})/.exec(line) ?? []
    const file = namedFile.exec(line)?.[1] ?? ''
    const shown = command.startsWith('@') ? `${command}${file}` : `${command} ${file}`.trim()
    const what = `This command reads another file, whose rows are not in this dump: ${shown}.`
    const reason = `${what} Choose that file as well, or load the dump into a database and export the table again.`
    return { statement: 'other-file', reason }
  },
  /** The one of these tables whose rows a statement changes; null if it changes none. A table that the statement only reads does not count. */
  changedTable: (statement: string, tables: Iterable<string>, dialect: SqlDialect): string | null => {
    const text = splitComments(statement, dialect).code.trim()
    const head = updateHead.exec(text) ?? deleteHead.exec(text) ?? truncateHead.exec(text) ?? mergeHead.exec(text)
    const known = [...tables]
    if (head?.[1] === undefined) return known.find((table) => isNamed(codeOf(text, dialect), table)) ?? null
    const written = sqlHead.plainPath(head[1])
    // `UPDATE u SET ... FROM users u`
    return (
      known.find((table) => isSameTable(table, written)) ??
      known.find((table) => isNamed(codeOf(text, dialect), table, `\\s+(?:AS\\s+)?${escapePattern(written)}`)) ??
      null
    )
  },
  /** The table that MERGE adds rows to. */
  mergedTable: (statement: string): string | null => tableOf(mergeHead, statement),
  /** The table that a statement fills from another file. */
  filledTable: (statement: string): string | null => {
    const head = filledHead.exec(statement.trim())
    const written = head?.[1] ?? head?.[2] ?? head?.[3]
    return written === undefined ? null : sqlHead.plainPath(written)
  },
  /** Whether a statement removes a table. */
  isDrop: (statement: string, dialect: SqlDialect): boolean =>
    /^drop\s+(?:foreign\s+)?table\b/i.test(codeOf(statement.trim(), dialect)),
  /**
   * The first of these tables that another kind of statement may change; null if none. Such a statement drops or renames a table, changes
   * rows within a WITH, rolls back, reads statements of another file, executes a text, or calls a routine that changes rows (`routines`) or that the dump does not define.
   */
  alteredTable: (
    statement: string,
    tables: Iterable<string>,
    routines: ReadonlySet<string>,
    dialect: SqlDialect,
  ): string | null => {
    const text = statement.trim().replace(/^(?:begin|declare)\s+(?=exec|call)/i, '')
    const code = codeOf(text, dialect)
    const known = [...tables]
    const named = (within: string) => known.find((table) => isNamed(within, table)) ?? null
    if (/^(?:drop\s+(?:foreign\s+)?table|rename\s+table)\b/i.test(code)) return named(code)
    if (/^with\s/i.test(code)) {
      const changed = [...code.matchAll(changeWithin)].map(([, table = '']) => sqlHead.plainPath(table))
      return known.find((table) => changed.some((one) => isSameTable(table, one))) ?? null
    }
    if (/^alter\s+table\b/i.test(code)) {
      const head = /^[^]*?(?=\srename\s+to\s|\stype\s[^]*\susing\s)/i.exec(code)
      return head === null ? null : named(head[0])
    }
    if (readsFile.test(code) && !/^\\copy\s/i.test(code)) return known[0] ?? null
    if (/^rollback\b(?!\s+(?:\w+\s+)?to\b)/i.test(code)) return known[0] ?? null
    const tells = /\b(?:update|delete|merge|truncate|insert|drop)\b/i.test(text)
    if (/^(?:exec(?:ute)?|prepare)\b/i.test(code) && tells)
      return named(text) ?? (text.includes('?') ? (known[0] ?? null) : null)
    if (/^(?:call|exec(?:ute)?)\b/i.test(code) && !systemRoutine.test(code)) return known[0] ?? null
    const called = /^(?:select|perform)\b/i.test(code)
      ? [...code.matchAll(/(?<![\p{L}\p{N}_$])[\p{L}_][\p{L}\p{N}_$]{0,100}(?="?\s{0,9}\()/gu)]
      : []
    return called.some(([one]) => routines.has(one.toLowerCase())) ? (known[0] ?? null) : null
  },
  /** The routine that a statement creates, in lower case, if its body changes rows; else null. */
  changingRoutine: (statement: string): string | null => {
    const head = new RegExp(
      `\\b(?:function|procedure|proc)\\s+(?:if\\s+not\\s+exists\\s+)?(${pathPattern})`,
      'iu',
    ).exec(statement)
    if (head?.[1] === undefined || !/\b(?:update|delete|merge|truncate)\s/i.test(statement)) return null
    return sqlHead.plainPath(head[1]).split('.').at(-1)?.toLowerCase() ?? null
  },
  /** The effect of a statement on rows; null if only the database can evaluate it. */
  read: (statement: string, dialect: SqlDialect): Pick<RowChange, 'set' | 'where'> | null => {
    const text = splitComments(statement, dialect).code.trim().replace(statementEnd, '')
    if (truncateHead.test(text)) return { set: null, where: [] }
    const removal = deleteHead.exec(text)
    if (removal !== null) {
      const where = readWhere(text.slice(removal[0].length).trim(), dialect)
      return where === null ? null : { set: null, where }
    }
    const head = updateHead.exec(text)
    if (head === null) return null
    const list = `(${text.slice(head[0].length)})`
    const set: Record<string, SqlConstant> = {}
    for (let at = 1; at < list.length;) {
      const assigned = sqlHead.readAssigned(list, at)
      if (assigned === null) return null
      const end = endOfValue(list, assigned.end, dialect)
      const value = list.slice(assigned.end, end)
      const behind = whereIn(value, dialect)
      const read = readValue(value.slice(0, behind).trim(), dialect)
      if (!isConstant(read) || assigned.column === '__proto__') return null
      set[assigned.column] = read
      if (behind < value.length || end === list.length - 1) {
        const where = readWhere(list.slice(assigned.end + behind, -1).trim(), dialect)
        return where === null ? null : { set, where }
      }
      at = end + 1
    }
    return null
  },
}

/** A change within a WITH, whose rows another statement uses: `WITH gone AS (DELETE FROM users ... RETURNING *) INSERT INTO archive ...`. */
const changeWithin = new RegExp(
  `\\bas\\s{0,9}(?:(?:not\\s{1,9})?materialized\\s{0,9})?\\(\\s{0,40}(?:update|delete\\s{1,9}from|merge\\s{1,9}into)\\s{1,9}(?:only\\s{1,9})?(${pathPattern})`,
  'giu',
)

const filledHead = new RegExp(
  `^(?:\\\\?copy\\s+(?:only\\s+)?(${pathPattern})(?=[^;]*\\sfrom\\s)|bulk\\s+insert\\s+(${pathPattern})|load\\s+(?:data|xml)\\s[^;]*?\\binto\\s+table\\s+(${pathPattern}))`,
  'iu',
)

/** Calls of system procedures, which change rows only if their argument is a statement. */
const systemRoutine = /^exec(?:ute)?\s+(?:[\w[\]]+\.)*\[?(?:sp_(?!executesql)|xp_|dbms_)/i

/** Whether code names a table, without its schema; `behind`: a pattern that must follow the name. */
function isNamed(code: string, table: string, behind = ''): boolean {
  const own = escapePattern(withoutSchema(table))
  return new RegExp(`(?<![\\p{L}\\p{N}_$])${own}["\`\\]]?${behind}(?![\\p{L}\\p{N}_$])`, 'iu').test(code)
}

/** The index of WHERE after a value, outside of strings; the length of the text if there is none. */
function whereIn(text: string, dialect: SqlDialect): number {
  return /\sWHERE\s/i.exec(codeOf(text, dialect))?.index ?? text.length
}

const compared = new RegExp(
  `^(?:${namePattern}\\s*\\.\\s*)?(${namePattern})\\s*(=|<>|!=|\\s+(?:NOT\\s+)?IN\\s*(?=\\()|\\s+IS\\s+(?:NOT\\s+)?NULL$)\\s*(.*)$`,
  'isu',
)

/** Reads `WHERE a = 1 AND b IN (2, 3)`, or no condition at all; null for any other condition. */
function readWhere(text: string, dialect: SqlDialect): readonly Condition[] | null {
  if (text === '' || /^WHERE\s+(?:1\s*=\s*1|true|1)$/i.test(text)) return []
  const list = /^WHERE\s+(.+)$/is.exec(text)?.[1]
  if (list === undefined) return null
  const conditions = partsOf(list, dialect).map((part) => readCondition(part, dialect))
  return conditions.every((condition) => condition !== null) ? conditions : null
}

function readCondition(text: string, dialect: SqlDialect): Condition | null {
  const bare = text.trim()
  const inside = /^\((.*)\)$/s.exec(bare)?.[1]
  if (inside !== undefined) return /[()]|\s(?:and|or)\s/i.test(inside) ? null : readCondition(inside, dialect)
  const [, column, sign = '', rest = ''] = compared.exec(bare) ?? []
  if (column === undefined) return null
  const plain = sqlHead.plainPath(column)
  const word = sign.trim().toUpperCase()
  if (word.startsWith('IS')) return { column: plain, values: [null], not: word.includes('NOT') }
  const written = rest.trim()
  const values = word.endsWith('IN') ? readRow(written, dialect)?.values : [readValue(written, dialect)]
  // In SQL neither `= NULL` nor `<> NULL` is ever true.
  if (values?.every((value) => typeof value === 'string') !== true) return null
  return { column: plain, values, not: word === '<>' || word === '!=' || word.startsWith('NOT') }
}

/** Splits conditions at each AND outside of strings and parentheses. */
function partsOf(list: string, dialect: SqlDialect): readonly string[] {
  const text = `(${list})`
  const parts: string[] = []
  let from = 1
  for (const match of text.matchAll(/\sAND\s/gi)) {
    const before = text.slice(from, match.index)
    if (
      (before.match(/'/g)?.length ?? 0) % 2 === 1 ||
      (before.match(/\(/g)?.length ?? 0) !== (before.match(/\)/g)?.length ?? 0)
    )
      continue
    parts.push(before)
    from = match.index + match[0].length
  }
  // The last condition ends before a comma outside of parentheses.
  parts.push(text.slice(from, Math.max(from, endOfValue(text, from, dialect))))
  return parts
}

/** Whether two names mean the same table: case is ignored, and either may lack its schema. */
export function isSameTable(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)
}
