import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { baselineLookup, readBaseline } from '../../../../electron/engine/document/plans/baseline-users.ts'
import { carryRows, updateCarriedLogin, writeRow } from '../../../../electron/engine/document/plans/carry-baseline.ts'
import { getSetting, setSetting } from '../../../../electron/engine/document/settings.ts'
import { callKey } from '../../../../shared/planning/call-key.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import { type Database, sql } from '../../../../electron/engine/document/sqlite.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import { writeStoredUser } from '../../../../electron/engine/import-pipeline/stored-user.ts'
import { emptyUser, type User } from '../../../../shared/users/user.ts'
import { codeOf, emptyDocument, must } from '../../../support/documents.ts'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'
import { planAs } from '../../../support/planned-users.ts'
import { importOf, imports, liveTarget, plannedDocument } from '../../../support/rounds.ts'

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
    const coreAt = (address: string) => targetTable.use(baseline, { ...liveTarget, base_url: address })
    const rehearsal = targetTable.use(baseline, { ...liveTarget, kind: 'rehearsal', base_url: 'http://127.0.0.1:9' })
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

const code = (phoneNumber: string): Call => ({ kind: 'passwordless', contact: { kind: 'phone', phoneNumber } })
const update: Call = { kind: 'update', email: 'a@example.com', phoneNumber: '+1' }
const oldId: Call = { kind: 'map-id', externalUserId: 'u1' }
const ann: User = { ...emptyUser, sourceId: 'u1', email: 'a@example.com', hash: { hash: 'x' } }
const noContact = { email: null, phone: null, calls: [] }

/** An earlier migration of one user, all of whose calls are done. */
function sentMigration(user: User, calls: readonly Call[]) {
  const { document, target } = plannedDocument([calls])
  const { database } = document
  noteState(database, target.id, 'migrated')
  database.prepare('UPDATE user SET source_id = ?, email = ?, phone = ?').run(user.sourceId, user.email, user.phone)
  database.prepare('UPDATE user_text SET source = ?').run(writeStoredUser(user))
  for (const call of calls) noteDone(database, target.id, call)
  return { database, target }
}

function noteDone(database: Database, targetId: number, call: Call): void {
  database
    .prepare(
      "INSERT INTO call (target_id, user_id, key, kind, state, since, core_user_id) VALUES (?, 1, ?, ?, 'done', 1, 'c1')",
    )
    .run(targetId, callKey(call), call.kind)
}

/** Reads it into a new migration. */
async function following(earlier: Database) {
  const { database } = emptyDocument()
  must(await readBaseline(database, earlier, 'earlier', options))
  return { database, lookup: baselineLookup(database), setting: getSetting(database, 'baseline') }
}

describe('a user of an earlier migration', () => {
  test.each([false, true])(
    'has the fingerprints that documents of earlier builds have, hashes removed: %s',
    async (blind) => {
      const key = Buffer.alloc(32, 7).toString('base64')
      const { database, target } = sentMigration(ann, [importOf('a@example.com'), code('+1'), update, oldId])
      setSetting(database, 'baseline', { name: 'first', core: target.base_url, key, blind: false })
      if (blind) setSetting(database, 'hashes-removing', 1)
      const of = (text: string) =>
        createHmac('sha256', Buffer.alloc(32, 7))
          .update(blind ? `blind ${text}` : text)
          .digest('base64url')
          .slice(0, 27)
      const hash = blind ? '' : madeUpBcrypt(1)
      const { database: later } = await following(database)
      const digests = (table: string) =>
        later
          .prepare(`SELECT digest FROM ${table} ORDER BY key`)
          .all()
          .map((row) => Object.values(row ?? {})[0])
      expect(digests('baseline_user')).toEqual([of(`user ${writeStoredUser(blind ? { ...ann, hash: null } : ann)}`)])
      expect(digests('baseline_call')).toEqual([
        of(`call {"kind":"import","email":"","passwordHash":"${hash}","family":"bcrypt"}`),
        of('call {"kind":"map-id","externalUserId":"u1"}'),
        of('call {"kind":"passwordless","contact":null}'),
        of('call {"kind":"update","email":"","phoneNumber":""}'),
      ])
    },
  )

  test('is the same while nothing changed in the export, and has a call while its key, contact and content are those', async () => {
    const { lookup } = await following(sentMigration(ann, [importOf('a@example.com'), code('+1')]).database)
    const known = lookup?.of(ann, noContact)
    const [imported, made] = known?.calls ?? []
    expect([known?.same, lookup?.of({ ...ann, hash: { hash: 'y' } }, noContact)?.same]).toEqual([true, false])
    expect([
      imported?.is(importOf('a@example.com')),
      imported?.is(importOf('a@example.com', 'argon2')),
      imported?.is(importOf('b@example.com')),
      made?.is(code('+1')),
      made?.is(code('+2')),
    ]).toEqual([true, false, false, true, false])
    expect(['a', 'b'].map((name) => lookup?.holderOf(`import:${name}@example.com`, ann))).toEqual(['gone', null])
  })

  test('is the same with any hash where the hashes of a migration were removed, also of one further back', async () => {
    const first = sentMigration(ann, [importOf('a@example.com')]).database
    expect((await following(first)).setting?.blind).toBe(false)
    setSetting(first, 'hashes-removing', 1)
    const second = sentMigration({ ...ann, sourceId: 'u2' }, []).database
    must(await readBaseline(second, first, 'first', options))
    const { lookup, setting } = await following(second)
    const isSame = (user: User) => lookup?.of(user, noContact)?.same
    expect([setting?.blind, isSame({ ...ann, hash: { hash: 'y' } }), isSame({ ...ann, sourceId: 'u2' })]).toEqual([
      true,
      true,
      true,
    ])
    expect([isSame({ ...ann, phone: '+1' }), isSame({ ...ann, sourceId: 'u2', hash: { hash: 'y' } })]).toEqual([
      false,
      false,
    ])
  })

  test('is found by its ID, else its email, else its phone, and one with none of them is not kept', async () => {
    const keysOf = async (user: User) => {
      const { database, lookup } = await following(sentMigration(user, []).database)
      const rows = database.prepare('SELECT key, contact FROM baseline_user').all()
      return [rows, lookup?.of(user, { ...noContact, email: user.email, phone: user.phone })?.same]
    }
    expect([
      await keysOf({ ...emptyUser, sourceId: 'u1', email: 'a@example.com', phone: '+1' }),
      await keysOf({ ...emptyUser, email: 'a@example.com', phone: '+1' }),
      await keysOf({ ...emptyUser, phone: '+1' }),
      await keysOf(emptyUser),
    ]).toEqual([
      [[{ key: 'id:u1', contact: 'a@example.com' }], true],
      [[{ key: 'email:a@example.com', contact: 'a@example.com' }], true],
      [[{ key: 'phone:+1', contact: '+1' }], true],
      [[], undefined],
    ])
  })

  test('is forgotten when another earlier migration is chosen', async () => {
    const { database } = await following(sentMigration(ann, [oldId]).database)
    must(await readBaseline(database, sentMigration({ ...ann, sourceId: 'u2' }, [update]).database, 'other', options))
    const keys = (table: string) => database.prepare(`SELECT key FROM ${table}`).all()
    expect([keys('baseline_user'), keys('baseline_call')]).toEqual([[{ key: 'id:u2' }], [{ key: callKey(update) }]])
  })
})

