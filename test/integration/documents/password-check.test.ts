import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createIpcRouter } from '../../../electron/ipc/ipc-router.ts'
import type { Engine } from '../../../electron/engine/engine-api.ts'
import type { Output } from '../../../shared/ipc/contract.ts'
import { ok } from '../../../shared/result.ts'
import { codeOf, must } from '../../support/documents.ts'
import { engineHere, settled } from '../../support/engine-here.ts'
import {
  accountsCsv,
  hashConfig,
  knownAccounts,
  otherKey,
  password,
  trickyAccounts,
} from '../../support/data/known-accounts.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'
import { fakeHost } from '../../unit/ipc/support/fakes.ts'
import type { tryPassword } from '../../../electron/engine/password-check/try-password.ts'

type PasswordTryResult = Awaited<ReturnType<typeof tryPassword>>

const everybody = { ...knownAccounts, ...trickyAccounts }

/** A migration of the accounts, read and planned. `config` null: without Firebase scrypt's parameters. */
async function migration({
  accounts = everybody,
  config = hashConfig(),
  engine = engineHere(),
}: { accounts?: typeof knownAccounts; config?: string | null; engine?: Engine } = {}) {
  const folder = temporaryFolder()
  const path = join(folder, 'accounts.migration')
  must(await engine.internal('internal:create', { path }))
  if (config !== null) must(await engine.invoke('export:scrypt', { text: config }))
  const file = fileIn(folder, 'accounts.csv', accountsCsv(accounts))
  must(await engine.internal('internal:add', { paths: [file], names: ['accounts.csv'] }))
  await settled(engine)
  const ids = new Map((await users(engine)).map((row) => [row.sourceId, row.id]))
  const id = (account: string) => ids.get(account) ?? 0
  return {
    engine,
    folder,
    path,
    id,
    prove: async (account: string, typed: string) =>
      must(await engine.invoke('users:check-password', { id: id(account), password: typed })),
    passwordCheckOf: async (account: string) =>
      must(await engine.invoke('users:detail', { id: id(account) })).passwordCheck,
    families: async () =>
      must(await engine.invoke('report:get', {})).passwordChecks.map(
        ({ family, matched, mismatched }) => `${family} ${matched} ${mismatched}`,
      ),
  }
}

async function users(engine: Engine): Promise<Output<'users:page'>['rows']> {
  return must(
    await engine.invoke('users:page', { filter: {}, sort: { by: 'place', descending: false }, from: 0, limit: 500 }),
  ).rows
}

