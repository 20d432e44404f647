import * as z from 'zod'
import { isUnmatched } from '../../engine/document/export-parts.ts'
import { severalUsersMatch } from '../../engine/document/joins/lost-logins.ts'
import { fileFact } from '../../engine/document/source-facts.ts'
import { fileTable, type SourceFile } from '../../engine/document/files.ts'
import { reasonOf } from '../../engine/document/pages-of-lists.ts'
import { allRows, type Database, sql } from '../../engine/document/sqlite.ts'
import { unreadableLines } from '../../engine/queries/files-without-users.ts'
import { undecidedText } from '../check-users.ts'
import type { inspection } from './inspection.ts'
import { lineOf } from '../io.ts'
import { counted, usedOf } from '../../../shared/format.ts'
import { listed, tableTerms } from '../../../shared/exports/tables/table-terms.ts'
import type { Offers } from '../../../shared/offers.ts'
import { anyUserKey } from '../../../shared/mapping/rows/standing-rows.ts'
import { holdsBack, holdsPasswords, isOfTable } from '../../../shared/mapping/rows/unread-tables.ts'
import { controlTotalsText, unreadHashes } from '../../../shared/mapping/unmapped/control-totals.ts'
import { possibleFlagText, shownFlags } from '../../../shared/mapping/columns/flags/flag-text.ts'
import { findingCodes, isFindingCode } from '../../../shared/planning/findings.ts'
import { targetTitle } from '../../../shared/mapping/shown/target-titles.ts'
import type { MappingReport } from '../../engine/queries/mapping-report.ts'

/** The result of `inspect`; the shape of its JSON. */
type Inspection = ReturnType<typeof inspection>

/** The result of `inspect` as text: the counts, what they consist of, and how each group is decided. */
export function inspectionText(database: Database, found: Inspection): string {
  return [...fileLines(database, found), '', ...sums(found), ...findingLines(found), ...strayLines(database, found)]
    .map(lineOf)
    .join('')
}

function fileLines(database: Database, found: Inspection): readonly string[] {
  const files = fileTable.list(database)
  return found.files.flatMap((file, i) => {
    if (file.problem !== null) return [`${file.path}: not read`, `  ${file.problem.message}`]
    const packed = file.compression === 'none' ? '' : `, ${file.compression}`
    const unreadable = file.unreadable > 0 ? `, ${file.unreadable} of them unreadable` : ''
    const product = file.provider === 'generic' ? '' : `${file.provider} export, `
    const what = `${product}${file.format ?? 'unknown'}${packed}, ${file.encoding ?? ''}`
    const stored = files[i]
    const reason = stored === undefined ? '' : reasonOf(database, stored)
    return [
      `${file.path}: ${what}, ${counted(file.records, 'record')}${unreadable}`,
      ...(reason === '' ? [] : [`  ${reason}`]),
      ...otherLines(file),
      ...totalsLines(database, files[i]),
      ...(!file.unreadTables.some(holdsBack) || files[i]?.tablesExcluded === true
        ? []
        : [`  ${undecidedText.tables({ name: 'It', unreadTables: file.unreadTables })}`]),
      ...(file.unappliedChanges === null ? [] : [`  ${undecidedText.changes(file.path, file.unappliedChanges)}`]),
      ...(file.lostLogins === null || stored === undefined
        ? []
        : [`  ${undecidedText.logins(stored.name, file.lostLogins.text)}`]),
      ...(file.truncation === null ? [] : [`  ${undecidedText.truncation(file.truncation, file)}`]),
      ...(file.mapping === null
        ? []
        : mappingLines(
            file.mapping,
            tableTerms(file.format).one,
            file.offers,
            files.length > 1 ? `${file.path}=` : '',
          )),
    ]
  })
}

