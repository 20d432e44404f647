import * as z from 'zod'
import { passChanges } from '../../../shared/follow/pass-changes.ts'
import { creatingKinds, type UserState } from '../../../shared/planning/call.ts'
import { decisions } from '../../../shared/planning/choices.ts'
import { describeFinding, isFindingCode } from '../../../shared/planning/findings.ts'
import { causeTitle } from '../../../shared/report/state-titles.ts'
import { csvHeader, csvLine } from '../../../shared/report/csv.ts'
import { maskContact, maskContactsIn } from '../../../shared/users/mask-contact.ts'
import { profilePartNames } from '../../../shared/users/user.ts'
import { effectiveState, withFacet, withProgress } from '../document/facets.ts'
import { getSetting } from '../document/settings.ts'
import { allIds, allRows, type Database, sql } from '../document/sqlite.ts'
import { targetTable } from '../document/targets.ts'
import { failedColumns } from '../import-pipeline/failed-list.ts'
import { withoutPassword } from '../queries/counts.ts'
import { describeCause } from '../queries/failures.ts'
import { openChanges } from '../queries/follow-view.ts'
import { exclusionTitle, otherCause } from '../queries/open-causes.ts'
import { hashLabel, hashOutcome } from '../queries/password-check-shares.ts'
import { joined } from '../queries/user-index/pieces.ts'
import type { ReportRow } from './report-row.ts'
import { idToFind, reportedId, type Writer } from './writer.ts'

/** Calls that failed or have no answer, with reason and advice; given with the export, it narrows a migration to them. */
const writeFailed: Writer = listOf(['failed', 'in-doubt'])

/** Users who are not sent until a finding is decided or corrected, with why. */
const writeBlocked: Writer = listOf(['blocked'])

/** Users who are left out by a decision, or deleted in the source, with why. */
const writeExcluded: Writer = listOf(['excluded'])

function listOf(wanted: readonly AttentionState[]): Writer {
  return (database, _masked, put) => {
    let rows = 0
    let before: ReportRow | null = null
    put(csvHeader(failedColumns))
    return {
      among: attentionUsers(database, targetTable.current(database)?.id ?? 0, wanted),
      take: (row) => {
        const kind = attentionOf(row, before)
        before = row
        if (kind === null || !wanted.some((one) => one === kind)) return
        rows += 1
        const { sourceId, file, line, contact, loginMethod, message, tenant } = row
        const advice = adviceFor(row, kind)
        put(
          csvLine([idToFind(sourceId), file, line, contact, loginMethod, kind, message, advice, tenant, causeOf(row)]),
        )
      },
      end: () => rows,
    }
  }
}

/** Old and new id of every created user, and whether its profile was carried over. */
const writeCreated: Writer = (_database, _masked, put) => {
  let rows = 0
  put(
    csvHeader([
      'source_id',
      'core_user_id',
      'login_method',
      'email_or_phone',
      'existed_before',
      'file',
      'line',
      'tenant',
      'metadata',
      'roles',
      'totp',
      'time_joined',
    ]),
  )
  return {
    take: (row) => {
      if (
        row.kind !== 'call' ||
        row.state !== 'done' ||
        !creatingKinds.some((kind) => kind === row.operation) ||
        row.status === 'skipped-existing'
      )
        return
      rows += 1
      const existed = row.existed === null ? null : row.existed ? 'yes' : 'no'
      put(
        csvLine([
          row.sourceId,
          row.coreUserId,
          row.loginMethod,
          row.contact,
          existed,
          row.file,
          row.line,
          row.tenant,
          ...profilePartNames.map((part) => row.profile?.[part] ?? null),
        ]),
      )
    },
    end: () => rows,
  }
}

/** Changes of a followed source that are not in the core, such as passwords for which its users are to be mailed. */
const writeHeld: Writer = (database, masked, put) => ({
  take: null,
  end: () => {
    const target = targetTable.current(database)?.id ?? 0
    const mask = (text: string | null) => (text === null || !masked ? text : maskContact(text))
    let rows = 0
    put(csvHeader(['source_id', 'email', 'phone', 'change', 'state', 'why', 'file', 'line']))
    for (let page = openChanges(database, target, pageSize); page.length > 0;) {
      rows += page.length
      for (const { sourceId, email, phone, change, state, detail, file, line } of page) {
        const why = masked ? maskContactsIn(detail) : detail
        const { word } = passChanges[change]
        put(csvLine([reportedId(sourceId, masked), mask(email), mask(phone), word, state, why, file, line]))
      }
      page = openChanges(database, target, pageSize, page.at(-1))
    }
    return rows
  },
})