describe('a known password', () => {
  test('fits every kind of hash when it is right, and none when it is wrong', async () => {
    const { prove, passwordCheckOf } = await migration()
    const found = []
    for (const account of Object.keys(knownAccounts)) {
      const right = await prove(account, password)
      const matched = await passwordCheckOf(account)
      const wrong = await prove(account, `${password}!`)
      const mismatched = await passwordCheckOf(account)
      const outcomes = [right.outcome, matched?.matched, wrong.outcome, mismatched?.matched]
      found.push([account, ...outcomes, wrong.advice.length > 1])
    }
    expect(found).toEqual(
      Object.keys(knownAccounts).map((account) => [account, 'match', true, 'mismatch', false, true]),
    )
  })

  test('is tried on the value that would be sent, with the variant named', async () => {
    const { prove, passwordCheckOf } = await migration()
    for (const account of ['2y', 'argon2d-16', 'scrypt-raw']) await prove(account, password)
    expect([
      await passwordCheckOf('2y'),
      await passwordCheckOf('argon2d-16'),
      await passwordCheckOf('scrypt-raw'),
    ]).toMatchObject([
      { family: 'bcrypt', variant: '2y' },
      { family: 'argon2', variant: 'argon2d, version 16' },
      { family: 'firebase-scrypt', variant: 'Firebase scrypt' },
    ])
  })

  test('that fits a digest of itself only does not fit, and the digest is named', async () => {
    const { prove } = await migration()
    expect(await prove('prehashed', password)).toEqual({
      outcome: 'mismatch',
      message:
        'It does not match, but the SHA-256 of the password, in hex does. The core checks it differently, so no user with such a hash could sign in.',
      advice: [expect.stringContaining('Do not send these hashes')],
    })
    const peppered = await prove('peppered', password)
    expect([peppered.outcome, peppered.advice.join(' ')]).toEqual(['mismatch', expect.stringContaining('pepper')])
  })

  test('finds out that an Argon2 hash without its version was of the other one', async () => {
    const { prove } = await migration()
    const { outcome, message } = await prove('versionless', password)
    expect([outcome, message]).toEqual(['mismatch', expect.stringContaining('version 19 of Argon2 instead of 16 does')])
  })

  test('does not fit Firebase scrypt with other parameters, and the advice names them', async () => {
    const { engine, prove } = await migration()
    const others = {
      'another signer key': hashConfig(otherKey),
      'another separator': hashConfig(undefined, 'Zm9v'),
      'another memory cost': hashConfig(undefined, undefined, 11),
    }
    const found = []
    for (const [name, text] of Object.entries(others)) {
      must(await engine.invoke('export:scrypt', { text }))
      await settled(engine)
      const { outcome, advice } = await prove('scrypt-raw', password)
      found.push([name, outcome, advice.join(' ')])
    }
    const advice = expect.stringContaining('of another project')
    expect(found).toEqual(Object.keys(others).map((name) => [name, 'mismatch', advice]))
  })

  test('gets advice about itself where that may be why', async () => {
    const { prove } = await migration()
    const odd = await prove('2x', ` p\u00e4ssword ${'long '.repeat(20)}`)
    expect(odd.advice.map((sentence) => /space|plain ASCII|72 bytes/.exec(sentence)?.[0]).filter(Boolean)).toEqual([
      'space',
      'plain ASCII',
      '72 bytes',
    ])
  })
})

