import { parseJson } from '../../../shared/json.ts'
import type { Problem } from '../../../shared/result.ts'
import { judgeReply, linkExpired } from './error-replies.ts'
import { isBase64File } from './from-base64.ts'
import { judgeSealedBytes, judgeSealedText } from './sealed-files.ts'
import { programIn } from './programs/source-code.ts'
import { isSqlDump } from './sql/sql-dialect.ts'
import { isXml } from './xml/xml-survey.ts'
import { isYaml } from './yaml/parse-yaml.ts'

/** Code of the problem of a file that holds no users in any form, such as a picture. */
export const otherKindOfFile = 'file-of-other-kind'

/** Says why a file with these first bytes cannot be an export; null if they do not rule it out. Codes: `file-packed`, `file-not-text`, `file-encrypted`, `file-of-other-kind`. */
export function judgeBytes(head: Buffer): Problem | null {
  const start = head.toString('latin1', 0, 64)
  const known = findForeignFile(start)
  if (known !== undefined) return { code: known.code, message: known.message }
  const sealed = judgeSealedBytes(head)
  if (sealed !== null) return sealed
  if (head.toString('latin1', 257, 262) === 'ustar')
    return { code: 'file-packed', message: unpackFirst('a tar archive') }
  return null
}

/** Whether each line is one quoted cell that holds a whole row, `"id;""email"";""hash"""`: a spreadsheet saved text that it had not split into columns. */
function isQuotedWhole(start: string): boolean {
  const lines = start
    .split(/\r?\n/, 6)
    .slice(0, 5)
    .filter((line) => line !== '')
  const [header = ''] = lines
  const isOne = lines.length > 1 && lines.every((line) => /^"(?![[{])(?:[^"]|""){3,2000}"$/.test(line))
  return isOne && /[;,\t]""[^"]{1,60}""/.test(header)
}

