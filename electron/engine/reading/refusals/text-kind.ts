import { parseJson } from '../../../../shared/json.ts'
import type { Problem } from '../../../../shared/result.ts'
import { judgeReply, linkExpired } from './error-replies.ts'
import { chooseExport, otherFile, otherKindOfFile } from './file-kind.ts'
import { isBase64File } from '../from-base64.ts'
import { maxLinesAbove } from '../head.ts'
import { programIn } from '../programs/source-code.ts'
import { judgeSealedText } from './sealed-files.ts'
import { isSqlDump } from '../sql/sql-dialect.ts'
import { isXml } from '../xml/xml-survey.ts'
import { tagName } from '../xml/xml-tags.ts'
import { isYaml } from '../yaml/parse-yaml.ts'

/** A text that is no export of users: how its beginning is told, what it is, and how to get an export instead. */
type OtherText = {
  readonly is: RegExp | ((start: string) => boolean)
  readonly name: string
  readonly hint: string
  readonly code?: 'file-packed' | typeof otherKindOfFile
}

const inSpreadsheet = 'Open it in a spreadsheet program, save it as XLSX or CSV, and choose that.'
const middleOfDump = 'a part of an SQL dump, from the middle of a statement'
const beginning =
  'the beginning of the statement above its rows, INSERT INTO with a table and its columns, and choose that.'
const page = /^(?:<!doctype html|<html[\s>])/i
const element = new RegExp(`^<(?:[!?]|${tagName}[\\s/>])`, 'iu')

/** The first one that fits counts. */
const otherTexts: readonly OtherText[] = [
  { is: /^-----BEGIN /, name: 'a key or certificate', hint: chooseExport, code: otherKindOfFile },
  {
    // A program that uploaded or mailed the contacts may have left lines above them.
    is: /^(?:[^\n]*\n){0,20}BEGIN:VCARD\s*\n\s*[A-Z-]+[:;]/i,
    name: 'a list of contacts (vCard)',
    hint: 'Export the contacts as CSV, and choose that.',
  },
  { is: /^BEGIN:VCALENDAR\s*\n/i, name: 'a calendar (iCalendar)', hint: chooseExport, code: otherKindOfFile },
  {
    is: /^<\?php/,
    name: 'a program in PHP',
    hint: 'Export the table from the database as SQL or JSON (phpMyAdmin offers both), and choose that.',
  },
  {
    is: /^--\S+\r?\n(?:[^\n]+\n){0,5}?content-(?:disposition|type):/i,
    name: 'an upload as a browser sends it (multipart)',
    hint: 'Remove its lines down to the first empty one, and its last line, and choose that.',
  },
  {
    is: (start) => page.test(start) && /<table[\s>][^]{0,20000}<t[hd][\s>]/i.test(start),
    name: 'a table in a web page, as some programs save it under the name .xls',
    hint: inSpreadsheet,
  },
  { is: page, name: 'a web page', hint: linkExpired },
  { is: /^<\?xml[^]{0,500}office:spreadsheet/i, name: 'a workbook written as XML', hint: inSpreadsheet },
  {
    is: (start) => element.test(start) && /^(?:<\?[^>]{0,200}>\s*)?<(?:\w{1,20}:)?error[\s>]/i.test(start),
    name: 'XML',
    hint: linkExpired,
  },
  {
    is: element,
    name: 'XML',
    hint: 'None of its elements looks like a user, by an email address, a user name or a password: export the users as CSV or JSON.',
  },
  {
    is: areGroups,
    name: 'a list of the groups of a system (group)',
    hint: 'Choose the file of its accounts instead, and that with their hashes: passwd and shadow.',
  },
  {
    is: isBase64File,
    name: 'a file in base64',
    hint: 'Decode it, for example with `base64 --decode`, and choose the result.',
    code: 'file-packed',
  },
  {
    is: (start) => isSettings(start.slice(0, 4000)),
    name: 'a settings file (INI or TOML)',
    hint: 'Save its users as CSV or JSON, one for each section or line, and choose that.',
  },
  {
    is: isQuotedWhole,
    name: 'a table with quotes around each whole line',
    hint: 'Export it again, or remove the outer quotes of each line and replace "" by ", and choose that.',
  },
  {
    is: (start) => start.startsWith('"') && isMiddleOfDump(start.slice(0, 4000).replaceAll(/^"|"(?=\r?$)/gm, '')),
    name: middleOfDump,
    hint: `Remove the quotes around each line, and put ${beginning}`,
  },
  { is: isMiddleOfDump, name: middleOfDump, hint: `Put ${beginning}` },
  {
    is: /^(?:a:\d{1,6}:|O:\d{1,4}:"[^"\n]{1,200}":\d{1,6}:)\{(?:i:\d{1,12};|s:\d{1,6}:")/,
    name: 'data that PHP serialized',
    hint: 'Write its users as JSON, for example with `json_encode(unserialize($line))` for each line, and choose that.',
  },
  {
    is: isShellScript,
    name: 'a script of the MongoDB shell',
    hint: 'Run it, and export the collection with mongoexport, or save its objects as JSON, one on each line.',
  },
]

