import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verifyPassword } from '../../../../electron/engine/password-check/verify-password.ts'
import type { Entry } from '../../../../shared/mapping/export-format.ts'
import { recognise } from '../../../../shared/exports/recognise.ts'
import { judgeHash } from '../../../../shared/hashes/judge-hash.ts'
import { parseScryptParameters } from '../../../../shared/hashes/scrypt-parameters.ts'
import { readMadeUp, readOne, userEntry } from '../support.ts'
import { sampleExports } from '../../../support/data/sample-exports.ts'

describe('a Firebase user', () => {
  it('of auth:export has hash and salt, and its third parties', () => {
    const record = {
      localId: 'kX2p',
      email: 'ann@acme.example',
      emailVerified: true,
      passwordHash: 'aGFzaA==',
      salt: 'c2FsdA==',
      createdAt: '1704067200000',
      phoneNumber: '+493012345678',
      providerUserInfo: [{ providerId: 'google.com', rawId: '1035', email: 'ann@mail.example' }],
    }
    expect(readOne(record)).toEqual(
      userEntry(
        {
          sourceId: 'kX2p',
          email: 'ann@acme.example',
          emailVerified: true,
          phone: '+493012345678',
          hasPassword: true,
          hash: { hash: 'aGFzaA==', salt: 'c2FsdA==', provider: 'firebase' },
          identities: [{ provider: 'google.com', userId: '1035', email: 'ann@mail.example', emailVerified: null }],
          profile: { joined: '1704067200000' },
        },
        ['id:kX2p'],
      ),
    )
  })

  it('of the Admin SDK logs in by phone only where its providers say so', () => {
    const user = {
      sourceId: 'kX2p',
      emailVerified: false,
      phone: '+493012345678',
      hasPassword: true,
      hash: { hash: 'aGFz-_8=', salt: 'c2FsdA==', provider: 'firebase' },
      profile: { joined: 'Mon, 01 Jan 2024 00:00:00 GMT' },
    }
    expect(readOne(adminRecord(['password']))).toEqual(userEntry(user, ['id:kX2p']))
    expect(readOne(adminRecord(['password', 'phone']))).toEqual(userEntry({ ...user, phoneIsLogin: true }, ['id:kX2p']))
  })

  it('of the API says by its version whether the hash is made with the parameters of the project', () => {
    const record = { localId: 'kX2p', emailVerified: true, passwordHash: 'aGFzaA==', salt: 'c2FsdA==' }
    const hashes = [0, 1, undefined].map((version) => {
      const entry = readOne({ ...record, version })
      const hash = entry.kind === 'user' ? entry.user.hash : null
      const verdict = hash === null ? null : judgeHash(hash, null, 'documented')
      return verdict?.kind === 'reject' ? verdict.why : verdict?.kind
    })
    // Incomplete without the parameters; imported and never renewed, with an algorithm that the core cannot check.
    expect(hashes).toEqual(['incomplete', 'unsupported', 'incomplete'])
  })

  it('without anything but an id stays a user', () => {
    expect(readOne({ localId: 'kX2p', createdAt: '1704067200000' })).toEqual(
      userEntry({ sourceId: 'kX2p', profile: { joined: '1704067200000' } }, ['id:kX2p']),
    )
  })

  it('of the emulator is recognised, and its plain password goes nowhere', () => {
    const record = {
      localId: 'kX2p',
      createdAt: '1',
      passwordHash: 'fakeHash:salt=abc:password=hunter2',
      salt: 'abc',
      disabled: true,
    }
    expect(recognise({ header: null, records: [record] })?.shape).toBe('accounts of the emulator')
    expect(readOne(record)).toEqual(
      userEntry(
        {
          sourceId: 'kX2p',
          hasPassword: true,
          hash: { hash: 'fakeHash:', provider: 'firebase' },
          standing: 'disabled',
          profile: { joined: '1' },
        },
        ['id:kX2p'],
      ),
    )
  })
})

