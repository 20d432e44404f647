import { type Explanations, explanationsIn } from '../../../../../shared/mapping/columns/explained-columns.ts'
import { pathPattern, sqlHead, type TableKeys, tableOf } from '../sql-heads.ts'
import type { SqlScan } from '../sql-rows.ts'

/*
 * Explanations of values that stand apart from their columns: in comments above the statement of a table, and in the comment on a table.
 */

/** Comments are kept up to the next statement about a table: the last lines of them, and the beginning of each. */
const maxLines = 40
const maxLine = 300
const mayExplain = /\d|[A-Z]['"]?\s{0,3}[=:-]/

/** The lines of comments since the last statement about a table. */
type CommentLines = {
  readonly note: (comment: string) => void
  /** Notes what they explain of the table that a statement defines or fills, by its beginning. */
  readonly explain: (sqlScan: SqlScan, start: string) => void
}

export function createCommentLines(): CommentLines {
  let lines: string[] = []
  return {
    note: (comment) => {
      // A label may have its list in the lines below.
      const added = comment.split('\n').map((line) => line.slice(0, maxLine))
      lines = [...lines, ...added].slice(-maxLines)
    },
    explain: (sqlScan, start) => {
      if (lines.length === 0) return
      const table = tableIn(Buffer.from(start, 'latin1').toString('utf8'))
      if (table === null) return
      const explanations = lines.some((line) => mayExplain.test(line)) ? explanationsIn(lines) : none
      lines = []
      if (explanations.size > 0) sqlScan.noteKeys(table, { key: [], foreignKeys: [], explanations })
    },
  }
}

const none: Explanations = new Map()

const created = new RegExp(
  `^CREATE\\s+(?:\\w+\\s+){0,4}TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(${pathPattern})(?=[\\s(])`,
  'iu',
)
const copied = new RegExp(`^COPY\\s+(${pathPattern})(?=[\\s(])`, 'iu')

function tableIn(start: string): string | null {
  return tableOf(created, start) ?? sqlHead.insertedTable(start) ?? tableOf(copied, start)
}

/** The comment on a table behind its columns (MySQL). Another comment stands before a comma or a parenthesis. */
const ofTable = /\sCOMMENT\s{0,3}=?\s{0,3}'((?:[^'\\]|''){1,300})'[^,()']{0,200}$/i

/** The explanations in the comment on a table that its CREATE TABLE has. */
export function explanationsOfTable(statement: string): Explanations {
  return explanationsInText(ofTable.exec(statement.slice(-600))?.[1] ?? '')
}

const onTable = new RegExp(`^COMMENT\\s+ON\\s+TABLE\\s+(${pathPattern})\\s+IS\\s+[NE]?'((?:[^']|''){1,600})'`, 'iu')

/** The explanations in a COMMENT ON TABLE, with the table; null for any other statement. */
export function tableComment(statement: string): ({ readonly table: string } & TableKeys) | null {
  const [, table, comment] = onTable.exec(statement.trim()) ?? []
  if (table === undefined || comment === undefined) return null
  return { table: sqlHead.plainPath(table), key: [], foreignKeys: [], explanations: explanationsInText(comment) }
}

function explanationsInText(text: string): Explanations {
  return text === '' ? none : explanationsIn(text.replaceAll("''", "'").split(/\n|;|\.\s/))
}
