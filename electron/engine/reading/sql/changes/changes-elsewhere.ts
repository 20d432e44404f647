import { shownName } from '../../../../../shared/mapping/shown/shown-name.ts'
import { standingName } from '../../../../../shared/mapping/names/standing/standing-names.ts'
import { addedDefaults } from '../definitions/sql-alter.ts'
import { codeOf } from '../sql-code.ts'
import { pathPattern, sqlHead } from '../sql-heads.ts'
import type { SqlDialect } from '../sql-tokenizer.ts'
import { escapePattern, splitComments } from '../sql-values.ts'

/*
 * Statements about a table of which a dump has no rows. Its rows may be in another file, where they are read as if nothing had changed them.
 */

/** A statement that changes or removes rows of a table that its file does not have. `verb`: as in `UPDATE`, `DROP TABLE`. */
export type ChangeElsewhere = { readonly table: string; readonly verb: string; readonly line: number }

/** `line 12: UPDATE users`. */
export function placeOfChange({ line, verb, table }: ChangeElsewhere): string {
  return `line ${line}: ${verb} ${shownName(table)}`
}

const between = '(?:(?:FROM|ONLY|TABLE|LOW_PRIORITY|QUICK|IGNORE|OR\\s+\\w+|IF\\s+EXISTS|TOP\\s*\\(\\d+\\))\\s+)*'
const changing = new RegExp(
  `^(UPDATE|DELETE|TRUNCATE|DROP\\s+(?:FOREIGN\\s+)?TABLE)\\s+${between}(${pathPattern})`,
  'iu',
)

/** The table that a statement changes, and its verb; null if it changes no rows by what it says. A table that it only reads does not count. */
export function changedElsewhere(statement: string, dialect: SqlDialect): Omit<ChangeElsewhere, 'line'> | null {
  const text = splitComments(statement, dialect).code.trim()
  const added = addedDefaults(text, dialect)
  // A column with a default changes the rows that are there. No finding needs one that is no status.
  if (added !== null && Object.keys(added.set).some((column) => standingName(column) !== null))
    return { table: added.table, verb: 'ALTER TABLE' }
  const [, verb, path] = changing.exec(text) ?? []
  if (verb === undefined || path === undefined) return null
  const written = sqlHead.plainPath(path)
  const [, named] = aliased(written).exec(codeOf(text, dialect)) ?? []
  return {
    table: named === undefined ? written : sqlHead.plainPath(named),
    verb: verb.toUpperCase().replaceAll(/\s+(?:FOREIGN\s+)?/g, ' '),
  }
}

/** The table behind an alias: `UPDATE u SET ... FROM users u`, `DELETE u FROM users AS u`. */
function aliased(alias: string): RegExp {
  return new RegExp(
    `\\b(?:FROM|JOIN)\\s+(${pathPattern})\\s+(?:AS\\s+)?${escapePattern(alias)}(?![\\p{L}\\p{N}_$])`,
    'iu',
  )
}
