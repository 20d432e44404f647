import { expect, test } from 'vitest'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { passwordCheckTable } from '../../../../electron/engine/document/password-checks.ts'
import type { Database } from '../../../../electron/engine/document/sqlite.ts'
import { checkUserPassword } from '../../../../electron/engine/session/check-user-password.ts'
import type { Call } from '../../../../shared/planning/call.ts'
import { codeOf, must } from '../../../support/documents.ts'
import { knownAccounts } from '../../../support/data/known-accounts.ts'
import { plannedDocument } from '../../../support/rounds.ts'

type Means = Parameters<typeof checkUserPassword>[3]

const importOf = (passwordHash: string): Call => ({
  kind: 'import',
  email: 'user1@example.com',
  passwordHash,
  family: passwordHash.startsWith('$2') ? 'bcrypt' : passwordHash.startsWith('$f') ? 'firebase-scrypt' : 'argon2',
})

/** The document of one user whose hash would be sent; null: none is. */
function sending(hash: string | null): Database {
  return plannedDocument([hash === null ? [] : [importOf(hash)]]).document.database
}

type Tried = Awaited<ReturnType<Means['tryPassword']>>

function check(database: Database, password = 'pass', tried: Tried = { kind: 'match' }, more: Partial<Means> = {}) {
  return checkUserPassword(database, 1, password, {
    signerKey: null,
    tryPassword: async () => tried,
    now: () => 7,
    isOpen: () => true,
    ...more,
  })
}

const hashOf = (account: string) => knownAccounts[account]?.hash ?? ''
const miss = (instead: string | null = null): Tried => ({ kind: 'mismatch', instead })

test.each([
  ['2b', 'bcrypt', '2b', []],
  ['2x', 'bcrypt', '2x', [expect.stringContaining('plain ASCII')]],
  ['argon2id-19', 'argon2', 'argon2id, version 19', []],
  ['argon2i-16', 'argon2', 'argon2i, version 16', []],
  ['scrypt-whole', 'firebase-scrypt', 'Firebase scrypt', [expect.stringContaining('signer key in memory')]],
])('a password that fits %s is kept as a check of %s, %s', async (account, family, variant, advice) => {
  const database = sending(hashOf(account))
  const outcome = must(await check(database, 'pass', { kind: 'match' }, { signerKey: 'key' }))
  expect([outcome.outcome, outcome.advice]).toEqual(['match', advice])
  expect(passwordCheckTable.of(database, 1)).toEqual({ user: 1, family, variant, at: 7, matched: true })
})

test.each([
  ['bcrypt', '2b', 'pass', ['account', 'pepper', 'before bcrypt']],
  ['argon2', 'argon2id-19', 'pass', ['account', 'pepper', 'before Argon2']],
  ['Firebase scrypt', 'scrypt-whole', 'pass', ['account', 'another project', 'another user']],
  ['a password with a blank in front', '2b', ' pass', ['account', 'space', 'pepper', 'before bcrypt']],
  ['a password with a blank behind', '2b', 'pass ', ['account', 'space', 'pepper', 'before bcrypt']],
  ['a long password for bcrypt', '2b', 'x'.repeat(73), ['account', 'pepper', 'before bcrypt', '72 bytes']],
  ['a password of 72 bytes', '2b', 'x'.repeat(72), ['account', 'pepper', 'before bcrypt']],
  ['a long password for Argon2', 'argon2id-19', 'x'.repeat(73), ['account', 'pepper', 'before Argon2']],
  ['other letters for 2x', '2x', 'p\u00e4ss', ['account', 'pepper', 'before bcrypt', 'plain ASCII']],
  ['other letters for 2b', '2b', 'p\u00e4ss', ['account', 'pepper', 'before bcrypt']],
])('advice about a password that does not fit: %s', async (_, account, password, expected) => {
  const database = sending(hashOf(account))
  const { outcome, advice } = must(await check(database, password, miss(), { signerKey: 'key' }))
  const words =
    /right account|space|pepper|before bcrypt|before Argon2|another project|another user|72 bytes|plain ASCII/
  expect([outcome, advice.map((one) => words.exec(one)?.[0])]).toEqual([
    'mismatch',
    expected.map((one) => (one === 'account' ? 'right account' : one)),
  ])
  expect(passwordCheckTable.of(database, 1)?.matched).toBe(false)
})

