import { countLogins } from '../control-totals/login-scan.ts'
import type { SqlDialect } from './sql-tokenizer.ts'
import { codeOf } from './sql-code.ts'
import { endOfValue, isConstant, readValue, splitComments, type SqlConstant } from './sql-values.ts'

/*
 * Variables of scripts: variables of a block of PL/pgSQL or PL/SQL, and `@id` of SQL Server and MySQL. A variable is known while it certainly
 * holds a constant; only the database can compute the value of any other.
 */

/** The variables of a script, as its statements assign them one after the other. */
export type SqlVariables = {
  /** The value of a variable; undefined if the text names none that is known. */
  readonly valueOf: (text: string) => SqlConstant | undefined
  /** Whether a statement with this beginning may assign variables, so that its text is needed. */
  readonly mayAssign: (start: string) => boolean
  /** Reads a statement that is no INSERT, or the end of one; null: its text is too long. `start`: its position, if it may be asked about. */
  readonly follow: (text: string | null, start?: number) => void
  /** Reads a command of psql that assigns a variable or begins a branch (`setsVariable`), at a position. */
  readonly command: (line: string, start: number) => void
  /** Begins another block, whose variables are its own. */
  readonly beginBlock: () => void
}

const name = '[\\p{L}_][\\p{L}\\p{N}_$]{0,127}'
const opening = '(?:(?:declare|begin|then|else|loop)\\s+)*'
const beginsBranch = /^(?:declare\s+|begin\s+)*(?:if|elsif|elseif|else|case|when|while|for|foreach|loop|exception)\b/i
const declares = /^(?:begin\s+)*declare\b/i
/** A declaration or assignment in a block: `v_id CONSTANT uuid := `, `v_id := `, `v_id int DEFAULT `. */
const inBlock = new RegExp(
  `^${opening}(?!(?:set|select|alter|update|use|create|comment|exec|execute|call|return|insert|delete|end|perform|raise)\\b)(${name})(?=[\\s:=;])([^:=;@]{0,120}?(?:\\s*:=\\s*|\\sdefault\\s+|\\s[^:=;@]{1,120}?=\\s*))?`,
  'iu',
)
/** `@id = `, `@id int = `, `@id := ` */
const marked = new RegExp(
  `(@${name})(?:\\s+(?:as\\s+)?[\\w.[\\]]{1,60}(?:\\s{0,5}\\([^()]{0,40}\\))?)?\\s{0,20}:?=\\s*`,
  'giu',
)
const anyMarked = new RegExp(`@${name}`, 'gu')
/** Variables that a query or a loop fills. */
const filled = new RegExp(
  `\\b(?:into\\s+(?:strict\\s+)?|for(?:each)?\\s+)(@?${name}(?:\\s*,\\s*@?${name}){0,50})`,
  'giu',
)
const assignedLater = new RegExp(`(${name})\\s*:=`, 'gu')
/** The next statement of a script whose statements end with their line. */
const nextStatement =
  /;|\s(?=(?:set|declare|select|insert|update|delete|exec|execute|if|begin|end|print|go|from|where|limit)\b)/i

/** Commands of psql that assign variables, each on its own line, and the branches in which they may. */
export const setsVariable = /^\\(?:set|unset|if|elif|else|endif)(?=\s|$)/
const setCommand = new RegExp(`^\\\\(?:set|unset)\\s+(${name})(.*)$`, 'iu')
/** Parts of a value: in quotation marks with escapes, or bare. A value is all of them, one after the other. */
const partOfValue = /\s*(?:'((?:[^'\\]|''|\\.)*)'|([^\s'\\:]+))/gy

/** The value behind the name in a `\set`; null: psql would compute it, or it has none. */
function valueSet(text: string): string | null {
  const parts: string[] = []
  partOfValue.lastIndex = 0
  while (partOfValue.lastIndex < text.trimEnd().length) {
    const [, quoted, bare] = partOfValue.exec(text) ?? []
    if (quoted?.includes('\\') === true || (quoted === undefined && bare === undefined)) return null
    parts.push(quoted?.replaceAll("''", "'") ?? bare ?? '')
  }
  return parts.length === 0 ? null : parts.join('')
}

