import * as z from 'zod'
import { createsUser, type Call, type CallKind } from '../../../shared/planning/call.ts'
import { maskContact, maskContactsIn } from '../../../shared/users/mask-contact.ts'
import { coreFactsTable } from '../document/core-facts.ts'
import { postRunTable } from '../document/post-run-findings.ts'
import { isUnmatched } from '../document/export-parts.ts'
import { getSetting } from '../document/settings.ts'
import { placeNames, type PlaceNames } from '../document/source-facts.ts'
import { targetTable } from '../document/targets.ts'
import { allRows, type Database, groupByUser, sql, timestampSchema } from '../document/sqlite.ts'
import { callResultRow, callsOf, endStatus, readStoredCalls } from '../document/stored-calls.ts'
import { callKey } from '../../../shared/planning/call-key.ts'
import { effectiveState, summaryOf, withFacet, withProgress, withTexts } from '../document/facets.ts'
import { causeSql, failureOfCallSql } from '../queries/failures.ts'
import { hasPart, keepsTimeJoined } from '../queries/profile-groups.ts'
import { reportedId } from './writer.ts'
import { tenantText, tenantTexts } from './summary.ts'
import { hasProfile, nothingOf, nothingSent, profileOutcome, type ReportRow } from './report-row.ts'
import { counted } from '../../../shared/format.ts'
import { isOfTable, unreadTableText, type UnreadTable } from '../../../shared/mapping/rows/unread-tables.ts'
import { fileTable } from '../document/files.ts'
import { planSummaries } from '../document/plans/summaries.ts'

const loginMethods: Readonly<Record<CallKind, string | null>> = {
  import: 'password',
  'third-party': 'third-party',
  passwordless: 'passwordless',
  update: 'passwordless',
  'change-contact': null,
  'verify-email': null,
  'map-id': null,
  'make-primary': null,
  link: null,
  metadata: null,
  role: null,
  totp: null,
}

const userRow = z.object({
  id: z.number(),
  source_id: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  calls: z.string(),
  state: z.string(),
  finding: z.string().nullable(),
  summary: z.string(),
  profile: z.string(),
  keeps_joined: z.number(),
  file_id: z.number(),
  file: z.string(),
  line: z.number(),
  byte: z.number(),
})

const callRow = callResultRow.extend({
  user_id: z.number(),
  kind: z.string(),
  state: z.string(),
  since: timestampSchema,
  cause: z.string().nullable(),
  sent_at: timestampSchema.nullable(),
  finished_at: timestampSchema.nullable(),
})

type HappenedCall = z.infer<typeof callRow>

const pageSize = 1000

/**
 * Every line of the report for one target, in pages: users in the order of the export, then stray records. `among`: ids
 * of users in that order, whose lines alone are written; null: all users. `onUsers`: number of users covered so far.
 */
export function* reportRows(
  database: Database,
  targetId: number | null,
  masked: boolean,
  { among = null, onUsers = () => undefined }: RowsOptions = {},
): Generator<readonly ReportRow[]> {
  const target = targetId ?? 0
  const shown: Shown = {
    masked,
    ownTenant: coreFactsTable.of(database, target)?.ownTenant ?? null,
    places: placeNames(database),
  }
  const keepsJoined = keepsTimeJoined(targetTable.list(database).find(({ id }) => id === targetId))
  const verification = getSetting(database, 'verification')
  const hasMissing = verification?.target === target && verification.missing > 0
  let done = 0
  for (const users of among === null
    ? everybody(database, target, keepsJoined)
    : some(database, target, keepsJoined, among)) {
    const happened = allRows(callRow, sql(database, selectCalls), target, JSON.stringify(users.map(({ id }) => id)))
    const byUser = groupByUser(happened)
    const ids = users.map(({ id }) => id)
    const missing = hasMissing ? postRunTable.missingAmong(database, target, ids) : noneMissing
    yield users.flatMap((user) => rowsOf(user, byUser.get(user.id) ?? [], missing, shown))
    onUsers((done += users.length))
  }
  yield* skippedRows(database)
  yield* missingRows(database, masked)
}

type RowsOptions = {
  readonly among?: Uint32Array | null
  readonly onUsers?: (users: number) => void
}

const selectCalls = `SELECT *, CASE state WHEN 'in-doubt' THEN 'no-answer' WHEN 'failed' THEN ${causeSql(failureOfCallSql)} END AS cause
  FROM call WHERE target_id = ? AND user_id IN (SELECT value FROM json_each(?))`

type User = z.infer<typeof userRow>