function sums(found: Inspection): readonly string[] {
  const { hashes, loginMethods } = found
  const unsupported = Object.entries(hashes.unsupported).map(([family, n]) => `${family} ${n}`)
  const all = total(found.blocked)
  return [
    `${counted(found.records, 'record')} = ${counted(found.users, 'user')} + ${found.joined} joined + ${found.unmatched} unmatched + ${found.unreadable} unreadable + ${total(found.other)} other`,
    `Login methods: password ${loginMethods.emailPassword}, third party ${loginMethods.thirdParty}, passwordless ${loginMethods.passwordless}`,
    `Hashes: bcrypt ${hashes.bcrypt}, Argon2 ${hashes.argon2}, Firebase scrypt ${hashes.firebaseScrypt}, none ${hashes.none}, ` +
      `malformed ${hashes.malformed}, redacted ${hashes.redacted}${unsupported.length > 0 ? `; not supported: ${unsupported.join(', ')}` : ''}`,
    ...tenantLines(found),
    `Ready ${found.ready}, excluded ${found.excluded}, blocked until decided ${all}`,
  ]
}

/** Further tenants are counted, not named. */
const maxTenants = 40

function tenantLines({ tenants = [] }: Inspection): readonly string[] {
  if (tenants.length === 0) return []
  const more = tenants.length - maxTenants
  return [
    'Tenants:',
    ...tenants
      .slice(0, maxTenants)
      .map(({ source, users, becomes }) =>
        countLine(users, `${source} -> ${becomes ?? 'not decided (--tenant OLD=NEW)'}`),
      ),
    ...(more > 0 ? [`  and ${counted(more, 'more tenant', 'more tenants')}`] : []),
  ]
}

function findingLines({ findings }: Inspection): readonly string[] {
  if (findings.length === 0) return []
  const lines = findings.flatMap(({ code, title, meaning, next, blocks, users, option, chosen, reasons = [] }) => [
    countLine(users, `${title}${option === null ? '' : `  (${chosen === null ? '' : `now: ${chosen}; `}${option})`}`),
    ...reasons.map((one) => `            ${counted(one.users, 'user', 'users')}: ${one.reason}`),
    // Of an open question, and of a rule that holds, also what it is about.
    ...[blocks || chosen === null || (next === null && isRule(code)) ? meaning : '', next ?? '']
      .filter(Boolean)
      .map((text) => `            ${text}`),
  ])
  return ['', 'Found:', ...lines]
}

/** Whether the findings of a code leave all users ready. */
function isRule(code: string): boolean {
  return isFindingCode(code) && !findingCodes[code].blocks
}

function strayLines(database: Database, found: Inspection): readonly string[] {
  const unreadable = unreadableLines(database, 10)
  return [
    // Without any user, the command ends with a sentence of its own.
    ...(found.unmatched === 0 || found.users === 0 ? [] : ['', ...unmatchedLines(database)]),
    ...(unreadable.length === 0 ? [] : ['', 'Could not be read:', ...unreadable.map((line) => `  ${line}`)]),
  ]
}

const unmatchedRow = z.object({ file: z.string(), several: z.number(), records: z.number(), keys: z.string() })
const nameRow = z.object({ name: z.string() })

/** Records of each file that found no user, by whether none or several have their ID or name. IDs that two files have are named with these. */
function unmatchedLines(database: Database): readonly string[] {
  const select = `SELECT file.name AS file, unmatched_reason = '${severalUsersMatch}' AS several, count(*) AS records, min(keys) AS keys
    FROM partial_record JOIN file ON file.id = file_id WHERE ${isUnmatched} GROUP BY file_id, several ORDER BY file_id, several`
  return allRows(unmatchedRow, sql(database, select)).map(({ file, several, records, keys }) => {
    const verb = records === 1 ? 'matches' : 'match'
    const found = several === 1 ? filesWithId(database, keys) : []
    const where = found.length > 1 ? `: ${listed(found)} have users with the same IDs` : ''
    return `${counted(records, 'record')} of ${file} ${verb} ${several === 1 ? 'more than one user' : 'no user'}${where}.`
  })
}

/** The files whose users have the ID that these keys name, whatever file it is of. */
function filesWithId(database: Database, keys: string): readonly string[] {
  const select = `SELECT DISTINCT file.name FROM json_each(?1) AS one JOIN user ON user.source_id = substr(one.value, ${anyUserKey.length + 1})
    JOIN file ON file.id = user.file_id WHERE one.value LIKE '${anyUserKey}%' ORDER BY file.id`
  return allRows(nameRow, sql(database, select), keys).map(({ name }) => name)
}

