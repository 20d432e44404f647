import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { codeOf, withoutNested } from './sql-code.ts'
import type { SqlDialect } from './sql-tokenizer.ts'
import { endOfValue, isConstant, readValue, type SqlValue } from './sql-values.ts'

const from =
  /(?<!\s)\s{1,20}(?:FROM\s{1,20}(?:SYS\.)?DUAL(?:\s{1,20}|$))?(?:WHERE\s{1,20}NOT\s{1,20}EXISTS\s{0,20}\(.*\))?$/isu
/** The clauses after the values of a SELECT that reads a table. */
const behindValues = /(?<!\s)\s{1,20}(?:FROM|WHERE|ON\s{1,20}(?:CONFLICT|DUPLICATE)|RETURNING|LIMIT)\b.*$/isu
const aliased = /(?<!\s)\s{1,20}(?:AS\s{1,20})?["`[]?[\p{L}_][\p{L}\p{N}_$]{0,100}["`\]]?$/iu

/** The values of one SELECT of constants; null if it reads a table, unless one of the constants is an email address. */
export function readSelectRow(text: string, dialect: SqlDialect): readonly SqlValue[] | null {
  const body = /^SELECT\s([^]*)$/i.exec(text.trim())?.[1]?.trim()
  if (body === undefined) return null
  const code = codeOf(body, dialect)
  const constants = valuesIn(body.slice(0, from.exec(code)?.index ?? body.length), dialect)
  if (constants?.every(isConstant) === true) return constants
  const values = valuesIn(body.slice(0, behindValues.exec(withoutNested(code))?.index ?? body.length), dialect)
  return values?.some((value) => typeof value === 'string' && isEmailAddress(value)) === true ? values : null
}

/** The values in the list of a SELECT; null if it is more than a list. */
function valuesIn(written: string, dialect: SqlDialect): readonly SqlValue[] | null {
  if (/\b(?:FROM|WHERE|JOIN|SELECT|INTERSECT|EXCEPT)\b/i.test(withoutNested(codeOf(written, dialect)))) return null
  const list = `(${written})`
  const values: SqlValue[] = []
  for (let at = 1; at < list.length;) {
    const end = endOfValue(list, at, dialect)
    values.push(readElement(list.slice(at, end).trim(), dialect))
    at = end + 1
  }
  return values
}

/** The value of an element of a SELECT, which may have an alias. A column name is none that is known. */
export function readElement(text: string, dialect: SqlDialect): SqlValue {
  const alias = aliased.exec(codeOf(text, dialect))
  const bare = alias !== null && alias.index > 0 ? text.slice(0, alias.index) : text
  return readValue(bare, dialect)
}