/** The finding that holds back or excludes a user. `p` is the row of `progress`: there a user can wait whose plan is ready. */
const heldBy = `CASE WHEN p.state = 'blocked' THEN 'existing-user' WHEN facet.plan_state IN ('blocked', 'excluded') THEN
  (SELECT code || iif(group_key = '', '', ':' || group_key) FROM finding
   WHERE finding.user_id = user.id AND (facet.plan_state = 'blocked' AND blocks = 1 AND code = facet.blocking_code
     OR facet.plan_state = 'excluded' AND code IN ('excluded', 'deleted', 'unchanged-since', 'changed-since'))
   ORDER BY code = 'unchanged-since' DESC LIMIT 1) END`

const selectUsers = (keepsJoined: string) =>
  `SELECT user.id, user.source_id, user.email, user.phone, ${callsOf} AS calls, ${effectiveState} AS state, ${heldBy} AS finding, ${summaryOf} AS summary,
     facet.profile, CASE WHEN ${hasPart('joined')} THEN ${keepsJoined} ELSE 0 END AS keeps_joined, user.file_id, file.name AS file, user.line, user.byte
   FROM user ${withFacet} ${withTexts} JOIN file ON file.id = user.file_id
   ${withProgress}`

function* everybody(database: Database, target: number, keepsJoined: string): Generator<readonly User[]> {
  const page = `${selectUsers(keepsJoined)} WHERE user.id > ? ORDER BY user.id LIMIT ${pageSize}`
  for (let after = 0; ;) {
    const users = allRows(userRow, sql(database, page), target, after)
    const last = users.at(-1)
    if (last === undefined) return
    yield users
    after = last.id
  }
}

function* some(database: Database, target: number, keepsJoined: string, ids: Uint32Array): Generator<readonly User[]> {
  const page = `${selectUsers(keepsJoined)} WHERE user.id IN (SELECT value FROM json_each(?)) ORDER BY user.id`
  for (let from = 0; from < ids.length; from += pageSize)
    yield allRows(userRow, sql(database, page), target, JSON.stringify([...ids.subarray(from, from + pageSize)]))
}

type Shown = { readonly masked: boolean; readonly ownTenant: string | null; readonly places: PlaceNames }

function rowsOf(
  user: z.infer<typeof userRow>,
  happened: readonly HappenedCall[],
  missing: ReadonlySet<string>,
  { masked, ownTenant, places }: Shown,
): ReportRow[] {
  const contact = user.email ?? user.phone
  const common = {
    user: user.id,
    file: user.file,
    line: user.line,
    place: places(user.file_id, user),
    sourceId: reportedId(user.source_id, masked),
    contact: contact === null ? null : masked ? maskContact(contact) : contact,
    userState: user.state,
    finding: user.finding,
  }
  const say = (text: string) => (masked ? maskContactsIn(text) : text)
  const calls = readStoredCalls(user.calls)
  const sends = calls.length > 0 && user.state !== 'excluded' && (user.state !== 'blocked' || happened.length > 0)
  if (!sends) {
    return [
      {
        ...common,
        kind: 'user',
        state: user.state,
        message: say(user.summary),
        ...nothingSent,
        loginMethod: null,
        operation: null,
        tenant: tenantTexts(calls, ownTenant),
      },
    ]
  }
  const profileOf = (call: Call) => {
    const outcome = profileOutcome(user.profile, calls, happened, user.keeps_joined === 1)
    return hasProfile(call, calls, happened) ? outcome : nothingOf(outcome)
  }
  return calls.map((call): ReportRow => {
    const row = happened.find((one) => one.key === callKey(call))
    const isMissing = missing.size > 0 && row !== undefined && missing.has(`${user.id} ${row.key}`)
    // One literal: of ten million users, spreading parts into each line takes as long as all the rest.
    return {
      user: common.user,
      file: common.file,
      line: common.line,
      place: common.place,
      sourceId: common.sourceId,
      contact: common.contact,
      userState: common.userState,
      finding: common.finding,
      kind: 'call',
      loginMethod: loginMethods[call.kind],
      operation: call.kind,
      tenant: tenantText(call, calls, ownTenant),
      state: row?.state ?? 'todo',
      httpCode: row?.http_status ?? null,
      status: row === undefined ? null : endStatus(row),
      cause: row?.cause ?? null,
      message: isMissing ? notThere : say(row === undefined || row.message === '' ? user.summary : row.message),
      attempts: row?.tries ?? 0,
      coreUserId: row?.core_user_id ?? null,
      existed: yesOrNo(row?.existed),
      created: yesOrNo(row?.created),
      profile: row?.state === 'done' && createsUser(call) ? profileOf(call) : null,
      sentAt: row === undefined || row.tries === 0 ? null : new Date(row.sent_at ?? row.since).toISOString(),
      finishedAt: row === undefined || row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
    }
  })
}

