import * as z from 'zod'
import type { UserFilter, UserPage, UserRow, UserSort } from '../../../shared/ipc/views.ts'
import { userStates } from '../../../shared/planning/call.ts'
import { shortChangeTitle } from '../../../shared/planning/delta-groups.ts'
import { shortDuplicate } from '../../../shared/planning/other-users/duplicates.ts'
import { describeFinding, isFindingCode } from '../../../shared/planning/findings.ts'
import { unmappedField } from '../../../shared/planning/unmapped-key.ts'
import { causeTitle } from '../../../shared/report/state-titles.ts'
import { plainReply } from '../../../shared/report/stop-reason.ts'
import { effectiveState, findingCounts, namesInList, shownMethods, summaryOf, withFacet } from '../document/facets.ts'
import { getChoices, getSetting } from '../document/settings.ts'
import { placeNames, userLabel, type PlaceNames } from '../document/source-facts.ts'
import { allIds, allRows, type Database, oneNumber, oneRow, sql } from '../document/sqlite.ts'
import { ownStatus } from '../document/stored-calls.ts'
import { causeSql, describeCause } from './failures.ts'
import { exclusionTitle } from './open-causes.ts'
import type { UsersViews } from './user-index/users-view.ts'
import { filterUsers } from './users-filter.ts'

const groupRow = z.object({ code: z.string(), group_key: z.string() })
const findingRow = groupRow.extend({ user_id: z.number(), blocks: z.number(), detail: z.string() })

const common = new WeakMap<Database, { readonly version: number; readonly codes: ReadonlySet<string> }>()

/** Findings of more than half of all users: they are shown once for all. Counted once for each plan. */
function commonFindings(database: Database): ReadonlySet<string> {
  const version = getSetting(database, 'users-version') ?? 0
  const known = common.get(database)
  if (known?.version === version) return known.codes
  const text = `SELECT code, group_key FROM ${findingCounts} WHERE 2 * users > (SELECT count(*) FROM user)`
  const codes = new Set(allRows(groupRow, sql(database, text)).map(keyOf))
  common.set(database, { version, codes })
  return codes
}

function keyOf({ code, group_key: group }: z.infer<typeof groupRow>): string {
  return `${code} ${group}`
}

/** Findings that lose a user the password come before other notes. */
const lostPassword: ReadonlySet<string> = new Set(['hash-given-up', 'hash-not-in-export'])

type SpecialNote = { readonly title: string; readonly isDuplicate: boolean } & Pick<
  UserRow,
  'unchanged' | 'formerEmail' | 'changed'
>

/** Notes about these users, in a few words; users without such a finding are not in it. */
function specialNotes(database: Database, ids: readonly number[]): ReadonlyMap<number, SpecialNote> {
  const text = `SELECT finding.user_id, code, group_key, blocks, detail FROM json_each(?) AS wanted
    CROSS JOIN finding ON finding.user_id = wanted.value`
  const commonCodes = commonFindings(database)
  const { unmapped } = getChoices(database)
  const notes = new Map<number, SpecialNote & { readonly rank: number }>()
  for (const row of allRows(findingRow, sql(database, text), JSON.stringify(ids))) {
    const rank = rankOf(row)
    if (row.blocks === 0 && rank > 1 && commonCodes.has(keyOf(row))) continue
    if (row.blocks === 0 && leavesNothing(row.code, unmapped[unmappedField.key(row.code, row.group_key)])) continue
    const before = notes.get(row.user_id)
    const isFirst = before === undefined || rank < before.rank
    const { title, isDuplicate } = isFirst ? { title: titleOf(row), isDuplicate: row.code === 'duplicate' } : before
    notes.set(row.user_id, { ...before, ...sinceOf(row), title, isDuplicate, rank: isFirst ? rank : before.rank })
  }
  return notes
}

const settledCodes: ReadonlySet<string> = new Set(['unmapped-status', 'unmapped-provider', 'second-hash'])

/** A value that a decision imports is not left behind, nor is a status, provider or old password that was decided about. */
function leavesNothing(code: string, choice: 'import' | 'exclude' | undefined): boolean {
  return choice === 'import' || (choice === 'exclude' && settledCodes.has(code))
}

function rankOf({ code, blocks }: z.infer<typeof findingRow>): number {
  if (blocks === 1) return 0
  if (['excluded', 'deleted', 'unchanged-since', 'changed-since'].includes(code)) return 1
  return lostPassword.has(code) ? 2 : 3
}

/** How a user of a later export relates to the earlier migration. */
function sinceOf({
  code,
  group_key: change,
  detail,
}: z.infer<typeof findingRow>): Pick<UserRow, 'unchanged' | 'formerEmail' | 'changed'> {
  if (code === 'unchanged-since') return { unchanged: true }
  if (code !== 'changed-since') return {}
  const contacts = contactChangesIn(detail)
  const email = contacts.find(({ name }) => name === 'Email')?.before
  return { ...(email == null ? {} : { formerEmail: email }), changed: changedParts(change, contacts) }
}

