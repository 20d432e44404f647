import * as z from 'zod'
import type { Dialect } from '../../../shared/core-api/dialects.ts'
import type { OperationName } from '../../../shared/core-api/operations.ts'
import { maskHash } from '../../../shared/hashes/mask-hash.ts'
import type { HashInput } from '../../../shared/hashes/verdict.ts'
import type { UserDetail } from '../../../shared/ipc/views.ts'
import { findingCodes } from '../../../shared/planning/findings.ts'
import { judgeForPlan } from '../../../shared/planning/judge-for-plan.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { withFacet } from '../document/facets.ts'
import { placeNames } from '../document/source-facts.ts'
import { loadUser, readCorrection, userUnknown } from '../document/plans/load-user.ts'
import { passwordCheckTable } from '../document/password-checks.ts'
import { getChoices, getScrypt } from '../document/settings.ts'
import { allRows, type Database, oneRow, sql } from '../document/sqlite.ts'
import { readStoredCalls } from '../document/stored-calls.ts'
import { type Target, targetTable } from '../document/targets.ts'
import { callViews } from './call-views.ts'
import { corrections } from './judge-correction.ts'
import { profileFindings, profileView } from './profile-groups.ts'
import { userRow } from './users-page.ts'

const attemptRow = z.object({
  target_id: z.number(),
  at: z.number(),
  operation: z.string(),
  outcome: z.string(),
  http_status: z.number().nullable(),
  status: z.string().nullable(),
  message: z.string(),
  ms: z.number(),
})

const maxShown = 500

/** Every request of a user to any core of this migration, the latest first. Rehearsals are among them. */
function attemptsOf(database: Database, target: Target | undefined, userId: number): UserDetail['attempts'] {
  // One query per core: attempts have an index by core and user.
  const stored = allRows(
    attemptRow,
    sql(
      database,
      `SELECT target.id AS target_id, at, operation, outcome, http_status, status, message, ms
       FROM target CROSS JOIN attempt ON attempt.target_id = target.id AND attempt.user_id = ?
       ORDER BY attempt.id DESC LIMIT ${maxShown}`,
    ),
    userId,
  )
  const names = new Map(targetTable.list(database).map(({ id, name }) => [id, name]))
  return [...stored, ...plainCalls(database, userId)]
    .map(({ target_id: id, http_status: httpStatus, ...rest }) => ({
      ...rest,
      httpStatus,
      target: id === target?.id ? null : (names.get(id) ?? ''),
    }))
    .sort((a, b) => b.at - a.at)
}

const plainRow = z.object({
  target_id: z.number(),
  kind: z.string(),
  sent_at: z.number(),
  ms: z.number(),
  http_status: z.number().nullable(),
  status: z.string().nullable(),
  message: z.string(),
})

const operations: Readonly<Record<string, OperationName>> = {
  import: 'import-hash',
  'third-party': 'third-party',
  update: 'update-user',
}

/** Calls that were one request which succeeded: nothing was written down of them besides. */
function plainCalls(database: Database, userId: number): z.infer<typeof attemptRow>[] {
  const rows = allRows(
    plainRow,
    sql(
      database,
      `SELECT target.id AS target_id, call.kind, sent_at, ms, http_status, status, message
       FROM target CROSS JOIN call ON call.target_id = target.id AND call.user_id = ?
       WHERE call.state = 'done' AND sent_at IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM attempt WHERE attempt.target_id = call.target_id AND attempt.user_id = call.user_id
           AND attempt.key = call.key)`,
    ),
    userId,
  )
  return rows.map(({ kind, sent_at: at, ms, ...rest }) => ({
    ...rest,
    at,
    ms,
    operation: operations[kind] ?? kind,
    outcome: 'success',
  }))
}

const findingRow = z.object({
  code: z.enum(Object.keys(findingCodes) as [keyof typeof findingCodes]),
  detail: z.string(),
  blocks: z.number(),
})
/** Facts about a user that only a core knows are kept with its states there, not with the plan. */
function waitingFinding(
  database: Database,
  target: Target | undefined,
  { id, note }: UserDetail['row'],
): UserDetail['findings'] {
  return isWaiting(database, target?.id ?? 0, id)
    ? [{ code: 'existing-user', title: findingCodes['existing-user'].title, detail: note, blocks: true }]
    : []
}