/** A statement of the MongoDB shell that writes into a collection, at the beginning of a line. */
const writesIntoCollection =
  /^[ \t]{0,20}db\.(?:[\w$.]{1,100}|getCollection\(["'][^"'\n]{1,100}["']\))\.(?:insert(?:One|Many)?|save|bulkWrite|replaceOne|update(?:One|Many)?)\(/m
/** The beginnings of the first statement of a script. */
const beforeStatement = /^(?:use[\s(]|db\s?[.=]|(?:const|let|var)\s|print|load\(|conn\s?=)/

function isShellScript(start: string): boolean {
  const code = start
    .slice(0, 20_000)
    .replaceAll(/^[ \t]*\/\/[^\n]*$|\/\*[^*]*\*\//gm, '')
    .trimStart()
  return beforeStatement.test(code) && writesIntoCollection.test(start)
}

/** Texts that a program may look like. */
const usersOfRadius: OtherText = {
  is: /^(?:#[^\n]*\n\s*)*[^\s,;]+[ \t]+[A-Z][\w-]{1,60}[ \t]*(?::=|==)[ \t]*\S/,
  name: 'a users file of a RADIUS server',
  hint: 'Save its users as CSV with name, password and status, and choose that.',
}

/** Says why a file with this decoded beginning cannot be an export; null if the text does not rule it out. */
export function judgeText(text: string): Problem | null {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  if (start === '') return { code: 'file-empty', message: 'This file is empty. Export it again.' }
  return (
    judgeReply(start) ??
    judgeSealedText(start) ??
    judgeAs(otherTexts, start) ??
    ofProgram(programIn(start)) ??
    judgeAs([usersOfRadius], start) ??
    judgeParameters(start) ??
    // MySQL dumps bit and binary columns as raw bytes.
    (isSqlDump(text) ? null : judgeControls(text))
  )
}

function judgeAs(texts: readonly OtherText[], start: string): Problem | null {
  const found = texts.find(({ is }) => (typeof is === 'function' ? is(start) : is.test(start)))
  if (found === undefined) return null
  return { code: found.code ?? 'file-not-text', message: otherFile(found.name, found.hint) }
}

function ofProgram(name: string | null): Problem | null {
  if (name === null) return null
  return { code: 'file-not-text', message: otherFile(name, 'Run it, and save its list of users as JSON.') }
}

function judgeParameters(start: string): Problem | null {
  if (!/^(?:hash_config\s*\{|\{\s*"hash_config"\s*:)/.test(start)) return null
  const message =
    'These are hash parameters, not users. Enter them as the hash parameters of the project (--scrypt-parameters on the command line).'
  return { code: 'file-hash-parameters', message }
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

function isMiddleOfDump(start: string): boolean {
  return rowsOfStatement.test(start)
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

/** Whether each line is an entry of group(5): the name of a group, a mark in place of a password, a number, and the names of its members. */
function areGroups(start: string): boolean {
  const lines = start.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  // The last one may be cut.
  const whole = lines.length > 1 ? lines.slice(0, maxGroups) : lines
  return whole.length > 0 && whole.every((line) => /^[^:\s]{1,64}:[x*!]{0,2}:\d{1,10}:[^:\s]*$/.test(line))
}

const maxGroups = 20

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

/** Says in which line XML or YAML begins, in a text that no form reads from its first line on; null: none begins there. */
export function judgeLinesAbove(text: string): Problem | null {
  let from = 0
  for (let line = 2; line <= maxLinesAbove + 1; line += 1) {
    from = text.indexOf('\n', from) + 1
    if (from === 0) return null
    const rest = text.slice(from)
    const form = rest.startsWith('<') && isXml(rest) ? 'XML' : isYaml(rest) ? 'YAML' : null
    if (form === null) continue
    const message = `This file has ${form} from line ${line} on, but other lines above it. Remove those lines, and choose the file again.`
    return { code: 'file-not-text', message }
  }
  return null
}
