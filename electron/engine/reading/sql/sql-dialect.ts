import type { SqlDialect } from './sql-tokenizer.ts'

/** Statements with which dumps begin, after comments and client commands. */
const statements = [
  'SET\\s+(?:(?:SESSION|LOCAL|GLOBAL)\\s+)?[@\\w."]+\\s*(?:=|TO\\b|ON\\b|OFF\\b)',
  'SET\\s+IDENTITY_INSERT\\s',
  'SET\\s+(?:NAMES|CHARSET|CHARACTER\\s+SET)\\s',
  'CREATE\\s+(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|OR\\s+(?:REPLACE|ALTER)|DEFINER\\s*=\\s*\\S+)\\s+)*(?:TABLE|DATABASE|SCHEMA|EXTENSION|TYPE|FUNCTION|PROC(?:EDURE)?|TRIGGER|SEQUENCE|ROLE|USER|VIEW)\\b',
  '(?:INSERT|REPLACE)\\s+(?:\\w+\\s+){0,3}INTO\\s',
  'INSERT\\s+\\[',
  'COPY\\s+["\\w.]+\\s*(?:\\(|FROM\\s+stdin\\b)',
  '(?:BEGIN(?:\\s+\\w+)?|START\\s+TRANSACTION[\\w\\s]*)\\s*;\\s*\\n',
  'PRAGMA\\s+\\w+\\s*=',
  '(?:DROP|LOCK|ALTER|TRUNCATE)\\s+(?:TABLES?|DATABASE|SCHEMA|TYPE|SEQUENCE|PROC(?:EDURE)?|FUNCTION|TRIGGER)\\b',
  'DELETE\\s+FROM\\s',
  'UPDATE\\s+(?:ONLY\\s+)?["`[\\]\\w.]+\\s+SET\\s+["`[\\w]',
  'USE\\s+["`[]?[\\w-]+["`\\]]?\\s*(?:;|\\r?\\nGO)',
  'IF\\s+(?:NOT\\s+)?(?:EXISTS|DB_ID|OBJECT_ID)\\s*\\(',
  'GRANT\\s+[\\w, ]+\\s+TO\\s',
  'SELECT\\s+pg_catalog\\.',
  'SELECT\\s[^\\n]{1,2000}?\\sAS\\s+["`\\w]+\\s*,',
  'DO\\s+\\$',
  "EXEC(?:UTE)?\\s+[\\w.[\\]]+\\s+(?:@|N?')",
  "CALL\\s+[\\w.]+\\s*\\((?:N?'|\\d)",
  'SELECT\\s+\\*\\s+INTO\\s',
]
const statement = new RegExp(`^(?:${statements.join('|')})`, 'i')

/** Further statements with which a script may begin; it counts as a dump only if `adding` matches later. */
const opening =
  /^(?:(?:REM|REMARK|PROMPT|SPOOL|WHENEVER|SET|USE|PRINT|BEGIN|DECLARE|START|ALTER|DO|IF|EXEC|EXECUTE|TRUNCATE|DELETE|UPDATE|MERGE|UPSERT|SELECT|WITH|COMMIT|LOCK|ATTACH|CONNECT|GRANT|REVOKE|COMMENT|CREATE|DROP|CALL|VACUUM|ANALYZE|DEFINE|INSERT|REPLACE|ALTER)\b(?![,;|\t])|[@.]\w)/i
