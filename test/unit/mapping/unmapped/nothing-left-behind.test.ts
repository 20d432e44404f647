import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readStoredUser, writeStoredUser } from '../../../../electron/engine/import-pipeline/stored-user.ts'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { exportFormats } from '../../../../shared/exports/index.ts'
import type { Mapping } from '../../../../shared/mapping/mapping.ts'
import { hintsOf } from '../../../../shared/mapping/names/name-hints.ts'
import { formatReader, tableReader } from '../../../../shared/mapping/read-table.ts'
import { suggestMapping } from '../../../../shared/mapping/suggest-mapping.ts'
import { noChoices } from '../../../../shared/planning/choices.ts'
import type { Plan } from '../../../../shared/planning/plan.ts'
import { planUser } from '../../../../shared/planning/plan-user.ts'
import type { UnmappedKind, User } from '../../../../shared/users/user.ts'
import { rounds } from '../../../support/length.ts'

/* The law: what looks like a login becomes one, or a finding, or makes its record an unreadable one. */

const alphabet = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'.split('')
const letters = (length: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length }).map((all) => all.join(''))
const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'.split('')), { minLength: length, maxLength: length })
    .map((all) => all.join(''))
const base64 = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((all) => Buffer.from(all).toString('base64'))

const certainHash = fc.oneof(
  letters(21).chain((salt) => letters(30).map((digest) => `$2b$10$${salt}O${digest}u`)),
  fc.tuple(base64(16), base64(32)).map(([salt, digest]) => {
    const bare = (text: string) => text.replace(/=+$/, '')
    return `$argon2id$v=19$m=65536,t=3,p=4$${bare(salt)}$${bare(digest)}`
  }),
  fc.tuple(base64(64), base64(8)).map(([hash, salt]) => `$f_scrypt$${hash}$${salt}$m=14$r=8$s=Bw==`),
  letters(31).map((rest) => `$P$${rest}`),
  letters(52).map((rest) => `$S$${rest}`),
  letters(86).map((rest) => `$6$saltsalt$${rest}`),
  base64(28).map((rest) => `{SSHA}${rest}`),
  base64(32).map((rest) => `pbkdf2_sha256$390000$salt$${rest}`),
  base64(32).map((rest) => `$pbkdf2-sha256$29000$c2FsdHNhbHQ$${rest.replace(/=+$/, '')}`),
  hex(64).map((rest) => `scrypt:32768:8:1$salt$${rest}`),
)
const possibleHash = fc.oneof(hex(32), hex(40), hex(64), hex(128))
const bareDigest = /^[0-9a-f]{32,128}$/
const email = fc.stringMatching(/^[a-z]{1,8}(?:\.[a-z]{1,8})?$/).map((name) => `${name}@acme.example`)
const phone = fc.integer({ min: 100_000_000, max: 999_999_999 }).map((n) => `+4930${n}`)
const googleId = fc.bigInt({ min: 10n ** 19n, max: 10n ** 20n - 1n }).map((n) => `1${n}`)
const appleId = fc.tuple(hex(32), fc.integer({ min: 1000, max: 9999 })).map(([id, n]) => `001234.${id}.${n}`)

type Planted = { readonly kind: UnmappedKind; readonly value: string }
const planted: fc.Arbitrary<Planted> = fc.oneof(
  certainHash.map((value) => ({ kind: 'password-hash' as const, value })),
  possibleHash.map((value) => ({ kind: 'password-hash' as const, value })),
  email.map((value) => ({ kind: 'email' as const, value })),
  phone.map((value) => ({ kind: 'phone' as const, value })),
  fc.oneof(googleId, appleId).map((value) => ({ kind: 'provider-user-id' as const, value })),
)

const harmless = fc.oneof(
  fc.constantFrom('', 'NULL', '!', '*', 'x', 'true', 'no', '0', '42', '2024-01-15 10:00:00', 'Ulm', 'active', 'n/a'),
  fc.constantFrom('https://acme.example/a', '3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'two words', '{}', '[]'),
  fc.string({ maxLength: 12 }).filter((text) => !text.includes('@')),
)

const weakNames =
  'Passwort bcryptPassword passwordEncrypted web_password usr_passwd user_pass_hash legacy_password_hash user_pass_digest'
const otherNames =
  'Kontakt note blob col_7 checksum created_at disabled deleted id uid status email phone password salt provider google_id'
const name = fc.oneof(
  fc.constantFrom(...weakNames.split(' '), ...otherNames.split(' ')),
  fc.constantFrom('Email Address [Required]', 'Mot de passe', 'Contraseña', 'Hasło', 'E-posta', 'Telefonnummer'),
  fc.stringMatching(/^[A-Za-z][A-Za-z_ ]{0,14}$/),
)

type Cell = { readonly value: string; readonly planted: Planted | null }
const cell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 2, arbitrary: harmless.map((value) => ({ value, planted: null })) },
  { weight: 1, arbitrary: planted.map((one) => ({ value: one.value, planted: one })) },
)
const table = fc
  .uniqueArray(name, { minLength: 1, maxLength: 6 })
  .chain((names) =>
    fc
      .array(fc.array(cell, { minLength: names.length, maxLength: names.length }), { minLength: 1, maxLength: 8 })
      .map((rows) => ({ names, rows })),
  )