describe('a row of auth:export as CSV', () => {
  const times = ['1704067200000', '1704153600000']
  const front = ['kX2p', 'ann@acme.example', 'true', 'aGFzaA==', 'c2FsdA==', 'Ann Lee', '']
  const providers = ['1035', 'ann@mail.example', '', '', '', '', '', '', '', '', '', '', '4815', '', '', '']
  const google = { provider: 'google.com', userId: '1035', email: 'ann@mail.example', emailVerified: null }
  const github = { provider: 'github.com', userId: '4815', email: null, emailVerified: null }
  const expected = {
    sourceId: 'kX2p',
    email: 'ann@acme.example',
    emailVerified: true,
    phone: '+493012345678',
    hasPassword: true,
    hash: { hash: 'aGFzaA==', salt: 'c2FsdA==', provider: 'firebase' },
    identities: [google, github],
    standing: 'disabled',
    profile: { joined: '1704067200000' },
  } as const

  it.each([
    ['28 fields', [...front, ...providers, ...times, '+493012345678', 'true', '']],
    ['29 fields', [...front, ...providers, ...times, '+493012345678', 'true', '', '']],
    [
      'a name with a comma, not quoted',
      [...front.slice(0, 5), 'Ann', ' Lee', '', ...providers, ...times, '+493012345678', 'true', ''],
    ],
    [
      'times that a spreadsheet rounded',
      [...front, ...providers, '1.70407E+12', '1,70415E+12', '+493012345678', 'true', ''],
    ],
    ['no second time', [...front, ...providers, '1704067200000', '', '+493012345678', 'true', '']],
  ])('is read with %s', (_, cells) => {
    const joined = cells.find((cell) => /^1\.?7040/.test(cell)) ?? ''
    expect(readOne(keyed(cells))).toEqual(userEntry({ ...expected, profile: { joined } }, ['id:kX2p']))
  })

  it.each([
    ['quoted claims', ['{"role":"admin","level":3}']],
    ['claims that were not quoted', ['{"role":"admin"', '"level":3}']],
    ['no claims', ['']],
  ])('has six more providers behind %s', (_, claims) => {
    const more = ['000123.ab', 'r@relay.example', '', '', ...Array.from({ length: 20 }, () => ''), '']
    const metadata = { customAttributes: { role: 'admin', level: 3 } }
    const profile = claims[0] === '' ? expected.profile : { metadata, ...expected.profile }
    const apple = { provider: 'apple.com', userId: '000123.ab', email: 'r@relay.example', emailVerified: null }
    expect(readOne(keyed([...front, ...providers, ...times, '+493012345678', 'true', ...claims, ...more]))).toEqual(
      userEntry({ ...expected, identities: [google, github, apple], profile }, ['id:kX2p']),
    )
  })

  it('without a time where it belongs is named', () => {
    const recognition = { provider: 'firebase', shape: 'auth:export as CSV', reason: '', role: 'users' } as const
    expect(readOne(keyed([...front, ...providers, '', '', '', '', '']), recognition).kind).toBe('unreadable')
  })
})

describe('the made-up Firebase export', () => {
  it('is the same users as JSON and as CSV', async () => {
    const json = await readMadeUp('firebase-users.json')
    const table = await readMadeUp('firebase-users.csv')
    expect([json.recognition?.shape, table.recognition?.shape]).toEqual(['auth:export', 'auth:export as CSV'])
    expect(table.entries).toEqual(json.entries)
    expect(json.entries).toHaveLength(8)
  })

  it('has hashes that fit their passwords with its hash parameters', async () => {
    const config = parseScryptParameters(readFileSync(join(sampleExports, 'firebase-hash-config.txt'), 'utf8'))
    if (!config.ok) throw new Error(config.error.message)
    const { entries } = await readMadeUp('firebase-users.json')
    const hash = hashOf(entries, 'ann.lee@acme.example')
    const verdict = hash === null ? null : judgeHash(hash, config.value.parameters, 'documented')
    const send = verdict !== null && 'send' in verdict ? verdict.send : ''
    expect([
      await verifyPassword(send, 'Ann-2024!', config.value.signerKey),
      await verifyPassword(send, 'Ann-2025!', config.value.signerKey),
    ]).toEqual([true, false])
  })
})

function hashOf(entries: readonly Entry[], email: string) {
  const found = entries.find((entry) => entry.kind === 'user' && entry.user.email === email)
  return found?.kind === 'user' ? found.user.hash : null
}

function adminRecord(providers: readonly string[]) {
  return {
    uid: 'kX2p',
    phoneNumber: '+493012345678',
    passwordHash: 'aGFz-_8=',
    passwordSalt: 'c2FsdA==',
    metadata: { creationTime: 'Mon, 01 Jan 2024 00:00:00 GMT' },
    emailVerified: false,
    providerData: providers.map((providerId) => ({ providerId, uid: '+493012345678' })),
  }
}

function keyed(cells: readonly string[]) {
  return Object.fromEntries(cells.map((cell, index) => [String(index + 1), cell]))
}
