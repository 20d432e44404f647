import * as z from 'zod'
import type { UserDetail } from '../../../shared/ipc/views.ts'
import { buildRequest } from '../../../shared/core-api/build-request.ts'
import { parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import type { Dialect } from '../../../shared/core-api/dialects.ts'
import type { OperationArgs, OperationName } from '../../../shared/core-api/operations.ts'
import { maskHash } from '../../../shared/hashes/mask-hash.ts'
import { maskMetadata } from '../../../shared/mapping/mask-metadata.ts'
import { tenantOf, type Call } from '../../../shared/planning/call.ts'
import { correctionSchema } from '../../../shared/planning/correction.ts'
import { judgeForPlan } from '../../../shared/planning/judge-for-plan.ts'
import { findingCodes } from '../../../shared/planning/findings.ts'
import { usualPeriod } from '../../../shared/users/totp-secret.ts'
import type { HashInput } from '../../../shared/hashes/verdict.ts'
import { ok, problem, unreachable, type Result } from '../../../shared/result.ts'
import { withFacet } from '../document/facets.ts'
import { placeNames } from '../document/file-places.ts'
import { loadUser } from '../document/load-user.ts'
import { passwordCheckOf } from '../document/password-checks.ts'
import { allRows, oneRow } from '../document/rows.ts'
import { getChoices, getScrypt } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { callKey, readStoredCalls } from '../document/stored-calls.ts'
import { currentTarget, type Target } from '../document/targets.ts'
import { attemptsOf } from './attempts.ts'
import { isWaiting } from './counts.ts'
import { profileFindings } from './profile-groups.ts'
import { profileView } from './profile-view.ts'
import { isCorrectable } from './correctable.ts'
import { userRow } from './users-page.ts'

const storedRow = z.object({ id: z.number(), source: z.string(), calls: z.string(), correction: z.string().nullable() })
const findingRow = z.object({
  code: z.enum(Object.keys(findingCodes) as [keyof typeof findingCodes]),
  detail: z.string(),
  blocks: z.number(),
})
const callRow = z.object({
  key: z.string(),
  state: z.enum(['todo', 'sending', 'done', 'failed', 'in-doubt']),
  http_status: z.number().nullable(),
  status: z.string().nullable(),
  message: z.string(),
  tries: z.number(),
  core_user_id: z.string().nullable(),
  existed: z.number().nullable(),
  created: z.number().nullable(),
})

/** What only a core knows of a user is kept with its states there, not with the plan. */
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
  const target = currentTarget(database)
  const row = userRow(database, target?.id ?? null, id)
  const stored = oneRow(
    storedRow,
    sql(database, 'SELECT id, source, calls, correction FROM user JOIN user_text ON user_id = id WHERE id = ?'),
    id,
  )
  if (row === undefined || stored === undefined)
    return problem('user-unknown', 'This user is no longer part of the migration.')
  const user = loadUser(database, stored)
  const correction = stored.correction === null ? null : correctionSchema.parse(JSON.parse(stored.correction))
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
    passwordCheck: passwordCheckOf(database, id),
    findings: [
      ...waitingFinding(database, target, row),
      ...plannedFindings(database, id),
      ...ownParts(database, target, id),
    ],
    calls: callViews(database, target, dialect, id, calls),
    attempts: attemptsOf(database, target, id),
    correctable: isCorrectable(database, row),
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

/** What is counted for all users alike and not kept with each. */
function ownParts(database: Database, target: Target | undefined, id: number): UserDetail['findings'] {
  const select = `SELECT profile FROM user ${withFacet} WHERE user.id = ? AND facet.plan_state <> 'excluded'`
  return profileFindings(oneRow(profileRow, sql(database, select), id)?.profile ?? '', target)
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

function callViews(
  database: Database,
  target: Target | undefined,
  dialect: Dialect,
  id: number,
  calls: readonly Call[],
): UserDetail['calls'] {
  const rows = allRows(
    callRow,
    sql(database, 'SELECT * FROM call WHERE target_id = ? AND user_id = ?'),
    target?.id ?? 0,
    id,
  )
  return calls.map((call) => {
    const happened = rows.find((row) => row.key === callKey(call))
    return {
      kind: call.kind,
      requests: requestsOf(call, dialect, target),
      state: happened?.state ?? 'todo',
      httpStatus: happened?.http_status ?? null,
      status: happened === undefined || happened.state === 'todo' ? null : happened.status,
      message: happened?.message ?? '',
      attempts: happened?.tries ?? 0,
      coreUserId: happened?.core_user_id ?? null,
      existed: flag(happened?.existed ?? null),
      created: flag(happened?.created ?? null),
    }
  })
}

function flag(value: number | null): boolean | null {
  return value === null ? null : value === 1
}

const fromReply = '(from the reply above)'

/** The requests of a call as they go out, without the key and with secrets masked. */
function requestsOf(call: Call, dialect: Dialect, target: Target | undefined): UserDetail['calls'][number]['requests'] {
  const id = tenantOf(call)
  const tenant = id === null ? {} : { tenant: id }
  switch (call.kind) {
    case 'passwordless': {
      const contact =
        call.contact.kind === 'email' ? { email: call.contact.email } : { phoneNumber: call.contact.phoneNumber }
      return [
        requestView(dialect, target, 'create-code', { ...contact, ...tenant }),
        requestView(dialect, target, 'consume-code', {
          preAuthSessionId: fromReply,
          linkCode: fromReply,
          ...tenant,
        }),
      ]
    }
    case 'update':
      return [
        requestView(dialect, target, 'update-user', {
          userId: fromReply,
          email: call.email,
          phoneNumber: call.phoneNumber,
          ...tenant,
        }),
      ]
    case 'verify-email':
      return [
        requestView(dialect, target, 'verification-token', { userId: fromReply, email: call.email, ...tenant }),
        requestView(dialect, target, 'verify-email', { token: fromReply, ...tenant }),
      ]
    case 'map-id':
      return [requestView(dialect, target, 'map-user-id', { ...call, coreUserId: fromReply })]
    case 'make-primary':
      return [requestView(dialect, target, 'make-primary', { recipeUserId: fromReply })]
    case 'link':
      return [requestView(dialect, target, 'link-accounts', { recipeUserId: fromReply, primaryUserId: fromReply })]
    case 'metadata':
      return [
        requestView(dialect, target, 'write-metadata', { userId: fromReply, metadata: maskMetadata(call.metadata) }),
      ]
    case 'role':
      return [
        ...(call.create ? [requestView(dialect, target, 'create-role', { role: call.role })] : []),
        requestView(dialect, target, 'add-role', { userId: fromReply, role: call.role, ...tenant }),
      ]
    case 'totp':
      return [
        requestView(dialect, target, 'import-totp', {
          userId: fromReply,
          deviceName: call.deviceName,
          secretKey: '••••',
          period: call.period ?? usualPeriod,
          skew: 1,
        }),
      ]
    case 'third-party':
      return [requestView(dialect, target, 'third-party', call)]
    case 'import':
      return [requestView(dialect, target, 'import-hash', { ...call, passwordHash: maskHash(call.passwordHash) })]
    default:
      return unreachable(call)
  }
}

function requestView<O extends OperationName>(
  dialect: Dialect,
  target: Target | undefined,
  operation: O,
  args: OperationArgs[O],
): UserDetail['calls'][number]['requests'][number] {
  const base = parseBaseUrl(target?.base_url ?? 'http://127.0.0.1')
  if (!base.ok) return { method: '', path: '', headers: [], body: [] }
  const request = buildRequest(dialect, operation, args, {
    baseUrl: base.value,
    appUrl: target?.app_url ?? null,
    apiKey: null,
    cdiVersion: target?.cdi_version ?? null,
  })
  const body: unknown = request.body === null ? {} : JSON.parse(request.body)
  return {
    method: request.method,
    path: new URL(request.url).pathname,
    headers: Object.entries(request.headers).map(([field, value]) => ({ field, value })),
    body: Object.entries(body ?? {}).map(([field, value]) => ({
      field,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  }
}