const context = { scrypt: null, dialect: 'supertokens' } as const

/** The findings about values of a kind. A hash beside another one of its user may be an old password. */
const codes: Readonly<Record<Planted['kind'], readonly string[]>> = {
  'password-hash': ['unmapped-hash', 'second-hash'],
  'second-hash': ['second-hash'],
  email: ['unmapped-email'],
  phone: ['unmapped-phone'],
  'provider-user-id': ['unmapped-provider-id'],
  status: ['unmapped-status'],
  provider: ['unmapped-provider'],
}

/** Whether a planted value can be found again in what became of its user. */
function isAccountedFor({ kind, value }: Planted, user: User, plan: Plan): boolean {
  const { calls, findings } = plan
  const reported = findings.some(({ code }) => codes[kind].includes(code))
  if (reported) return true
  switch (kind) {
    case 'password-hash':
      // Mapped, it is imported, or refused with a finding; as the id of a user or of a login it has come along, too.
      if (user.hash?.hash === value) return calls.some((call) => call.kind === 'import') || plan.state !== 'ready'
      return user.sourceId === value || user.hash?.salt === value || user.identities.some((one) => one.userId === value)
    case 'email':
      return user.email === value || user.identities.some((one) => one.email === value || one.userId === value)
    case 'phone':
      return user.phone === value
    case 'provider-user-id':
      return user.identities.some((one) => one.userId === value)
    default:
      return false
  }
}

const isLogin = (kind: string) => (finding: Plan['findings'][number]) => finding.code === kind && finding.blocks