test.each([
  ['at the core that it goes on with', true, [{ key: callKey(oldId) }]],
  ['at another one', false, []],
])('of a migration that was not sent itself, calls %s count', async (_, isThere, expected) => {
  const { document, target } = plannedDocument([[oldId]])
  const core = isThere ? target.base_url : 'https://gone.example.com'
  setSetting(document.database, 'baseline', { name: 'first', core, key: 'AAAA', blind: false })
  const rehearsal = targetTable.use(document.database, {
    ...liveTarget,
    kind: 'rehearsal',
    base_url: 'http://127.0.0.1:9',
  })
  noteDone(document.database, isThere ? target.id : rehearsal.id, oldId)
  const { database, setting } = await following(document.database)
  expect([setting?.core, database.prepare('SELECT key FROM baseline_call').all()]).toEqual([core, expected])
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

const both = { email: 'ann@example.com', phoneNumber: '+1' }

test.each([
  [
    'a code by phone, to another email',
    ['passwordless:phone:+1', 'update:ann@example.com:+1'],
    { email: 'new@example.com', phoneNumber: null },
    ['passwordless:phone:+1 null', 'update:new@example.com:+1 new@example.com'],
  ],
  [
    'a code by phone, to another phone',
    ['passwordless:phone:+1', 'update:ann@example.com:+1'],
    { email: null, phoneNumber: '+2' },
    ['passwordless:phone:+2 null', 'update:ann@example.com:+2 ann@example.com'],
  ],
  [
    'a code by email, to another email',
    ['passwordless:email:ann@example.com'],
    { email: 'new@example.com', phoneNumber: null },
    ['passwordless:email:new@example.com new@example.com', 'update:new@example.com:+1 new@example.com'],
  ],
  [
    'a password, to another email, beside a phone that it does not sign in with',
    ['import:ann@example.com'],
    { email: 'new@example.com', phoneNumber: null },
    ['import:new@example.com new@example.com'],
  ],
] as const)('a carried login by %s, has both contacts as they are now', (_, keys, to, expected) => {
  const { database } = emptyDocument()
  const other = 'north/update:ann@example.com:+1'
  for (const key of [...keys, other]) {
    const kind = key === other ? 'update' : key.split(':')[0]
    writeRow(database, { user_key: 'k', key, kind: kind ?? '', digest: 'd', core_user_id: 'u1', email: null })
  }
  const recipe = keys[0].startsWith('import') ? 'emailpassword' : 'passwordless'
  const login = { recipe, coreUserId: 'u1' } as const
  updateCarriedLogin(database, 'k', { kind: 'change-contact', force: false, login, from: both, to }, () => 'd')
  const rows = database.prepare("SELECT key || ' ' || coalesce(email, 'null') AS text FROM baseline_call").all()
  expect(new Set(rows.map((row) => Object.values(row ?? {})[0]))).toEqual(new Set([`${other} null`, ...expected]))
})

test('rows are carried to the last one, or the carrying was stopped', async () => {
  const [from, to] = [emptyDocument().database, emptyDocument().database]
  const insert = from.prepare("INSERT INTO baseline_user (key, digest, state) VALUES (?, 'd', 'migrated')")
  for (let n = 0; n <= 1000; n++) insert.run(`k${String(n).padStart(4, '0')}`)
  writeRow(from, { user_key: 'k1000', key: 'x', kind: 'import', digest: 'd', core_user_id: null, email: null })
  expect(await carryRows(to, from, AbortSignal.abort())).toBe(false)
  expect(await carryRows(to, from, options.signal)).toBe(true)
  const counts = ['baseline_user', 'baseline_call'].map((table) =>
    to.prepare(`SELECT count(*) AS n FROM ${table}`).get(),
  )
  expect(counts).toEqual([{ n: 1001 }, { n: 1 }])
})