/** Logins found by the control scan of a file, and where each ended up. */
function totalsLines(database: Database, file: SourceFile | undefined): readonly string[] {
  const totals = file === undefined ? null : fileFact(database, file.id, 'control-totals')
  if (file === undefined || totals === null) return []
  const open = unreadHashes(totals).length > 0 ? [undecidedText.hashes(file.name, totals)] : []
  return [...controlTotalsText(totals, file.format), ...open].map((line) => `  ${line}`)
}

/** Entries that are no users by kind, and rows of tables that are not read and may be further users. */
function otherLines({ other, unreadTables }: Inspection['files'][number]): readonly string[] {
  const kinds = Object.entries(other).toSorted(([, one], [, another]) => another - one)
  const mayBeUsers = ([kind]: readonly [string, number]) =>
    unreadTables.some((unread) => holdsPasswords(unread) && isOfTable(kind, unread.table))
  const line = (title: string, some: readonly (readonly [string, number])[]) =>
    some.length === 0 ? [] : [`  ${title}: ${some.map(([kind, n]) => `${kind} ${n}`).join(', ')}`]
  return [
    ...line(
      'not users',
      kinds.filter((one) => !mayBeUsers(one)),
    ),
    ...line('not read, with passwords', kinds.filter(mayBeUsers)),
  ]
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0)
}

function countLine(n: number, what: string): string {
  return `  ${String(n).padStart(8)}  ${what}`
}

/** Unused columns listed by name; the rest are counted. */
const maxUnused = 40

/** The mapping of a file as lines for the terminal: mapped columns first, then unused ones. */
function mappingLines(
  { tables, unusedTables, columns, unused, possibleFlags }: MappingReport,
  one: string,
  offers: Offers | null,
  ofFile: string,
): readonly string[] {
  const total = columns.length + unused.length
  // Columns that wait for a decision come first.
  const inOrder = unused.toSorted((one, other) => (other.blocked ?? 0) - (one.blocked ?? 0))
  return [
    ...(tables.length === 0 ? [] : [`  ${one === 'sheet' ? 'Sheets' : 'Tables'}: ${tables.join(', ')}`]),
    ...unusedTables.slice(0, maxUnused).map(({ table, reason }) => `    ${one} not used: ${table} (${reason})`),
    ...otherChoice(tables, one, offers, ofFile),
    `  ${usedOf(columns.length, total)}`,
    ...columns.map(
      ({ column, becomes, confidence, reason }) =>
        `    ${column} -> ${targetTitle(becomes)} (${confidence}: ${reason})`,
    ),
    ...inOrder
      .slice(0, maxUnused)
      .map(({ column, reason, users }) => `    not used: ${column} (${reason}${usersText(users)})`),
    ...(unused.length > maxUnused
      ? [`    and ${counted(unused.length - maxUnused, 'more column is', 'more columns are')} not used`]
      : []),
    ...flagLines(possibleFlags),
  ]
}

/** Columns of few values that are not used, by name. The likely flags among them are questions of their own. */
function flagLines(flags: MappingReport['possibleFlags']): readonly string[] {
  const { first, others } = shownFlags(flags)
  if (others.length === 0) return []
  const names = others.slice(0, maxNamed).map((flag) => possibleFlagText(flag).replace(':', ''))
  const named = `${names.join('; ')}${others.length > names.length ? '; …' : ''}`
  const more = first.length === 0 ? '' : 'more '
  return [
    `    ${counted(others.length, `${more}unused column has`, `${more}unused columns have`)} few values: ${named}`,
  ]
}

const maxNamed = 8

/** Several tables look like users: which one is read can be chosen. `ofFile`: the beginning of the option's value that names one of several files. */
function otherChoice(tables: readonly string[], one: string, offers: Offers | null, ofFile: string): readonly string[] {
  const others = (offers?.parts ?? []).filter(({ name, likely }) => likely && !tables.includes(name))
  if (offers?.kind !== 'tables' || others.length === 0) return []
  const which = others.length === 1 ? `this ${one}` : `one of these ${one}s`
  return [`    To read ${which} instead, add --table ${ofFile}NAME: ${listed(others.map(({ name }) => name))}`]
}

function usersText(users: number | undefined): string {
  return users === undefined ? '' : `; ${counted(users, 'user')}`
}
