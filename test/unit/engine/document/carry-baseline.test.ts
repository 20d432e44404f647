import { describe, expect, test } from 'vitest'
import { readBaseline } from '../../../../electron/engine/document/plans/baseline-users.ts'
import { updateCarriedLogin, writeRow } from '../../../../electron/engine/document/plans/carry-baseline.ts'
import { getSetting } from '../../../../electron/engine/document/settings.ts'
import { callKey } from '../../../../electron/engine/document/stored-calls.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import { type Database, sql } from '../../../../electron/engine/document/sqlite.ts'
import { useTarget } from '../../../../electron/engine/document/targets.ts'
import { emptyUser } from '../../../../shared/users/user.ts'
import { codeOf, emptyDocument, must } from '../../../support/documents.ts'
import { planAs } from '../../../support/planned-users.ts'
import { imports, liveTarget, plannedDocument } from '../../../support/rounds.ts'

const options = { signal: new AbortController().signal, onProgress: () => undefined }

function noteState(database: Database, targetId: number, state: string): void {
  sql(database, 'INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (?, 1, ?, 1)').run(targetId, state)
}

describe('an earlier migration', () => {
  test('is compared for the core that it was sent to, of several for the one that is connected', async () => {
    const { document, target } = plannedDocument(imports(1))
    const baseline = document.database
    const { database } = emptyDocument()
    const read = async () => {
      const result = await readBaseline(database, baseline, 'earlier', options)
      return result.ok ? getSetting(database, 'baseline')?.core : codeOf(result)
    }
    const coreAt = (address: string) => useTarget(baseline, { ...liveTarget, base_url: address })
    const rehearsal = useTarget(baseline, { ...liveTarget, kind: 'rehearsal', base_url: 'http://127.0.0.1:9' })
    noteState(baseline, rehearsal.id, 'migrated')
    const found = [await read()]
    noteState(baseline, target.id, 'migrated')
    found.push(await read())
    const second = coreAt('https://second.example.com')
    noteState(baseline, second.id, 'migrated')
    found.push(await read())
    coreAt('https://never-sent.example.com')
    found.push(await read())
    expect(found).toEqual([
      'baseline-not-sent',
      target.base_url,
      'https://second.example.com',
      'baseline-several-cores',
    ])
  })

  test.each([
    ['migrated', 'ready', 'own'],
    ['existing', 'ready', 'own'],
    ['ready', 'excluded', 'own'],
    ['failed', 'ready', 'carried'],
    ['in-doubt', 'ready', 'carried'],
    ['sending', 'ready', 'carried'],
    ['ready', 'ready', 'carried'],
    ['ready', 'blocked', 'carried'],
  ] as const)(
    'that followed another itself says of a user that is %s, by plan %s, what its %s export says',
    async (state, planState, whose) => {
      const [first, second] = [plannedDocument(imports(1)), plannedDocument(imports(1))]
      noteState(first.document.database, first.target.id, 'migrated')
      const later = second.document.database
      must(await readBaseline(later, first.document.database, 'first', options))
      const carried = digestOf(later)
      sql(later, 'UPDATE user_text SET source = ?').run(JSON.stringify({ ...emptyUser, email: 'new@example.com' }))
      noteState(later, second.target.id, state)
      planAs(later, planState)
      const { database } = emptyDocument()
      must(await readBaseline(database, later, 'second', options))
      expect(digestOf(database) === carried).toBe(whose === 'carried')
    },
  )

  test('is not compared with itself, nor read on after it was stopped', async () => {
    const { document, target } = plannedDocument(imports(1))
    noteState(document.database, target.id, 'migrated')
    const { database } = emptyDocument()
    const stopped = { ...options, signal: AbortSignal.abort() }
    expect([
      codeOf(await readBaseline(document.database, document.database, 'itself', options)),
      codeOf(await readBaseline(database, document.database, 'earlier', stopped)),
      getSetting(database, 'baseline'),
    ]).toEqual(['same-migration', 'comparing-stopped', undefined])
  })
})

function digestOf(database: Database): string {
  return JSON.stringify(database.prepare("SELECT digest FROM baseline_user WHERE key = 'id:u1'").all())
}

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