/** The changed part of a user and, for a contact, its value before; a changed email stands in the name of the user. */
function changedParts(change: string, contacts: ReturnType<typeof contactChangesIn>): NonNullable<UserRow['changed']> {
  if (contacts.length === 0) return { what: shortChangeTitle(change), detail: '', isSameUser: false }
  const [first = '', ...others] = contacts.map(({ name }) => name)
  const phone = contacts.find(({ name }) => name !== 'Email')
  const before = phone === undefined ? '' : phone.before === null ? 'Number added' : `Was ${phone.before}`
  return {
    what: [first, ...others.map((name) => name.toLowerCase())].join(', '),
    detail: before,
    isSameUser: phone !== contacts[0],
  }
}

function titleOf({ code, group_key: group, detail }: z.infer<typeof findingRow>): string {
  if (!isFindingCode(code)) return ''
  if (code === 'changed-since') return changedTitle(group, detail)
  if (code === 'excluded') return exclusionTitle(code, group)
  if (lostPassword.has(code)) return 'Loses the password'
  return causeTitle({ code, group, title: describeFinding(code, group).title })
}

/** The change since the earlier migration, and that the user stays the same. */
function changedTitle(change: string, detail: string): string {
  const contacts = contactChangesIn(detail)
  const title = shortChangeTitle(change)
  if (contacts.length === 0) return change === 'waits' || change === 'gone' ? title : `${title} changed`
  const names = contacts.map(({ name, before }) =>
    name === 'Email' || before === null ? name : `${name}, was ${before}`,
  )
  return `${names.join(', ')} changed, same user`
}

const pageRow = z.object({
  id: z.number(),
  source_id: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  methods: z.string(),
  bucket: z.string(),
  providers: z.string(),
  tenants: z.string(),
  state: z.enum(userStates),
  summary: z.string(),
  message: z.string().nullable(),
  cause: z.string().nullable(),
  tries: z.number().nullable(),
  file_id: z.number(),
  file: z.string(),
  line: z.number(),
  byte: z.number(),
})

const columns = `user.id, user.source_id, user.email, user.phone, ${shownMethods} AS methods, facet.bucket, facet.providers, facet.tenants, ${effectiveState} AS state, ${summaryOf} AS summary,
  CASE WHEN p.state = 'failed' AND p.failure IS NOT NULL THEN ${causeSql('p.failure')} END AS cause,
  CASE WHEN p.state IN ('failed', 'in-doubt') THEN (SELECT message FROM call WHERE call.target_id = p.target_id AND call.user_id = user.id
    AND call.state = p.state ORDER BY finished_at DESC LIMIT 1)
  WHEN p.state = 'blocked' THEN (SELECT message FROM call WHERE call.target_id = p.target_id AND call.user_id = user.id
    AND call.status = '${ownStatus.conflict}' LIMIT 1) END AS message, p.tries, user.file_id, file.name AS file, user.line, user.byte`

const joined = `${withFacet} JOIN file ON file.id = user.file_id
  LEFT JOIN progress p ON p.target_id = ?1 AND p.user_id = user.id`

type PageOrder = {
  readonly filter: UserFilter
  readonly sort: UserSort
  readonly from: number
  readonly limit: number
}

/** A page of the users that match a filter. `views`: the columns of this document that are kept in memory. */
export function usersPage(
  database: Database,
  views: UsersViews,
  targetId: number | null,
  { filter, sort, from, limit }: PageOrder,
): UserPage {
  const target = targetId ?? 0
  // While users are read or planned they change all the time, and indexes are missing.
  const isPlanned = getSetting(database, 'plans-current') === true
  // The first pages without a filter need only the number of users: ten million users are shown as quickly as ten
  // thousand.
  const first = isEveryone(filter) ? firstIds(database, sort, isPlanned, { from, limit }) : null
  if (first !== null)
    return { rows: rowsOf(database, target, first), total: isPlanned ? views.count() : countUsers(database) }
  const view = isPlanned ? views.find(filter, sort) : undefined
  if (view === undefined) return pageInFileOrder(database, target, filter, from, limit)
  return { rows: rowsOf(database, target, view.ids(from, limit)), total: view.total }
}

function isEveryone(filter: UserFilter): boolean {
  return Object.values(filter).every(
    (value) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0),
  )
}

function countUsers(database: Database): number {
  return oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))
}

/** Rows by their ids, in the order of the ids. Users that were removed meanwhile are left out. */
export function rowsOf(database: Database, target: number, ids: readonly number[]): UserRow[] {
  const text = `SELECT ${columns} FROM json_each(?2) AS wanted CROSS JOIN user ON user.id = wanted.value ${joined} ORDER BY wanted.key`
  return toRows(database, allRows(pageRow, sql(database, text), target, JSON.stringify(ids)))
}

