import { ok, problem, type Result } from '../../../../../shared/result.ts'

/**
 * One SELECT without its closing semicolon. The read-only transaction is what protects the database; this refuses early,
 * in a sentence, what is something else, and what writes files where the database would let it. `backslash`: escapes in texts.
 */
export function oneSelect(query: string, backslash: boolean): Result<string> {
  let statement = query.trim()
  if (statement.endsWith(';')) statement = statement.slice(0, -1).trimEnd()
  if (statement === '') return problem('bad-settings', 'The query is empty. Write one SELECT statement.')
  const bare = withoutTexts(statement, backslash).trimStart()
  if (bare.includes(';'))
    return problem('bad-settings', 'The query has several statements. Write one SELECT statement.')
  if (/\/\*[!M]/.test(bare))
    return problem('bad-settings', 'The query has a comment that a server would run. Remove it.')
  if (!/^\(*(?:select|with)\b/i.test(bare))
    return problem('bad-settings', 'The query is not a SELECT statement. Only reading is possible.')
  if (/\binto\b/i.test(bare))
    return problem('bad-settings', 'The query writes its result elsewhere (INTO). Remove that part.')
  return ok(statement)
}

/** SQL with a space for each comment and each quoted text, which may hold anything. */
function withoutTexts(sql: string, backslash: boolean): string {
  let bare = ''
  for (let at = 0; at < sql.length;) {
    const end = endOfText(sql, at, backslash)
    bare += end === at ? sql.charAt(at) : ' '
    at = end === at ? at + 1 : end
  }
  return bare
}

/** Where the comment or the quoted text ends that begins at `at`; `at` where none does. */
function endOfText(sql: string, at: number, backslash: boolean): number {
  const two = sql.slice(at, at + 2)
  if (two === '--') return after(sql, '\n', at + 2)
  if (two === '/*') return /[!M]/.test(sql.charAt(at + 2)) ? at : after(sql, '*/', at + 2)
  const mark = sql.charAt(at)
  if (mark === '#' && backslash) return after(sql, '\n', at + 1)
  if (mark === '$' && !backslash) {
    const tag = /^\$\w{0,60}\$/.exec(sql.slice(at, at + 64))?.[0]
    return tag === undefined ? at : after(sql, tag, at + tag.length)
  }
  if (mark !== "'" && mark !== '"' && mark !== '`') return at
  for (let next = at + 1; next < sql.length; next++) {
    if (sql.charAt(next) === '\\' && backslash && mark !== '`') next += 1
    else if (sql.charAt(next) === mark) return next + 1
  }
  return sql.length
}

function after(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from)
  return found === -1 ? sql.length : found + mark.length
}
