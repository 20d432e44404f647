import { expect, test } from 'vitest'
import { updateCarriedLogin, writeRow } from '../../../../electron/engine/document/plans/carry-baseline.ts'
import { callKey } from '../../../../electron/engine/document/stored-calls.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import { emptyDocument } from '../../../support/documents.ts'

const tenants = [undefined, 'north'] as const

test.each(tenants)(
  'a carried social login gets the email that it was changed to, in its tenant alone (%s)',
  (tenant) => {
    const { database } = emptyDocument()
    const login = {
      kind: 'third-party',
      thirdPartyId: 'google',
      thirdPartyUserId: 'g1',
      email: 'g1@example.com',
      isVerified: true,
    } as const
    for (const one of tenants) {
      const call: Call = one === undefined ? login : { ...login, tenant: one }
      writeRow(database, {
        user_key: 'k',
        key: callKey(call),
        kind: call.kind,
        digest: 'd',
        core_user_id: 'u1',
        email: login.email,
      })
    }
    updateCarriedLogin(
      database,
      'k',
      {
        kind: 'change-contact',
        force: false,
        login: { recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: 'g1', isVerified: true },
        from: { email: 'g1@example.com', phoneNumber: null },
        to: { email: 'new@example.com', phoneNumber: null },
        ...(tenant === undefined ? {} : { tenant }),
      },
      () => 'd',
    )
    const changed = database.prepare("SELECT key FROM baseline_call WHERE email = 'new@example.com'").all()
    expect(changed).toEqual([{ key: tenant === undefined ? 'third-party:google:g1' : 'north/third-party:google:g1' }])
  },
)

test('a carried password login is found by the email that it was changed to, and by the earlier one no more', () => {
  const { database } = emptyDocument()
  const email = 'ann@example.com'
  const key = `import:${email}`
  writeRow(database, { user_key: 'k', key, kind: 'import', digest: 'd', core_user_id: 'u1', email })
  updateCarriedLogin(
    database,
    'k',
    {
      kind: 'change-contact',
      force: false,
      login: { recipe: 'emailpassword', coreUserId: 'u1' },
      from: { email, phoneNumber: null },
      to: { email: 'new@example.com', phoneNumber: null },
    },
    () => 'd',
  )
  const rows = database.prepare('SELECT key, email FROM baseline_call').all()
  expect(rows).toEqual([{ key: 'import:new@example.com', email: 'new@example.com' }])
})