describe('a password that cannot be tried', () => {
  test('Firebase scrypt without the signer key: only its plausibility was checked, and that is said', async () => {
    const { engine, prove, path, id } = await migration()
    must(await engine.internal('internal:close', {}))
    must(await engine.internal('internal:open', { path }))
    await settled(engine)
    const reopened = await prove('scrypt-raw', password)
    const withoutLength = await migration({ config: hashConfig(null) })
    const never = await withoutLength.prove('scrypt-raw', password)
    expect([reopened, never]).toMatchObject([
      { outcome: 'not-checked', message: expect.stringMatching(/^Only the format.*64 bytes/) },
      { outcome: 'not-checked', message: expect.stringMatching(/^Only the format.*without the length/) },
    ])
    expect(must(await engine.invoke('users:detail', { id: id('scrypt-raw') })).passwordCheck).toBeNull()
  })

  test('too costly hashes are refused with a sentence, and not tried', async () => {
    let tries = 0
    const engine = engineHere({
      tryPassword: async () => {
        tries += 1
        return { kind: 'match' }
      },
    })
    const digest = 'O'.repeat(53)
    const { prove } = await migration({
      engine,
      accounts: {
        slow: { hash: `$2b$19$${digest}` },
        huge: { hash: '$argon2id$v=19$m=2097152,t=2,p=1$c29tZS1zYWx0$c29tZS1oYXNoLXZhbHVlcw' },
        wide: { hash: `$f_scrypt$${Buffer.alloc(64).toString('base64')}$c2FsdA==$m=24$r=8$s=Bw==` },
      },
    })
    const outcomes = [await prove('slow', password), await prove('huge', password), await prove('wide', password)]
    expect([
      outcomes.map(({ outcome }) => outcome),
      outcomes.map(({ message }) => /so high/.test(message)),
      tries,
    ]).toEqual([['not-checked', 'not-checked', 'not-checked'], [true, true, true], 0])
  })

  test('a user without a hash to send is told why there is nothing to prove', async () => {
    const { engine, prove, id } = await migration({
      accounts: { old: { hash: 'pbkdf2_sha256$390000$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=' } },
    })
    const { outcome, message, advice } = await prove('old', password)
    expect([outcome, message, advice.length]).toEqual(['not-checked', expect.stringContaining('no hash is sent'), 1])
    expect(must(await engine.invoke('users:detail', { id: id('old') })).provable).toBe(false)
  })

  test('nobody of that number, nothing open, or a second password meanwhile', async () => {
    let release: (tried: PasswordTryResult) => void = () => undefined
    const engine = engineHere({ tryPassword: () => new Promise((resolve) => (release = resolve)) })
    expect(codeOf(await engine.invoke('users:check-password', { id: 1, password }))).toBe('no-document')
    const { id } = await migration({ engine })
    expect(codeOf(await engine.invoke('users:check-password', { id: 999, password }))).toBe('user-unknown')
    const first = engine.invoke('users:check-password', { id: id('2b'), password })
    expect(codeOf(await engine.invoke('users:check-password', { id: id('2a'), password }))).toBe('proof-under-way')
    release({ kind: 'match' })
    expect(must(await first).outcome).toBe('match')
  })

  test('what changes while a password is tried is not proved by it', async () => {
    let release: (tried: PasswordTryResult) => void = () => undefined
    const engine = engineHere({ tryPassword: () => new Promise((resolve) => (release = resolve)) })
    const { id, passwordCheckOf } = await migration({ engine })
    const changed = engine.invoke('users:check-password', { id: id('2b'), password })
    must(await engine.invoke('users:correct', { id: id('2b'), correction: { hash: knownAccounts['2a']?.hash ?? '' } }))
    release({ kind: 'match' })
    expect([codeOf(await changed), await passwordCheckOf('2b')]).toEqual(['plan-changed', null])
    const closed = engine.invoke('users:check-password', { id: id('2a'), password })
    must(await engine.internal('internal:close', {}))
    release({ kind: 'match' })
    expect(codeOf(await closed)).toBe('document-closed')
  })
})