function pageInFileOrder(
  database: Database,
  targetId: number,
  filter: UserFilter,
  from: number,
  limit: number,
): UserPage {
  const { from: among, where, id } = filterUsers(filter, targetId)
  const page = `SELECT ${columns} FROM ${among.sql} JOIN file ON file.id = user.file_id
    WHERE ${where.sql} ORDER BY ${id} LIMIT ? OFFSET ?`
  const values = [...among.values, ...where.values]
  const count = `SELECT count(*) AS n FROM ${among.sql} WHERE ${where.sql}`
  return {
    rows: toRows(database, allRows(pageRow, sql(database, page), ...values, limit, from)),
    total: oneNumber(sql(database, count), ...values),
  }
}

export function userRow(database: Database, targetId: number | null, id: number): UserRow | undefined {
  const text = `SELECT ${columns} FROM user ${joined} WHERE user.id = ?2`
  const row = oneRow(pageRow, sql(database, text), targetId ?? 0, id)
  return row === undefined ? undefined : toRows(database, [row])[0]
}

/** Longer than any line of a table; the whole text is among the details. */
const maxNote = 300

function toRows(database: Database, rows: readonly z.infer<typeof pageRow>[]): UserRow[] {
  const places = placeNames(database)
  const notes = specialNotes(
    database,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toRow(row, places, notes.get(row.id)))
}

/** The outcome of a user, else its note. Another user of the same login is named by its place. */
function noteOf({ message, cause, summary, state }: z.infer<typeof pageRow>, special: SpecialNote | undefined): string {
  if (cause !== null) return describeCause(cause).title
  if (message !== null) return plainReply(message)
  if (state === 'migrated' || (state === 'excluded' && special?.unchanged === true)) return ''
  const title = special?.title ?? ''
  return special?.isDuplicate === true ? (shortDuplicate(summary) ?? title) : title
}

function toRow(row: z.infer<typeof pageRow>, places: PlaceNames, special: SpecialNote | undefined): UserRow {
  const place = places(row.file_id, row)
  return {
    id: row.id,
    label: userLabel({ email: row.email, phone: row.phone, sourceId: row.source_id }, place),
    sourceId: row.source_id,
    email: row.email,
    phone: row.phone,
    methods: row.methods === '' ? [] : row.methods.split(','),
    family: row.bucket,
    providers: namesInList(row.providers),
    tenants: namesInList(row.tenants),
    state: row.state,
    note: noteOf(row, special).slice(0, maxNote),
    tries: row.tries ?? 0,
    ...(special?.unchanged === undefined ? {} : { unchanged: special.unchanged }),
    ...(special?.formerEmail === undefined ? {} : { formerEmail: special.formerEmail }),
    ...(special?.changed === undefined ? {} : { changed: special.changed }),
    file: row.file,
    line: row.line,
    place,
  }
}

/** How far an index is followed from its beginning; pages beyond come from the columns in memory. */
const maxFollowed = 5000

const byEmail = { where: 'email IS NOT NULL', keys: ['email', 'id'] }

/** The index of a column that orders users as the columns in memory do, ascending and descending. */
const indexes: { readonly [K in UserSort['by']]?: { readonly where: string; readonly keys: readonly string[] } } = {
  place: { where: 'id > 0', keys: ['id'] },
  email: byEmail,
  phone: { where: 'phone IS NOT NULL', keys: ['phone', 'id'] },
  sourceId: { where: 'source_id IS NOT NULL', keys: ['source_id', 'id'] },
  // Users without an email follow the users with one.
  label: byEmail,
}

type Range = { readonly from: number; readonly limit: number }

/**
 * The ids of one of the first pages of all users, straight from an index, without loading a column of all users. Null:
 * the page needs the columns in memory. `isIndexed`: the document is planned.
 */
function firstIds(
  database: Database,
  { by, descending }: UserSort,
  isIndexed: boolean,
  { from, limit }: Range,
): readonly number[] | null {
  const index = indexes[by]
  if (index === undefined || from + limit > maxFollowed) return null
  // While users are read or planned, indexes are missing and pages come in the order of the export.
  if (!isIndexed && (by !== 'place' || descending)) return null
  // Users without an email come first when the order by label is reversed.
  if (by === 'label' && descending) return null
  const order = index.keys.map((key) => `${key} ${descending ? 'DESC' : 'ASC'}`).join(', ')
  const text = `SELECT id FROM user WHERE ${index.where} ORDER BY ${order} LIMIT ? OFFSET ?`
  const ids = allIds(sql(database, text), limit, from)
  // Users without a value come last: a page that reaches them is built from the columns.
  return by === 'place' || ids.length === limit ? ids : null
}

/** The changes that a text of `describeContactChange` names: the contact, with the value before it; null: there was none. */
function contactChangesIn(text: string): readonly { readonly name: string; readonly before: string | null }[] {
  const found = text.matchAll(/(Email|Phone number): (\S+(?: \S+)*?) → \S/g)
  return [...found].map(([, name = '', before = '']) => ({ name, before: before === 'none' ? null : before }))
}