const noneMissing: ReadonlySet<string> = new Set()
const notThere = 'Not in the core when users were looked up after the run: it had no user with this ID.'

function yesOrNo(value: number | null | undefined): boolean | null {
  return value === null || value === undefined ? null : value === 1
}

const strayRow = z.object({
  id: z.number(),
  fileId: z.number(),
  file: z.string(),
  line: z.number(),
  byte: z.number(),
  reason: z.string(),
})

/** `at` null: it is about the whole file. */
type Stray = { readonly file: string; readonly at: z.infer<typeof strayRow> | null; readonly reason: string }

/** Users in the core by an earlier migration and no longer in the export: no record, but worth a line. */
function* missingRows(database: Database, masked: boolean): Generator<readonly ReportRow[]> {
  if (getSetting(database, 'baseline') === undefined) return
  for (let after = ''; ;) {
    const users = planSummaries.listMissing(database, after, pageSize)
    const last = users.at(-1)
    if (last === undefined) return
    yield users.map(({ sourceId, contact }): ReportRow => ({
      kind: 'vanished',
      user: null,
      file: '',
      line: 0,
      place: '',
      sourceId: reportedId(sourceId, masked),
      contact: contact === null ? null : masked ? maskContact(contact) : contact,
      loginMethod: null,
      operation: null,
      tenant: null,
      state: 'vanished',
      userState: null,
      finding: null,
      message: 'Sent by the earlier migration and no longer in the export. The core keeps this user.',
      ...nothingSent,
    }))
    after = last.key
  }
}

/** Records without a user, in pages: there may be millions of them. */
function* skippedRows(database: Database): Generator<readonly ReportRow[]> {
  const places = placeNames(database)
  const placed = (row: z.infer<typeof strayRow>): Stray => ({ file: row.file, at: row, reason: row.reason })
  const stray =
    (kind: 'unreadable' | 'unmatched' | 'other' | 'truncated') =>
    ({ file, at, reason }: Stray): ReportRow => ({
      kind,
      user: null,
      file,
      line: at?.line ?? 0,
      place: at === null ? '' : places(at.fileId, at),
      sourceId: null,
      contact: null,
      loginMethod: null,
      operation: null,
      tenant: null,
      state: kind,
      userState: null,
      finding: null,
      message: reason,
      ...nothingSent,
    })
  const files = fileTable.list(database).filter(({ complete }) => complete)
  const others = files.flatMap(({ name: file, other, unreadTables }) =>
    Object.entries(other).map(([kind, n]) => ({
      file,
      at: null,
      reason: `${kind}: ${counted(n, 'entry', 'entries')}${loginsIn(unreadTables, kind)}`,
    })),
  )
  const truncated = files.flatMap(({ name: file, truncation }) =>
    truncation === null ? [] : [{ file, at: null, reason: truncation }],
  )
  yield truncated.map(stray('truncated'))
  for (const { id: file } of files)
    for (const page of strayPages(database, unreadableOfFile, file)) yield page.map(placed).map(stray('unreadable'))
  for (const page of strayPages(database, unmatched)) yield page.map(placed).map(stray('unmatched'))
  yield others.map(stray('other'))
}

const unreadableOfFile = `SELECT unreadable.rowid AS id, file.id AS fileId, file.name AS file, line, byte, reason
  FROM unreadable JOIN file ON file.id = unreadable.file_id WHERE file_id = ? AND unreadable.rowid > ?
  ORDER BY unreadable.rowid LIMIT ${pageSize}`

const unmatched = `SELECT partial_record.id, file.id AS fileId, file.name AS file, line, byte, unmatched_reason AS reason
  FROM partial_record JOIN file ON file.id = partial_record.file_id WHERE ${isUnmatched} AND partial_record.id > ?
  ORDER BY partial_record.id LIMIT ${pageSize}`

function* strayPages(
  database: Database,
  select: string,
  ...values: readonly number[]
): Generator<readonly z.infer<typeof strayRow>[]> {
  for (let after = 0; ;) {
    const page = allRows(strayRow, sql(database, select), ...values, after)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = last.id
  }
}

/** Possible logins in a table that nothing reads. */
function loginsIn(tables: readonly UnreadTable[], kind: string): string {
  const unread = tables.find(({ table }) => isOfTable(kind, table))
  return unread === undefined ? '' : `; not read: ${unreadTableText(unread)}`
}