test.each([
  ['2b', 'Do not send these hashes'],
  ['argon2id-19', 'Name the version'],
])('something else that fits %s is named, with the way out', async (account, advice) => {
  const found = must(await check(sending(hashOf(account)), 'pass', miss('the digest')))
  expect(found).toEqual({
    outcome: 'mismatch',
    message: expect.stringContaining('It does not match, but the digest does.'),
    advice: [expect.stringContaining(advice)],
  })
})

test('a user without a hash has nothing to check, and a user that is gone is unknown', async () => {
  const none = must(await check(sending(null)))
  expect(none).toEqual({
    outcome: 'not-checked',
    message: 'There is nothing to check: no hash is sent for this user.',
    advice: [],
  })
  const database = sending(null)
  expect(
    codeOf(
      await checkUserPassword(database, 2, 'x', {
        signerKey: null,
        tryPassword: async () => miss(),
        now: () => 1,
        isOpen: () => true,
      }),
    ),
  ).toBe('user-unknown')
})

test('of a hash that cannot be sent, the reason and the way out are said', async () => {
  const database = sending(null)
  const source = JSON.stringify({
    ...JSON.parse(sourceOf(database)),
    hash: { hash: '5f4dcc3b5aa765d61d8327deb882cf99' },
  })
  database.prepare('UPDATE user_text SET source = ?').run(source)
  const why = must(await check(database))
  expect([
    why.outcome,
    why.message.length > 'There is nothing to check: no hash is sent for this user.'.length,
  ]).toEqual(['not-checked', true])
  expect(why.advice).toHaveLength(1)
  // A correction that gives the hash up leaves nothing to say.
  database.prepare('UPDATE user SET correction = \'{"hash":null}\'').run()
  expect(must(await check(database)).message).toBe('There is nothing to check: no hash is sent for this user.')
})

function sourceOf(database: Database): string {
  return (database.prepare('SELECT source FROM user_text').get() as { source: string }).source
}

test('Firebase scrypt without its key is judged by its form alone, and nothing is kept', async () => {
  const database = sending(hashOf('scrypt-whole'))
  const parameters = { separator: 'Bw==', rounds: 8, memoryCost: 10 }
  const without = must(await check(database))
  setSetting(database, 'scrypt', { ...parameters, signerKeyLength: null })
  const unknown = must(await check(database))
  setSetting(database, 'scrypt', { ...parameters, signerKeyLength: 64 })
  const known = must(await check(database))
  expect([without.message, unknown.message].map((one) => one.includes('without the length'))).toEqual([true, true])
  expect([known.outcome, known.message, known.advice.length]).toEqual([
    'not-checked',
    expect.stringContaining('64 bytes'),
    1,
  ])
  expect(passwordCheckTable.of(database, 1)).toBeNull()
})

test('a hash that takes minutes is not tried', async () => {
  let tries = 0
  const costly = hashOf('2b').replace(/^\$2b\$\d\d/, '$2b$31')
  const outcome = must(
    await check(sending(costly), 'pass', miss(), { tryPassword: async () => ((tries += 1), miss()) }),
  )
  expect([outcome.outcome, outcome.message.includes('bcrypt'), outcome.advice.length, tries]).toEqual([
    'not-checked',
    true,
    1,
    0,
  ])
})

test('a check counts for nothing when the migration was closed or the hash changed meanwhile', async () => {
  const database = sending(hashOf('2b'))
  expect(codeOf(await check(database, 'pass', miss(), { isOpen: () => false }))).toBe('document-closed')
  const changing = async () => {
    database.prepare('UPDATE user_text SET calls = ?').run(JSON.stringify([importOf(hashOf('2a'))]))
    return miss()
  }
  expect(codeOf(await check(database, 'pass', miss(), { tryPassword: changing }))).toBe('plan-changed')
  expect(passwordCheckTable.of(database, 1)).toBeNull()
})

test('a password that does not fit a hash that is sent otherwise than exported may show that it was rewritten wrongly', async () => {
  const hash = hashOf('2b')
  const advice = async (exported: string) => {
    const database = sending(hash)
    database.prepare('UPDATE user SET correction = ?').run(JSON.stringify({ hash: { hash: exported } }))
    return must(await check(database, 'pass', miss())).advice.filter((one) => /rewritten before it is sent/.test(one))
  }
  expect([await advice(hash), (await advice(`bcrypt$${hash}`)).length]).toEqual([[], 1])
})