describe('nothing that looks like a login is left behind without a word', () => {
  it('in any table, in any column, under any name, among other values', () => {
    fc.assert(
      fc.property(table, ({ names, rows }) => {
        const records: readonly SourceRecord[] = rows.map((row) =>
          Object.fromEntries(names.map((column, at) => [column, row[at]?.value ?? ''])),
        )
        const { mapping } = suggestMapping({ header: names, records: records.slice(0, 4) })
        const read = tableReader(mapping)
        // Beside a column of hashes, a digest in one called salt is what its name says.
        const targets = new Map(mapping.columns.map(({ path, target }) => [target, path]))
        const salts = targets.has('password-hash') ? names.indexOf(targets.get('salt') ?? 'salt') : -1
        for (const [at, record] of records.entries()) {
          const entry = read(record)
          if (entry.kind === 'unreadable') continue
          expect(entry.kind).toBe('user')
          if (entry.kind !== 'user') return
          // As the document keeps it.
          const user = readStoredUser(writeStoredUser(entry.user))
          const plan = planUser(user, null, noChoices, context)
          const cells = (rows[at] ?? [])
            .map((one, index) => ({ ...one, column: names[index] ?? '' }))
            .filter((_, column) => column !== salts)
            // A digest under the name of a second factor is a secret of one: `aTfA`.
            .filter((one) => !(bareDigest.test(one.value) && hintsOf(one.column).secondFactor))
          for (const { planted: one, column } of cells) {
            if (one === null || user.standing === 'deleted') continue
            // Beside the hash of its user, a bare digest that is called a token or a checksum is one.
            if (user.hash !== null && bareDigest.test(one.value) && hintsOf(column).otherDigest) continue
            expect({ one, user, plan, is: isAccountedFor(one, user, plan) }).toMatchObject({ is: true })
          }
          // No user becomes passwordless while an unread value may be its password.
          const sent = plan.calls.some((call) => call.kind === 'import')
          const hashes = cells.filter(
            ({ planted: one, column }) =>
              one?.kind === 'password-hash' &&
              one.value !== user.sourceId &&
              // A digest called a checksum is told, and hardly a password.
              !(bareDigest.test(one.value) && hintsOf(column).ofContent),
          )
          const isUsed = hashes.some(
            ({ value }) => user.hash?.salt === value || user.identities.some((id) => id.userId === value),
          )
          if (hashes.length > 0 && !sent && !isUsed && user.standing !== 'deleted') {
            expect({ plan, record, state: plan.state }).toMatchObject({ state: 'blocked' })
          }
        }
      }),
      { numRuns: rounds(150, 1000) },
    )
  })

  it.each(['[]', '[""]', '["!"]', '!'])(
    'beside a password column that holds %s, in a hash that cannot be sent',
    (none) => {
      const records = [{ email: 'ann@acme.example', note: `$6$saltsalt$${'.'.repeat(86)}`, usr_passwd: none }]
      const columns: Mapping['columns'] = [
        { path: 'email', target: 'email' },
        { path: 'usr_passwd', target: 'password-hash' },
      ]
      for (const entry of records.map(tableReader({ version: 1, columns, fixedProvider: null }))) {
        if (entry.kind !== 'user') throw new Error(entry.kind)
        expect(planUser(entry.user, null, noChoices, context)).toMatchObject({ state: 'blocked' })
      }
    },
  )

  it('in a field that the format of a known provider does not read', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...exportFormats),
        planted,
        fc.constantFrom('legacy', 'app_metadata', 'note'),
        (format, one, field) => {
          const record = {
            id: '7',
            user_id: 'auth0|7',
            [field]: field === 'app_metadata' ? { old: [one.value] } : one.value,
          }
          const entry = formatReader(format)(record, {
            provider: format.provider,
            shape: '',
            reason: '',
            role: 'users',
          })
          if (entry.kind !== 'user') return
          const plan = planUser(entry.user, null, noChoices, context)
          expect({ one, entry, is: isAccountedFor(one, entry.user, plan) }).toMatchObject({ is: true })
        },
      ),
      { numRuns: rounds(300, 2000) },
    )
  })

  it('within a longer text, a hash is found and holds its user back', () => {
    const wrappings = fc.constantFrom(
      (hash: string) => `Imported in 2019. Old hash: ${hash}, ask Ben.`,
      (hash: string) => `note (${hash}) from before`,
      (hash: string) => `{"legacy": {"hash": "${hash}"}}`,
      (hash: string) => `[{"type":"password","value":"${hash}"}`,
      (hash: string) => `user=ann password="${hash}" role=admin`,
      (hash: string) => `ann:${hash}:1001:1001::/home/ann`,
      (hash: string) => `first line\n${hash}\nlast line`,
      (hash: string) => `{\\"hash\\":\\"${hash}\\"}`,
    )
    fc.assert(
      fc.property(certainHash, wrappings, fc.boolean(), (hash, wrap, own) => {
        const record = { id: '7', email: 'ann@acme.example', notes: wrap(hash) }
        const { mapping } = suggestMapping({ header: Object.keys(record), records: [record] })
        const clerk = exportFormats.find(({ provider }) => provider === 'clerk')
        if (clerk === undefined) throw new Error('There is no Clerk.')
        const entry = own
          ? tableReader(mapping)(record)
          : formatReader(clerk)(record, { provider: 'clerk', shape: '', reason: '', role: 'users' })
        const user = entry.kind === 'user' ? entry.user : null
        const plan = user === null ? null : planUser(user, null, noChoices, context)
        // A value that a mapping took for the hash is imported, or refused as one.
        if (user?.hash?.hash === hash && plan?.calls.some((call) => call.kind === 'import') === true) return
        expect({ user, state: plan?.state }).toMatchObject({ state: 'blocked' })
        if (user === null || user.hash !== null) return
        expect(plan?.findings.some(isLogin('unmapped-hash'))).toBe(true)
        expect(user.unmapped?.map(({ value }) => value)).toContain(hash)
      }),
      { numRuns: rounds(100, 500) },
    )
  })

  it('but the secret of an authenticator app is none, though it looks like one in hexadecimal', () => {
    const app = '3132333435363738393031323334353637383930'
    const mapping = {
      version: 1 as const,
      columns: [
        { path: 'mail', target: 'email' as const },
        { path: 'app', target: 'totp-secret' as const },
      ],
      fixedProvider: null,
    }
    const entry = tableReader(mapping)({ mail: 'ann@acme.example', app })
    expect(entry.kind === 'user' && [entry.user.profile?.totp, entry.user.unmapped]).toEqual([[app], undefined])
  })

  it('and a certain hash in such a field holds its user back', () => {
    const bcrypt = `$2b$10$abcdefghijklmnopqrstuO${'a'.repeat(30)}u`
    const auth0 = exportFormats.find(({ provider }) => provider === 'auth0')
    if (auth0 === undefined) throw new Error('There is no Auth0.')
    const record = { user_id: 'google-oauth2|7', email: 'ann@acme.example', user_metadata: { legacy: bcrypt } }
    const entry = formatReader(auth0)(record, { provider: 'auth0', shape: '', reason: '', role: 'users' })
    const plan = entry.kind === 'user' ? planUser(entry.user, null, noChoices, context) : null
    expect(plan?.findings.some(isLogin('unmapped-hash'))).toBe(true)
    expect(plan?.state).toBe('blocked')
  })
})