const adding =
  /^[ \t]*(?:IF\s[^\n]{0,300}\s|WITH\s[^\n]{0,300}\)\s*|BEGIN\s+|\/\*M?!\d*\s*)?(?:(?:INSERT|REPLACE|UPSERT)\s+(?:\w+\s+){0,3}INTO\s+[^\s,;|]+[\s(]|INSERT\s+(?:ALL|FIRST)\s|INSERT\s*\[|COPY\s+["\w.]+\s*(?:\([^)]*\)\s+)?FROM\s+stdin|CREATE\s+TABLE\s|MERGE\s)/im

/** The line of a shell above the heading with which tools begin a dump. */
const prompt = /^[^\n]{1,300}\r?\n(?=--[ \r]*\n-- PostgreSQL database dump|-- (?:MySQL|MariaDB) dump )/

/** Whether a text is a database dump: SQL statements that create and fill tables. */
export function isSqlDump(text: string): boolean {
  const rest = withoutPreamble(
    text
      .replace(/^\uFEFF/, '')
      .trimStart()
      .replace(prompt, ''),
  )
  return isOnlyCommands(text, rest) || beginsDump(rest) || charactersAbove(rest) > 0
}

function beginsDump(text: string): boolean {
  return statement.test(text) || (opening.test(text) && adding.test(text)) || conditional.test(text)
}

/** Lines that may stand above the first statement, such as the command of a shell that runs the script. */
const maxAbove = 5

/** A command of a shell: a prompt, or a program with an option. */
const command = /^(?:\S{0,60}[$%#>] |[\w./-]{1,60} -{1,2}\w)/

/** Whether a line may be a row of a table: signs divide its cells, as they do not divide sentences and commands. */
function mayBeRow(line: string): boolean {
  return line.includes('\t') || (/[,;](?!\s)/.test(line) && !command.test(line))
}

/** How many characters of a text stand in a few lines above a dump, such as a sentence or the command of a shell; 0: no dump begins below lines. */
export function charactersAbove(text: string): number {
  const start = withoutPreamble(text)
  if (beginsDump(start) || !adding.test(start)) return 0
  let rest = start
  for (let line = 0; line < maxAbove; line += 1) {
    const [above] = /^[^\n]{1,300}\n/.exec(rest) ?? []
    if (above === undefined || mayBeRow(above) || above.split('"').length % 2 === 0) return 0
    rest = withoutPreamble(rest.slice(above.length))
    if (beginsDump(rest)) return adding.test(rest) ? text.length - rest.length : 0
  }
  return 0
}

/** Whether the text is only commands such as `\copy users from 'users.csv'`, whose rows are in another file. */
function isOnlyCommands(text: string, rest: string): boolean {
  return rest === '' && fileCommand(text) !== null
}

/** The first command in a text that reads rows of another file, verbatim; null if there is none. */
export function fileCommand(text: string): string | null {
  return /^\\copy\s[^\n]{0,200}?\sfrom\s+[^\n\s]{1,200}/im.exec(text)?.[0] ?? null
}

const postgres = /\bstandard_conforming_strings\b|\bFROM\s+stdin\s*;|PostgreSQL database dump|\bpg_catalog\./i
const mysql =
  /\/\*!\d{5}|\b(?:INSERT|REPLACE)\s+(?:IGNORE\s+)?INTO\s+(?:`|[\w.]+\s+SET\s)|\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?`|\bENGINE\s*=|-- (?:MySQL|MariaDB|phpMyAdmin|HeidiSQL|Adminer)/i
const sqlServer = /^[ \t]*GO[ \t]*\r?$|\bSET\s+IDENTITY_INSERT\b|\bINSERT\s+(?:INTO\s+)?\[|\[dbo\]/im
/** Syntax of values that only PostgreSQL has: `E'...'` and casts. */
const postgresValues = /[\s,(]E'|'::[a-z"]/i

/** A string in double quotes among values, where other databases have no names. */
const quotedTwice = /\bVALUES\s*\((?:[^()"'\n]|'[^'\n]*'){0,500}"[^"\n]{0,500}"\s*[,)]/i

/** Detects the dialect from the beginning of a dump. If nothing else tells, a `\'` within a word can only be an escape. */
export function sqlDialect(text: string): SqlDialect {
  if (/\bstandard_conforming_strings\s*=\s*off\b/i.test(text)) return { backslash: true, lines: false }
  if (postgres.test(text)) return { backslash: false, lines: false }
  if (mysql.test(text)) return { backslash: true, lines: false }
  if (sqlServer.test(text)) return { backslash: false, lines: true }
  return { backslash: !postgresValues.test(text) && (/\w\\'\w/.test(text) || quotedTwice.test(text)), lines: false }
}

const conditional = /^\/\*M?!\d*\s*(?:INSERT|REPLACE)\s/i

function withoutPreamble(text: string): string {
  let rest = text
  for (;;) {
    const passed =
      /^(?:\s+|;|--[^\n]*(?:\n|$)|\/\*(?!M?!\d*\s*(?:INSERT|REPLACE)\s)[^]*?\*\/|[\\#][^\n]*(?:\n|$)|GO\s*\n)/i.exec(
        rest,
      )
    if (passed === null) return rest
    rest = rest.slice(passed[0].length)
  }
}