/** Users to mail about a new password. */
const writeNoPassword: Writer = (database, masked, put) => ({
  take: null,
  end: () => {
    let rows = 0
    put(csvHeader(['source_id', 'core_user_id', 'email', 'phone', 'login_methods', 'state', 'why', 'file', 'line']))
    for (const page of usersWithoutPassword(database, targetTable.current(database)?.id ?? null, masked)) {
      for (const { sourceId, coreUserId, email, phone, methods, state, why, file, line } of page) {
        rows += 1
        put(csvLine([sourceId, coreUserId, email, phone, methods, state, why, file, line]))
      }
    }
    return rows
  },
})

/** The lists of the report by their format, and the message of one without rows. */
export const lists = {
  created: { write: writeCreated, whenEmpty: 'No user was created' },
  failed: { write: writeFailed, whenEmpty: 'No user failed and none is in doubt' },
  held: { write: writeHeld, whenEmpty: 'No change of a followed source is held or failed' },
  blocked: { write: writeBlocked, whenEmpty: 'No user needs a decision' },
  excluded: { write: writeExcluded, whenEmpty: 'No user is excluded' },
  'users-without-password': {
    write: writeNoPassword,
    whenEmpty: 'Every user has a password or logs in without one',
  },
} as const

/** Why a line of the report needs attention, in the order in which it is listed. */
const attentionKinds = ['failed', 'in-doubt', 'blocked', 'excluded', 'unmatched', 'unreadable'] as const
type AttentionKind = (typeof attentionKinds)[number]

/**
 * Why a user is not migrated; null: this line needs no action. A user who failed has a line for each call that failed,
 * every other user and every record has one.
 */
function attentionOf(row: ReportRow, before: ReportRow | null): AttentionKind | null {
  if (row.kind === 'unmatched' || row.kind === 'unreadable') return row.kind
  if (row.kind === 'call' && (row.state === 'failed' || row.state === 'in-doubt')) return row.state
  if (row.userState !== 'blocked' && row.userState !== 'excluded') return null
  // Users unchanged in the core need nothing and do not count as excluded.
  return isSameUser(row, before) || row.finding === 'unchanged-since' ? null : row.userState
}

/** The lines of one user follow each other. */
function isSameUser(row: ReportRow, before: ReportRow | null): boolean {
  return row.user !== null && row.user === before?.user
}

/** Why a user is not migrated, in the words of the screen, so that lists can be grouped by it; empty: nothing to say. */
export function causeOf({ state, userState, cause, finding }: ReportRow): string {
  if (state === 'failed' || state === 'in-doubt') return describeCause(cause ?? '').title
  const [code = '', ...rest] = finding?.split(':') ?? []
  const group = rest.join(':')
  if (userState !== 'blocked' && userState !== 'excluded') return ''
  if (!isFindingCode(code)) return otherCause
  if (userState === 'excluded') return exclusionTitle(code, group)
  return causeTitle({ code, group, title: describeFinding(code, group).title })
}

/** The next step for such a line. */
export function adviceFor(row: ReportRow, kind: AttentionKind): string {
  switch (kind) {
    case 'failed':
    case 'in-doubt':
      return describeCause(row.cause ?? '').advice
    case 'blocked':
      return blockedAdvice(decisions.waysOf(row.finding ?? ''))
    case 'excluded':
      return 'None if this is intended. Otherwise change the decision, then send again.'
    case 'unmatched':
      return 'Add the file with the user, or check the ID that both files share.'
    case 'unreadable':
      return 'Correct the record in the export and load the file again.'
  }
}

function blockedAdvice(options: string): string {
  return options === ''
    ? 'Correct this user, then send again.'
    : `Decide this for all affected users (${options}), or correct this user, then send again.`
}

/** Why users may need attention, by outcome or by plan. */
type AttentionState = Extract<UserState, 'failed' | 'in-doubt' | 'blocked' | 'excluded'>

