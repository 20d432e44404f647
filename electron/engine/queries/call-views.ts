import * as z from 'zod'
import type { UserDetail } from '../../../shared/ipc/views.ts'
import { buildRequest } from '../../../shared/core-api/build-request.ts'
import { parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import type { Dialect } from '../../../shared/core-api/dialects.ts'
import type { OperationArgs, OperationName } from '../../../shared/core-api/operations.ts'
import { maskHash } from '../../../shared/hashes/mask-hash.ts'
import { maskMetadata } from '../../../shared/mapping/shown/mask-sample.ts'
import { tenantOf, type Call } from '../../../shared/planning/call.ts'
import { usualPeriod } from '../../../shared/users/totp-secret.ts'
import { unreachable } from '../../../shared/result.ts'
import { allRows, type Database, sql } from '../document/sqlite.ts'
import { callResultRow, endStatus } from '../document/stored-calls.ts'
import { callKey } from '../../../shared/planning/call-key.ts'
import type { Target } from '../document/targets.ts'

const callRow = callResultRow.extend({ state: z.enum(['todo', 'sending', 'done', 'failed', 'in-doubt']) })

/** The calls of a user with their requests and what became of each at the current core. */
export function callViews(
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
      status: happened === undefined ? null : endStatus(happened),
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
    case 'change-contact': {
      const { login, to } = call
      const email = to.email ?? ''
      if (login.recipe === 'thirdparty')
        return [requestView(dialect, target, 'third-party', { ...login, email, ...tenant })]
      const { coreUserId: userId, recipe } = login
      if (recipe === 'emailpassword')
        return [requestView(dialect, target, 'change-email', { recipeUserId: userId, email })]
      const phone = to.phoneNumber === null ? {} : { phoneNumber: to.phoneNumber }
      return [
        requestView(dialect, target, 'update-user', {
          userId,
          ...(to.email === null ? {} : { email }),
          ...phone,
          ...tenant,
        }),
      ]
    }
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
