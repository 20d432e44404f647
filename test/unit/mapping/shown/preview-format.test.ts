import { expect, test } from 'vitest'
import { fieldAt } from '../../../../shared/exports/fields.ts'
import { auth0 } from '../../../../shared/exports/formats/auth0.ts'
import type { Entry, Recognition, SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { previewFormat } from '../../../../shared/mapping/shown/preview-record.ts'
import { formatReader } from '../../../../shared/mapping/read-table.ts'

const users: Recognition = { provider: 'auth0', shape: 'users', reason: 'made up', role: 'users' }
const read = formatReader(auth0)
const becomes = (path: string) => fieldAt(auth0.fields)(path)?.becomes ?? null
const choices = { country: null, providerName: (source: string) => (source === 'google-oauth2' ? 'google' : null) }

/** `path → title: result` of each field that is read. */
function preview(record: SourceRecord, role: Recognition['role'] = 'users'): readonly string[] {
  const reader = (each: SourceRecord): Entry => read(each, { ...users, role })
  return previewFormat(record, { read: reader, becomes }, choices)
    .filter((column) => column.becomes !== null)
    .map(({ path, becomes, result, problem }) => `${path} → ${becomes}: ${result ?? `(${problem})`}`)
}

test('each field shows what the reader makes of it', () => {
  const record = {
    user_id: 'google-oauth2|1001',
    email: 'Ann@Example.com',
    email_verified: false,
    phone_number: '+1 415-555-0123',
    blocked: true,
    created_at: '2023-02-09T16:34:22.000Z',
    identities: [{ provider: 'google-oauth2', user_id: '1001', connection: 'google-oauth2', isSocial: true }],
    user_metadata: { plan: 'gold', api_token: 'made-up-secret' },
    extra: 2,
  }
  expect(preview(record)).toEqual([
    'user_id → Source ID: google-oauth2|1001',
    'email → Email: ann@example.com',
    'email_verified → Email verified: No',
    'phone_number → Phone number: +14155550123',
    'blocked → Disabled: Disabled',
    'created_at → Time joined: 2023-02-09T16:34:22.000Z',
    'identities[0].provider → Login method: password, third party, or code by email or SMS: ()',
    'identities[0].user_id → Provider user ID: 1001',
    'identities[0].connection → Joins the password hash, together with the email: ()',
    'user_metadata.plan → Metadata: {"user_metadata":{"plan":"gold"}}',
    'user_metadata.api_token → Metadata: {"user_metadata":{"api_token":"••••"}}',
  ])
  expect(JSON.stringify(preview(record))).not.toContain('made-up-secret')
})

test('a value that cannot be sent says why, and a user who may log in is not called disabled', () => {
  const record = { user_id: 'auth0|7', email: 'ann at home', blocked: false }
  const [, email, blocked] = preview(record)
  expect([email, blocked]).toEqual([
    expect.stringMatching(/^email → Email: \(.+\)$/),
    'blocked → Disabled: Not disabled',
  ])
})

test('a hash shows its algorithm alone, and the ID that its record belongs to', () => {
  const passwordHash = '$2b$10$aCa0P1Ey48WxSI9sXC1o1e3lSJDqeKuo8gEEjMFCCnWFgTLgJEfBW'
  const shown = preview({ _id: { $oid: '5f7c8ec7c33c6c004bbafe82' }, email: 'ann@example.com', passwordHash }, 'parts')
  expect(shown).toEqual([
    '_id.$oid → Source ID of its user: 5f7c8ec7c33c6c004bbafe82',
    'email → Email: ann@example.com',
    'passwordHash → Password hash: $2b$10$••••',
  ])
  expect(JSON.stringify(shown)).not.toContain('aCa0P1Ey')
})