/** Everything about one user: verdict, findings, the exact requests, and every attempt. No secret among it. */
export function userDetail(database: Database, id: number): Result<UserDetail> {
  const target = targetTable.current(database)
  const row = userRow(database, target?.id ?? null, id)
  const stored = corrections.read(database, id)
  if (row === undefined || stored === undefined) return userUnknown
  const user = loadUser(database, stored)
  const correction = readCorrection(stored)
  const dialect = target?.dialect ?? 'documented'
  const hash = correction?.hash === undefined ? user.hash : correction.hash
  const calls = readStoredCalls(stored.calls)
  return ok({
    row,
    joined: joinedRecords(database, id),
    emailVerified: user.emailVerified,
    identities: user.identities.map(({ provider, userId, email }) => ({ provider, userId, email })),
    profile: profileView(user.profile, calls, Date.now()),
    hash: hash === null ? null : hashView(database, hash, dialect),
    provable: calls.some((call) => call.kind === 'import'),
    passwordCheck: passwordCheckTable.of(database, id),
    findings: [
      ...waitingFinding(database, target, row),
      ...plannedFindings(database, id),
      ...ownParts(database, target, id),
    ],
    calls: callViews(database, target, dialect, id, calls),
    attempts: attemptsOf(database, target, id),
    correctable: corrections.isPossible(database, row),
    excludedByHand: correction?.excluded === true,
    correction:
      correction === null || Object.keys(correction).every((field) => field === 'excluded')
        ? null
        : {
            email: correction.email ?? null,
            phone: correction.phone ?? null,
            provider: correction.identities?.[0]?.name ?? null,
            hash: correction.hash !== undefined,
          },
  })
}

const profileRow = z.object({ profile: z.string() })

/** Findings that are counted for all users alike and not kept with each. */
function ownParts(database: Database, target: Target | undefined, id: number): UserDetail['findings'] {
  const select = `SELECT profile FROM user ${withFacet} WHERE user.id = ? AND facet.plan_state <> 'excluded'`
  return profileFindings(database, oneRow(profileRow, sql(database, select), id)?.profile ?? '', target)
}

const joinedRow = z.object({ fileId: z.number(), file: z.string(), line: z.number(), byte: z.number() })

function joinedRecords(database: Database, id: number): UserDetail['joined'] {
  const text = `SELECT file_id AS fileId, file.name AS file, line, byte FROM partial_record JOIN file ON file.id = partial_record.file_id
    WHERE user_id = ? ORDER BY file.id, byte LIMIT 20`
  const places = placeNames(database)
  return allRows(joinedRow, sql(database, text), id).map((row) => ({ file: row.file, place: places(row.fileId, row) }))
}

function plannedFindings(database: Database, id: number): UserDetail['findings'] {
  const rows = sql(database, 'SELECT code, detail, blocks FROM finding WHERE user_id = ? ORDER BY blocks DESC, code')
  return allRows(findingRow, rows, id).map(({ code, detail, blocks }) => ({
    code,
    title: findingCodes[code].title,
    detail,
    blocks: blocks === 1,
  }))
}

function hashView(database: Database, hash: HashInput, dialect: Dialect): UserDetail['hash'] {
  const verdict = judgeForPlan(hash, getChoices(database), { scrypt: getScrypt(database), dialect })
  return {
    before: maskHash(hash.hash),
    after: 'send' in verdict ? maskHash(verdict.send) : null,
    verdict: verdict.kind,
    reason: verdict.reason,
    wayOut: 'wayOut' in verdict ? verdict.wayOut : '',
  }
}

/** Does this user wait for that decision? */
function isWaiting(database: Database, targetId: number, userId: number): boolean {
  const one = "SELECT 1 FROM progress WHERE target_id = ? AND user_id = ? AND state = 'blocked'"
  return sql(database, one).get(targetId, userId) !== undefined
}