const usersAtOnce = 50_000

/**
 * The ids of users that a report may list for one of `states`, in the order of the export, found along indexes: of ten
 * million users few need attention. Null: the indexes are missing, because users are
 * being read or planned; every user has to be looked at.
 */
function attentionUsers(database: Database, target: number, states: readonly AttentionState[]): Uint32Array | null {
  if (getSetting(database, 'plans-current') !== true) return null
  return mergeIds(states.flatMap((state) => [...happened(database, target, state), ...planned(database, state)]))
}

/** The ids of several lists in their order, each once. */
export function mergeIds(lists: readonly Uint32Array[]): Uint32Array {
  return joined(lists)
    .toSorted()
    .filter((id, index, sorted) => index === 0 || id !== sorted[index - 1])
}

/** A user that is being sent may already have a failed call. */
function happened(database: Database, target: number, state: AttentionState): readonly Uint32Array[] {
  const after =
    'SELECT user_id AS id FROM progress WHERE target_id = ? AND state = ? AND user_id > ? ORDER BY user_id LIMIT ?'
  const states = state === 'failed' || state === 'in-doubt' ? [state, 'sending'] : [state]
  return states.map((one) => idsOf((last) => allIds(sql(database, after), target, one, last, usersAtOnce)))
}

function planned(database: Database, state: AttentionState): readonly Uint32Array[] {
  const facets = allIds(sql(database, 'SELECT id FROM facet WHERE plan_state = ?'), state)
  const after = 'SELECT id FROM user WHERE facet_id = ? AND id > ? ORDER BY id LIMIT ?'
  return facets.map((facet) => idsOf((last) => allIds(sql(database, after), facet, last, usersAtOnce)))
}

function idsOf(read: (after: number) => readonly number[]): Uint32Array {
  const ids: number[] = []
  for (;;) {
    const page = read(ids.at(-1) ?? 0)
    for (const id of page) ids.push(id)
    if (page.length < usersAtOnce) return Uint32Array.from(ids)
  }
}

/** One user of the list for the mail campaign. */
type WithoutPassword = {
  readonly sourceId: string | null
  readonly coreUserId: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly methods: string
  readonly state: string
  readonly why: string
  readonly file: string
  readonly line: number
}

const userRow = z.object({
  id: z.number(),
  source_id: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  methods: z.string(),
  bucket: z.string(),
  state: z.string(),
  core_user_id: z.string().nullable(),
  file: z.string(),
  line: z.number(),
})

const pageSize = 1000

/** In pages, in the order of the export. */
function* usersWithoutPassword(
  database: Database,
  targetId: number | null,
  masked: boolean,
): Generator<readonly WithoutPassword[]> {
  const target = targetId ?? 0
  const mask = (value: string | null, how: (text: string) => string) => (value === null || !masked ? value : how(value))
  for (let after = 0; ;) {
    const users = allRows(
      userRow,
      sql(
        database,
        `SELECT user.id, user.source_id, user.email, user.phone, facet.methods, facet.bucket, ${effectiveState} AS state,
           (SELECT core_user_id FROM call WHERE call.target_id = ? AND call.user_id = user.id AND core_user_id IS NOT NULL LIMIT 1) AS core_user_id,
           file.name AS file, user.line
         FROM user ${withFacet} JOIN file ON file.id = user.file_id
         ${withProgress}
         WHERE user.id > ? AND ${withoutPassword} ORDER BY user.id LIMIT ${pageSize}`,
      ),
      target,
      target,
      after,
    )
    const last = users.at(-1)
    if (last === undefined) return
    yield users.map(({ bucket, source_id, core_user_id, email, phone, methods, state, file, line }) => ({
      sourceId: reportedId(source_id, masked),
      coreUserId: core_user_id,
      email: mask(email, maskContact),
      phone: mask(phone, maskContact),
      methods,
      state,
      why: whyNone(bucket),
      file,
      line,
    }))
    after = last.id
  }
}

function whyNone(bucket: string): string {
  if (bucket === 'none') return 'had a password, which is not in the export'
  return `${hashLabel(bucket)}: ${hashOutcome(bucket).startsWith('imported') ? 'the hash is not imported' : hashOutcome(bucket)}`
}
