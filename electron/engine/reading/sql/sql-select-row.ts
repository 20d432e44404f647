import { isComputed } from '../../../../shared/computed-value.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { codeOf, withoutNested } from './sql-code.ts'
import type { SqlDialect } from './sql-tokenizer.ts'
import { endOfValue, isNull, readValue, type SqlValue } from './sql-values.ts'

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
  if (constants?.every(({ isConstant }) => isConstant) === true) return constants.map(({ value }) => value)
  const values = valuesIn(body.slice(0, behindValues.exec(withoutNested(code))?.index ?? body.length), dialect)
  const isUser = values?.some(({ value }) => value !== null && isEmailAddress(value)) === true
  return isUser ? values.map(({ value }) => value) : null
}

type Selected = { readonly value: SqlValue; readonly isConstant: boolean }

/** The values in the list of a SELECT; null if it is more than a list. */
function valuesIn(written: string, dialect: SqlDialect): readonly Selected[] | null {
  if (/\b(?:FROM|WHERE|JOIN|SELECT|INTERSECT|EXCEPT)\b/i.test(withoutNested(codeOf(written, dialect)))) return null
  const list = `(${written})`
  const values: Selected[] = []
  for (let at = 1; at < list.length;) {
    const end = endOfValue(list, at, dialect)
    values.push(selected(list.slice(at, end).trim(), dialect))
    at = end + 1
  }
  return values
}

/** The value of an element of a SELECT. */
export function readElement(text: string, dialect: SqlDialect): SqlValue {
  return selected(text, dialect).value
}

/** A value with an optional alias. A column name, or an expression that only the database can compute, is no constant. */
function selected(text: string, dialect: SqlDialect): Selected {
  const alias = aliased.exec(codeOf(text, dialect))
  const bare = alias !== null && alias.index > 0 ? text.slice(0, alias.index) : text
  const value = readValue(bare, dialect)
  return { value, isConstant: value === null ? isNull.test(bare) : !isComputed(value) }
}
