import * as z from 'zod'
import { callKinds, createsUser, type CallKind } from '../../../shared/planning/call.ts'
import { followed } from '../../../shared/planning/follow-ups.ts'
import { listed } from '../../../shared/exports/table-terms.ts'
import type { CreatedUserRow } from '../document/created-users.ts'
import { allRows, oneRow } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { callKey, readStoredCalls } from '../document/stored-calls.ts'

const parts: { readonly [K in CallKind]?: string } = {
  'map-id': 'old ID',
  'verify-email': 'verified email',
  'change-contact': 'changed contact',
  link: 'linked login method',
  metadata: 'metadata',
  role: 'role',
  totp: 'TOTP secret',
}

const callRow = z.object({
  key: z.string(),
  kind: z.enum(callKinds),
  status: z.string().nullable(),
  existed: z.number().nullable(),
})

/** Why an undo leaves a user, and what this migration added to it that stays in the core. */
export function whatIsLeft(
  database: Database,
  targetId: number,
  { userId, key }: Pick<CreatedUserRow, 'userId' | 'key'>,
): { readonly message: string; readonly parts: readonly string[] } {
  const select = "SELECT key, kind, status, existed FROM call WHERE target_id = ? AND user_id = ? AND state = 'done'"
  const done = allRows(callRow, sql(database, select), targetId, userId)
  const added = addedTo(
    database,
    userId,
    key,
    new Set(done.filter(({ status }) => status === 'OK').map((one) => one.key)),
  )
  const login = done.find((one) => one.key === key)
  const stays = added.length === 0 ? '' : ` This stays too: ${listed(added)}.`
  return { message: `${reason(login)}${stays}`, parts: added }
}

function reason(login: z.infer<typeof callRow> | undefined): string {
  if (login?.status === 'skipped-existing') return 'Was in the core before; never removed.'
  if (login?.existed !== 1) return 'It is not certain that this migration created it; never removed.'
  return login.kind === 'import'
    ? 'Was in the core before; never removed. This migration replaced its password, and the core does not give back the former one.'
    : 'Was in the core before; never removed.'
}

const callsRow = z.object({ calls: z.string() })

/** What completed this login method, in words, each once. */
function addedTo(database: Database, userId: number, key: string, done: ReadonlySet<string>): readonly string[] {
  const row = oneRow(callsRow, sql(database, 'SELECT calls FROM user_text WHERE user_id = ?'), userId)
  const calls = readStoredCalls(row?.calls ?? '[]').map((call) => ({ call }))
  const login = calls.findIndex(({ call }) => createsUser(call) && callKey(call) === key)
  const added = calls.flatMap(({ call }, index) =>
    followed(calls, index) === login && done.has(callKey(call)) ? (parts[call.kind] ?? []) : [],
  )
  return [...new Set(added)]
}