/** Says why a file with this decoded beginning cannot be an export; null if the text does not rule it out. */
export function judgeText(text: string): Problem | null {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  if (start === '') return { code: 'file-empty', message: 'This file is empty. Export it again.' }
  const told = judgeReply(start) ?? judgeSealedText(start)
  if (told !== null) return told
  if (start.startsWith('-----BEGIN ')) return ofOtherKind('a key or certificate')
  // A program that uploaded or mailed the contacts may have left lines above them.
  if (/^(?:[^\n]*\n){0,20}BEGIN:VCARD\s*\n\s*[A-Z-]+[:;]/i.test(start)) {
    const hint = 'Export the contacts as CSV, and choose that.'
    return { code: 'file-not-text', message: otherFile('a list of contacts (vCard)', hint) }
  }
  if (/^BEGIN:VCALENDAR\s*\n/i.test(start)) return ofOtherKind('a calendar (iCalendar)')
  if (start.startsWith('<?php')) {
    const hint = 'Export the table from the database as SQL or JSON (phpMyAdmin offers both), and choose that.'
    return { code: 'file-not-text', message: otherFile('a program in PHP', hint) }
  }
  if (/^--\S+\r?\n(?:[^\n]+\n){0,5}?content-(?:disposition|type):/i.test(start)) {
    const hint = 'Remove its lines down to the first empty one, and its last line, and choose that.'
    return { code: 'file-not-text', message: otherFile('an upload as a browser sends it (multipart)', hint) }
  }
  if (/^(?:<!doctype html|<html[\s>])/i.test(start)) {
    if (/<table[\s>][^]{0,20000}<t[hd][\s>]/i.test(start))
      return {
        code: 'file-not-text',
        message: otherFile('a table in a web page, as some programs save it under the name .xls', inSpreadsheet),
      }
    return { code: 'file-not-text', message: otherFile('a web page', linkExpired) }
  }
  if (/^<\?xml[^]{0,500}office:spreadsheet/i.test(start)) {
    return { code: 'file-not-text', message: otherFile('a workbook written as XML', inSpreadsheet) }
  }
  if (/^<(?:[!?]|[a-z][\w:-]*[\s/>])/i.test(start)) {
    const hint = /^(?:<\?[^>]{0,200}>\s*)?<(?:\w{1,20}:)?error[\s>]/i.test(start)
      ? linkExpired
      : 'None of its elements looks like a user, by an email address, a user name or a password: export the users as CSV or JSON.'
    return { code: 'file-not-text', message: otherFile('XML', hint) }
  }
  if (areGroups(start)) {
    const hint = 'Choose the file of its accounts instead, and that with their hashes: passwd and shadow.'
    return { code: 'file-not-text', message: otherFile('a list of the groups of a system (group)', hint) }
  }
  if (isBase64File(start)) {
    const hint = 'Decode it, for example with `base64 --decode`, and choose the result.'
    return { code: 'file-packed', message: otherFile('a file in base64', hint) }
  }
  if (isSettings(start.slice(0, 4000))) {
    const hint = 'Save its users as CSV or JSON, one for each section or line, and choose that.'
    return { code: 'file-not-text', message: otherFile('a settings file (INI or TOML)', hint) }
  }
  if (isQuotedWhole(start)) {
    const hint = 'Export it again, or remove the outer quotes of each line and replace "" by ", and choose that.'
    return { code: 'file-not-text', message: otherFile('a table with quotes around each whole line', hint) }
  }
  const isInQuotes = start.startsWith('"')
  if (rowsOfStatement.test(isInQuotes ? start.slice(0, 4000).replaceAll(/^"|"(?=\r?$)/gm, '') : start)) {
    const quotes = isInQuotes ? 'Remove the quotes around each line, and put' : 'Put'
    const hint = `${quotes} the beginning of the statement above its rows, INSERT INTO with a table and its columns, and choose that.`
    return { code: 'file-not-text', message: otherFile('a part of an SQL dump, from the middle of a statement', hint) }
  }
  if (/^(?:a:\d{1,6}:|O:\d{1,4}:"[^"\n]{1,200}":\d{1,6}:)\{(?:i:\d{1,12};|s:\d{1,6}:")/.test(start)) {
    const hint =
      'Write its users as JSON, for example with `json_encode(unserialize($line))` for each line, and choose that.'
    return { code: 'file-not-text', message: otherFile('data that PHP serialized', hint) }
  }
  if (
    /^(?:(?:use\s+\w{1,60};?|\/\/[^\n]{0,200})\s+)?db\.(?:[\w$.]{1,100}|getCollection\(["'][^"'\n]{1,100}["']\))\.(?:insert(?:One|Many)?|save)\(/.test(
      start,
    )
  ) {
    const hint = 'Run it, and export the collection with mongoexport, or save its objects as JSON, one on each line.'
    return { code: 'file-not-text', message: otherFile('a script of the MongoDB shell', hint) }
  }
  const program = programIn(start)
  if (program !== null)
    return { code: 'file-not-text', message: otherFile(program, 'Run it, and save its list of users as JSON.') }
  if (/^(?:#[^\n]*\n\s*)*[^\s,;]+[ \t]+[A-Z][\w-]{1,60}[ \t]*(?::=|==)[ \t]*\S/.test(start)) {
    const hint = 'Save its users as CSV with name, password and status, and choose that.'
    return { code: 'file-not-text', message: otherFile('a users file of a RADIUS server', hint) }
  }
  if (/^(?:hash_config\s*\{|\{\s*"hash_config"\s*:)/.test(start)) {
    return {
      code: 'file-hash-parameters',
      message:
        'These are hash parameters, not users. Enter them as the hash parameters of the project (--scrypt-parameters on the command line).',
    }
  }
  // MySQL dumps bit and binary columns as raw bytes.
  return isSqlDump(text) ? null : judgeControls(text)
}

/** Control characters that a text may have by mistake, as in a name that was typed in a terminal. */
const fewControls = 3

/** Of a file with control characters, in more than one of a thousand characters: that it is a binary one, or what a terminal printed. */
function judgeControls(text: string): Problem | null {
  const controls = text.match(anyControl) ?? []
  // A program that draws on the screen begins so.
  const isDrawn = text.trimStart().startsWith('\u001b[?')
  const isBinary = controls.length > text.length / 1000 && (controls.length > fewControls || text.includes('\u0000'))
  if (!isDrawn && !isBinary) return null
  if (isDrawn || controls.every((one) => ofTerminal.test(one))) {
    const line = text.slice(0, text.search(anyControl)).split('\n').length
    const hint = 'Export the users into a file, for example with `psql --csv --output=users.csv`, and choose that.'
    const message = `This file has control characters of a terminal from line ${line} on, which would be read as part of the values. ${hint}`
    return { code: 'file-not-text', message }
  }
  return {
    code: 'file-not-text',
    message: `This is not a text file, so it cannot be an export of users. ${chooseExport}`,
  }
}

/** Control characters, tabs and line ends aside. */
// oxlint-disable-next-line no-control-regex -- control characters tell a binary file
const anyControl = /[\u0000-\u0008\u000b\u000e-\u001f]/g

/** Bell, backspace, the change of character sets, and escape. */
// oxlint-disable-next-line no-control-regex -- these are what a terminal is told by
const ofTerminal = /[\u0007\u0008\u000e\u000f\u001b]/

/** Lines above the beginning of a form, such as a command or what a tool printed. */
const maxAbove = 20

/** Says in which line JSON, XML or YAML begins, in a text that no form reads from its first line on; null: none begins there. */
export function judgeLinesAbove(text: string): Problem | null {
  let from = 0
  for (let line = 2; line <= maxAbove + 1; line += 1) {
    from = text.indexOf('\n', from) + 1
    if (from === 0) return null
    const rest = text.slice(from)
    const form = /^(?:\[\s*)?\{\s*["}]/.test(rest)
      ? 'JSON'
      : rest.startsWith('<') && isXml(rest)
        ? 'XML'
        : isYaml(rest)
          ? 'YAML'
          : null
    if (form === null) continue
    const message = `This file has ${form} from line ${line} on, but other lines above it. Remove those lines, and choose the file again.`
    return { code: 'file-not-text', message }
  }
  return null
}

/** Two rows of values in SQL, each in brackets, without the statement that they belong to. */
const valueOfSql = "(?:N?'(?:[^'\\\\\\n]|\\\\.|'')*'|-?\\d[\\d.]*|NULL)"
const rowOfSql = `\\(${valueOfSql}(?:, ?${valueOfSql}){1,200}\\)`
const rowsOfStatement = new RegExp(`^${rowOfSql},\\s*\\n\\s*${rowOfSql}[,;]`, 'i')

/** Whether a text has sections of settings, and nothing but settings before the first one; a single section has nothing else below it. */
function isSettings(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => !/^\s*(?:$|[#;])/.test(line))
  const first = lines.findIndex((line) => line.startsWith('['))
  const sections = lines.filter((line, at) => section.test(line) && /^\s*[^\s=,"]{1,100}\s*=/.test(lines[at + 1] ?? ''))
  const isOne =
    sections.length === 1 && lines.slice(first + 1, -1).every((line) => /^\s*[^\s=,"[]{1,100}\s*=/.test(line))
  // Text in brackets on its own line is no JSON, so such a file is one of sections, whatever stands in them.
  const names = first === 0 ? lines.filter((line) => section.test(line) && parseJson(line) === undefined) : []
  if (names[0] === lines[0] && new Set(names).size > 1) return true
  const isBefore = lines.slice(0, Math.max(first, 0)).every((line) => /^\s*[\w.-]{1,100}\s*=/.test(line))
  return (sections.length > 1 || isOne) && isBefore
}

const section = /^\[{1,2}[^\][",{}]{1,200}\]{1,2}\s*$/

/** Advice after a wrong file: which kinds of file to choose. */
export const chooseExport =
  'Choose the CSV, JSON, NDJSON, SQL, LDIF, YAML, XML, XLSX or BSON file or the SQLite database that the provider gave you.'

const inSpreadsheet = 'Open it in a spreadsheet program, save it as XLSX or CSV, and choose that.'

/** Message that names what the file is and how to make an export of it. */
function otherFile(name: string, hint: string): string {
  return `This is ${name}, not an export of users. ${hint}`
}

/** The problem of a file that no export can be made of. */
function ofOtherKind(name: string): Problem & { readonly code: typeof otherKindOfFile } {
  return { code: otherKindOfFile, message: otherFile(name, chooseExport) }
}

/** Whether each line is an entry of group(5): the name of a group, a mark in place of a password, a number, and the names of its members. */
function areGroups(start: string): boolean {
  const lines = start.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  // The last one may be cut.
  const whole = lines.length > 1 ? lines.slice(0, maxGroups) : lines
  return whole.length > 0 && whole.every((line) => /^[^:\s]{1,64}:[x*!]{0,2}:\d{1,10}:[^:\s]*$/.test(line))
}

const maxGroups = 20

function unpackFirst(name: string): string {
  return `This is ${name}. Unpack it first and choose the export file inside. (A single file packed with gzip or zip can be read as it is.)`
}

/** A file format recognized by its first bytes. */
type ForeignFile = {
  /** The first bytes, as latin1. */
  readonly bytes: string
  /** Offset of these bytes; 0 by default. */
  readonly from?: number
  /** A text could begin with these bytes, too, so control characters must follow them. */
  readonly isWord?: true
  readonly code: 'file-packed' | 'file-not-text' | typeof otherKindOfFile
  readonly message: string
}

const packed = (bytes: string, name: string): ForeignFile => ({
  bytes,
  code: 'file-packed',
  message: unpackFirst(name),
})

const other = (bytes: string, name: string, hint: string): ForeignFile => ({
  bytes,
  code: 'file-not-text',
  message: otherFile(name, hint),
})

const word = (file: ForeignFile): ForeignFile => ({ ...file, isWord: true })

const fromAccess = 'Export the table of users from Access as XLSX or text (CSV), and choose that.'
const fromSqlServer =
  'Restore it in SQL Server, then save the table of users as CSV or use “Generate scripts” with the data, and choose that.'
const fromOracle = 'Import it into Oracle, then save the table of users as CSV, and choose that.'

/**
 * Signatures of files that cannot be read as an export. Archives: from the formats' specifications. Databases: Jet and ACE
 * headers of Access, `PGDMP` of `pg_dump --format=custom`, the Microsoft Tape Format of SQL Server backups, the header page
 * of its data files, `HBAM7` of FileMaker.
 */
const foreignFiles: readonly ForeignFile[] = [
  packed('PK\u0003\u0004', 'an Excel workbook, or a zip archive within another'),
  packed('\u001f\u008b', 'packed twice'),
  packed('PK\u0005\u0006', 'an empty zip archive'),
  packed('7z\u00bc\u00af\u0027\u001c', 'a 7z archive'),
  packed('Rar!\u001a\u0007', 'a rar archive'),
  packed('\u00fd7zXZ\u0000', 'packed with xz'),
  packed('BZh', 'packed with bzip2'),
  packed('\u0028\u00b5\u002f\u00fd', 'packed with zstd'),
  packed('\u0004\u0022\u004d\u0018', 'packed with lz4'),
  packed('\u001f\u009d', 'packed with compress (.Z)'),
  word(packed('LZIP', 'packed with lzip')),
  {
    bytes: 'SQLite format 3\u0000',
    code: 'file-packed',
    message: 'This is an SQLite database that is packed. Unpack it and choose the database itself.',
  },
  other('\u0000\u0001\u0000\u0000Standard Jet DB', 'an Access database', fromAccess),
  other('\u0000\u0001\u0000\u0000Standard ACE DB', 'an Access database', fromAccess),
  word(
    other(
      'PGDMP',
      'a PostgreSQL dump in the custom format',
      'Turn it into SQL with “pg_restore --file=users.sql” and the name of this file, and choose that.',
    ),
  ),
  word(other('TAPE', 'a backup of SQL Server (.bak)', fromSqlServer)),
  other('\u0001\u000f\u0000\u0000', 'a data file of SQL Server (.mdf)', fromSqlServer),
  {
    ...other('HBAM7', 'a FileMaker database', 'Export the users from FileMaker as CSV or XLSX, and choose that.'),
    from: 15,
  },
  { ...word(other('EXPORT:V', 'a dump of Oracle (.dmp)', fromOracle)), from: 3 },
  word(other('REDIS00', 'a dump of Redis', 'Write the users out as JSON, and choose that.')),
  word(other('!BDN', 'an Outlook data file (.pst)', 'Export its contacts as CSV.')),
  word(other('PAR1', 'a Parquet file', 'Convert it to CSV or JSON, for example with DuckDB, and choose that.')),
  other('Obj\u0001', 'an Avro file', 'Convert it to JSON, for example with “avro-tools tojson”, and choose that.'),
  word(other('ORC', 'an ORC file', 'Convert it to CSV or JSON, and choose that.')),
  other(
    '\u006d\u00e2\u0099\u0081',
    'an archive of mongodump',
    'Run mongodump without "--archive", and choose the BSON file of the users.',
  ),
  { bytes: '%PDF-', ...ofOtherKind('a PDF document') },
  { bytes: '\u0089PNG\r\n', ...ofOtherKind('a picture (PNG)') },
  { bytes: '\u00ff\u00d8\u00ff', ...ofOtherKind('a picture (JPEG)') },
  { bytes: 'GIF8', ...ofOtherKind('a picture (GIF)') },
  other(
    '\u00d0\u00cf\u0011\u00e0',
    'an old Office file, such as an Excel workbook (.xls), or one that is protected with a password',
    'If it is a workbook, save it as XLSX without a password, or as CSV, and choose that.',
  ),
]

/** The format of a file with these first bytes (latin1); undefined if none is known. */
function findForeignFile(start: string): ForeignFile | undefined {
  return foreignFiles.find(
    ({ bytes, from = 0, isWord = false }) => start.startsWith(bytes, from) && (!isWord || hasBinary(start)),
  )
}

function hasBinary(start: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters tell a binary file
  return /[\u0000-\u0008\u000e-\u001f]/.test(start)
}