describe('a proof', () => {
  test('is counted per family in preview and report, and kept in the document', async () => {
    const { engine, prove, path, families } = await migration()
    await prove('2b', password)
    await prove('2a', 'wrong')
    await prove('argon2id-19', password)
    const counted = ['argon2 1 0', 'bcrypt 1 1', 'firebase-scrypt 0 0']
    expect((await families()).toSorted()).toEqual(counted)
    must(await engine.internal('internal:close', {}))
    must(await engine.internal('internal:open', { path }))
    await settled(engine)
    const preview = must(await engine.invoke('preview:get', {}))
    const shown = preview.hashes.map(({ key, matched, mismatched }) => `${key} ${matched} ${mismatched}`)
    expect(shown.filter((line) => !line.endsWith(' 0 0')).toSorted()).toEqual(counted.slice(0, 2))
  })

  test('stands in the report, as JSON and in the summary of the CSV', async () => {
    const { engine, folder, prove } = await migration()
    await prove('2b', password)
    await prove('2a', 'wrong')
    const [csv, json] = [join(folder, 'report.csv'), join(folder, 'report.json')]
    must(await engine.internal('internal:report', { format: 'csv', masked: true, path: csv }))
    must(await engine.internal('internal:report', { format: 'json', masked: true, path: json }))
    const lines = readFileSync(csv, 'utf8').split('\r\n')
    expect(lines.filter((line) => /password m/.test(line)).toSorted()).toEqual([
      '"summary",,,,,,,"password matched argon2",,,,"0",,,,,,,,',
      '"summary",,,,,,,"password matched bcrypt",,,,"1",,,,,,,,',
      '"summary",,,,,,,"password matched firebase-scrypt",,,,"0",,,,,,,,',
      '"summary",,,,,,,"password mismatched bcrypt",,,,"1",,,,,,,,',
    ])
    const { summary } = JSON.parse(readFileSync(json, 'utf8'))
    expect(summary.matchedAccounts).toEqual([
      {
        file: 'accounts.csv',
        line: 3,
        place: 'line 3',
        family: 'bcrypt',
        variant: '2b',
        at: expect.any(String),
        matched: true,
      },
      {
        file: 'accounts.csv',
        line: 2,
        place: 'line 2',
        family: 'bcrypt',
        variant: '2a',
        at: expect.any(String),
        matched: false,
      },
    ])
  })

  test('ends with the hash it was made for: a correction, another export, other parameters, another key', async () => {
    const { engine, prove, passwordCheckOf, id } = await migration()
    const held = async () =>
      [await passwordCheckOf('2b'), await passwordCheckOf('scrypt-raw'), await passwordCheckOf('2a')].map(Boolean)
    for (const account of ['2b', 'scrypt-raw', '2a']) await prove(account, password)
    must(await engine.invoke('users:correct', { id: id('2b'), correction: { hash: knownAccounts['2y']?.hash ?? '' } }))
    const afterCorrection = await held()
    must(await engine.invoke('export:scrypt', { text: hashConfig() }))
    const afterTheSame = await held()
    must(await engine.invoke('export:scrypt', { text: hashConfig(otherKey) }))
    const afterOtherKey = await held()
    await prove('scrypt-raw', password)
    must(await engine.invoke('export:scrypt', { text: hashConfig(otherKey, 'Zm9v') }))
    await settled(engine)
    const afterOtherParameters = await held()
    const state = must(await engine.invoke('document:state', {}))
    must(await engine.invoke('export:remove', { fileId: state?.files[0]?.id ?? 0 }))
    await settled(engine)
    expect([afterCorrection, afterTheSame, afterOtherKey, afterOtherParameters, await users(engine)]).toEqual([
      [false, true, true],
      [false, true, true],
      [false, false, true],
      [false, false, true],
      [],
    ])
    expect(must(await engine.invoke('report:get', {})).passwordChecks).toEqual([])
  })

  test('outlives a correction of something else', async () => {
    const { engine, prove, passwordCheckOf, id } = await migration()
    await prove('2b', password)
    must(await engine.invoke('users:correct', { id: id('2b'), correction: { email: 'other@example.com' } }))
    expect((await passwordCheckOf('2b'))?.matched).toBe(true)
  })
})

test('a password leaves no trace in the document, its reports or any answer', async () => {
  const planted = 'planted-pa55word-XYZZY'
  const { engine, folder, path, id } = await migration()
  const router = createIpcRouter({ engine, host: fakeHost(folder) })
  const answers = []
  for (const account of Object.keys(everybody))
    answers.push(await router('users:check-password', { id: id(account), password: planted }))
  answers.push(await router('users:check-password', { id: id('2b'), password: planted.repeat(200) }))
  answers.push(await router('users:check-password', { id: -1, password: planted }))
  for (const channel of ['preview:get', 'report:get', 'document:state', 'run:failures'])
    answers.push(await router(channel, {}))
  for (const { id } of await users(engine)) answers.push(await router('users:detail', { id }))
  const reports = ['csv', 'json', 'html'] as const
  for (const format of reports)
    must(await engine.internal('internal:report', { format, masked: false, path: join(folder, `${format}.out`) }))
  const files = [path, `${path}-wal`, ...reports.map((format) => join(folder, `${format}.out`))]
  const texts = [JSON.stringify(answers), ...files.map((file) => readFileSync(file, 'latin1'))]
  must(await engine.internal('internal:close', {}))
  texts.push(readFileSync(path, 'latin1'))
  expect(texts.filter((text) => text.includes('XYZZY'))).toEqual([])
  expect(answers[0]).toEqual(ok({ outcome: 'mismatch', message: expect.any(String), advice: expect.any(Array) }))
  expect(texts.at(-1)).toContain('password-checks')
})