/** `noteUsed`: called with the position of each statement of which all logins are values of variables that were used later. */
export function createVariables(written: SqlDialect, noteUsed?: (start: number) => void): SqlVariables {
  const values = new Map<string, SqlConstant>()
  const unused = noteUsed === undefined ? null : createUnusedLogins(noteUsed)
  let isOfBlock = false
  let isBranching = false
  let isInBranch = false
  const known = (text: string) => (values.size === 0 ? undefined : values.get(text.toLowerCase()))
  const valueOf = (text: string) => {
    const value = known(text)
    if (value !== undefined) unused?.use(text.toLowerCase())
    return value
  }
  const dialect: SqlDialect = { ...written, variables: { valueOf } }
  const forget = (variable: string) => {
    values.delete(variable.toLowerCase())
  }
  const assign = (variable: string, text: string) => {
    const value = readValue(text.trim(), dialect)
    if (!isConstant(value) || isBranching) return forget(variable)
    values.set(variable.toLowerCase(), value)
    unused?.assign(variable.toLowerCase(), typeof value === 'string' ? value : '')
  }
  return {
    valueOf,
    command: (line, start) => {
      if (/^\\(?:if|elif|else|endif)/i.test(line)) {
        isInBranch = !/^\\endif/i.test(line)
        return
      }
      unused?.begin(line, start)
      const [, variable, text = ''] = setCommand.exec(line) ?? []
      if (variable === undefined) return
      for (const form of [`:'${variable}'`, `:${variable}`]) forget(form)
      const value = isInBranch ? null : valueSet(text)
      if (value === null) return
      assign(`:${variable}`, value)
      values.set(`:'${variable}'`.toLowerCase(), value)
      unused?.assign(`:'${variable}'`.toLowerCase(), value)
    },
    mayAssign: (start) =>
      isOfBlock || start.includes('\\gset') || start.includes('@') || start.includes(':=') || declares.test(start),
    beginBlock: () => {
      for (const variable of values.keys()) if (!variable.startsWith('@')) values.delete(variable)
      isOfBlock = true
      isBranching = false
    },
    follow: (text, start) => {
      if (text === null) return values.clear()
      if (start !== undefined) unused?.begin(text, start)
      const code = splitComments(text, dialect).code.trim()
      const plain = codeOf(code, dialect)
      // A query fills variables of psql by the names of its columns.
      if (plain.includes('\\gset'))
        for (const variable of values.keys()) if (variable.startsWith(':')) values.delete(variable)
      const isDeclared = declares.test(plain)
      if (isDeclared) {
        isOfBlock = true
        isBranching = false
        for (const [variable] of plain.matchAll(anyMarked)) forget(variable)
      }
      isBranching ||= beginsBranch.test(plain)
      const own = inBlock.exec(plain)
      for (const [, variable = ''] of plain.matchAll(assignedLater)) forget(variable)
      if (isOfBlock && own?.[1] !== undefined) {
        if (own[2] === undefined) forget(own[1])
        else assign(own[1], withoutEnd(code.slice(own[0].length)))
      }
      for (const found of plain.matchAll(marked)) {
        const from = found.index + found[0].length
        const list = `(${code.slice(from)})`
        const end = endOfValue(list, 1, dialect) - 1
        const next = nextStatement.exec(plain.slice(from, from + end))?.index ?? end
        const isCompared = /\b(?:where|on|when|having|if)\b/i.test(plain.slice(0, found.index))
        const reads = /^\s*(?:from|where|limit)\b/i.test(plain.slice(from + next))
        if (isCompared || reads) forget(found[1] ?? '')
        else assign(found[1] ?? '', code.slice(from, from + next))
      }
      for (const [, list = ''] of plain.matchAll(filled)) for (const one of list.split(',')) forget(one.trim())
    },
  }
}

/** The logins in statements that assign variables, less those whose variable was used. */
function createUnusedLogins(noteUsed: (start: number) => void) {
  const left = new Map<number, number>()
  const assigned = new Map<string, { readonly start: number; readonly logins: number }>()
  let current: number | null = null
  return {
    begin: (text: string, start: number) => {
      const logins = loginsIn(text)
      current = logins > 0 ? start : null
      if (logins > 0) left.set(start, logins)
    },
    assign: (variable: string, value: string) => {
      const logins = current === null ? 0 : loginsIn(value)
      if (current === null || logins === 0) assigned.delete(variable)
      else assigned.set(variable, { start: current, logins })
    },
    use: (variable: string) => {
      const own = assigned.get(variable)
      if (own === undefined) return
      assigned.delete(variable)
      const rest = (left.get(own.start) ?? 0) - own.logins
      left.set(own.start, rest)
      if (rest === 0) noteUsed(own.start)
    },
  }
}

function loginsIn(text: string): number {
  const { emails, hashes } = countLogins(text)
  return emails + hashes
}

/** A statement without what ends it. */
function withoutEnd(text: string): string {
  const statement = text.trimEnd()
  return statement.endsWith(';') ? withoutEnd(statement.slice(0, -1)) : statement
}
