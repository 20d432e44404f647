import { describe, expect, it, test } from 'vitest'
import { contactOf, isPhone } from '../../../shared/mapping/cell.ts'
import { readByMapping } from '../../../shared/mapping/apply-mapping.ts'
import { loginLikenesses } from '../../../shared/mapping/unmapped/login-likeness.ts'
import { isLoginName, saysEnabled } from '../../../shared/mapping/names/column-words.ts'
import { hintsOf } from '../../../shared/mapping/names/name-hints.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'

const bcrypt = `$2b$10$${'a'.repeat(21)}u${'B'.repeat(30)}2`

function mapped(records: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, string>> {
  const { columns } = suggestMapping({ header: null, records }).mapping
  return Object.fromEntries(columns.map(({ path, target }) => [path, target]))
}

describe('a yes beside a hash that is not over the password alone', () => {
  const users = (flag: unknown) =>
    [1, 2, 3].map((id) => ({ id, email: `u${id}@acme.example`, password: bcrypt, 'password:shaWrapped': flag }))

  it('is mapped as the algorithm', () => {
    expect(mapped(users(1))).toMatchObject({ 'password:shaWrapped': 'hash-algorithm', password: 'password-hash' })
  })

  it.each([
    ['password:shaWrapped', 1, 'bcrypt-sha512'],
    ['isPrehashed', 1, 'bcrypt-prehashed'],
    ['password:shaWrapped', '0', undefined],
    ['is_peppered', true, 'bcrypt-peppered'],
    ['algorithm', 'argon2', 'argon2'],
  ])('says by %s = %s what the hash is', (column, value, declared) => {
    const read = readByMapping(mappingOf({ email: 'email', pw: 'password-hash', [column]: 'hash-algorithm' }))
    const entry = read({ email: 'ann@acme.example', pw: bcrypt, [column]: value })
    expect(entry.kind === 'user' && entry.user.hash?.declared).toBe(declared)
  })
})

describe('a server key beside a stored key', () => {
  const key = (at: number, letter: string) => `${letter}${at}${'aB3+'.repeat(6)}z=`
  const scram = (at: number) => ({
    storedKey: key(at, 'S'),
    serverKey: key(at, 'V'),
    salt: key(at, 'T'),
    iterations: 4096,
  })
  const contact = (id: number) => ({ id, email: `u${id}@acme.example` })

  it.each<[string, (at: number) => object, Readonly<Record<string, string>>]>([
    ['of columns', scram, { storedKey: 'password-hash', serverKey: 'hash-algorithm', salt: 'salt' }],
    [
      'in a column that may have clear passwords as well',
      (at) => ({ password: key(at, 'S'), serverkey: key(at, 'V'), salt: key(at, 'T'), iterationcount: 4096 }),
      { password: 'password-hash', serverkey: 'hash-algorithm' },
    ],
    [
      'in an object of its mechanism',
      (at) => ({ credentials: { 'SCRAM-SHA-256': scram(at) } }),
      {
        'credentials.SCRAM-SHA-256.storedKey': 'password-hash',
        'credentials.SCRAM-SHA-256.serverKey': 'hash-algorithm',
      },
    ],
  ])('says that it is SCRAM: %s', (_, fields, targets) => {
    const records = [1, 2, 3].map((id) => ({ ...contact(id), ...fields(id) }))
    expect(mapped(records)).toMatchObject(targets)
    const entry = readByMapping(suggestMapping({ header: null, records }).mapping)(records[0] ?? {})
    expect(entry.kind === 'user' && entry.user.hash?.declared).toBe('scram')
  })

  it('is no license of a program, and says nothing where it is empty', () => {
    const license = [1, 2, 3].map((id) => ({ ...contact(id), password: bcrypt, server_key: `AAAA-BBBB-${id}` }))
    expect(mapped(license)).not.toHaveProperty('server_key')
    const read = readByMapping(mappingOf({ email: 'email', pw: 'password-hash', serverkey: 'hash-algorithm' }))
    const entry = read({ email: 'ann@acme.example', pw: 'kumquat7', serverkey: '' })
    expect(entry.kind === 'user' && entry.user.hash).toEqual({ hash: 'kumquat7' })
  })
})

test('the ID within the object that has the email is the source ID, whatever the object is called', () => {
  const records = [4, 9, 7].map((id) => ({
    schema: { type: 'struct' },
    payload: { id, email: `u${id}@acme.example`, password: bcrypt },
  }))
  expect(mapped(records)).toEqual({
    'payload.id': 'source-id',
    'payload.email': 'email',
    'payload.password': 'password-hash',
  })
  expect(mapped(records.map((record) => ({ ...record, payload: { ...record.payload, id: 1 } })))).not.toHaveProperty(
    'payload.id',
  )
})

test.each([
  ['Ann Lee <ann@acme.example>', 'ann@acme.example'],
  ['<ann@acme.example>', 'ann@acme.example'],
  ['"Lee, Ann" <ann@acme.example>', 'ann@acme.example'],
  ['ann@acme.example', 'ann@acme.example'],
])('the address in %s is %s', (cell, address) => {
  expect(contactOf(cell)).toBe(address)
})

test('the verifier of a password exchange stands for the password, the one of a code does not', () => {
  expect([hintsOf('verifier').password, hintsOf('code_verifier').password]).toEqual(['whole', null])
})

test('a principal name that is an address is the email, and digits name no provider', () => {
  const records = [4, 9, 7].map((id) => ({
    'Object Id': `0f8fad5b-d9cb-469f-a165-70867728950${id}`,
    'User principal name': `u${id}@acme.example`,
    providerId: `10${id}${'1'.repeat(18)}`,
  }))
  expect(mapped(records)).toEqual({
    'Object Id': 'source-id',
    'User principal name': 'email',
    providerId: 'provider-user-id',
  })
})

test.each([
  ['0171 2345678', true],
  ['1700000000', true],
  ['tel:+49-30-123456', true],
  ['01.02.2024', false],
  ['2024-01-02', false],
  ['12345', false],
  ['call me', false],
  ['+00000012', false],
])('%s is written like a phone number: %s', (text, is) => {
  expect(isPhone(text)).toBe(is)
})

test('a number under a name that says phone is one, and a time beside it is none', () => {
  const found = (path: string, value: string) => loginLikenesses(value, hintsOf(path))?.map(({ kind }) => kind) ?? []
  expect([found('mobile_2', '1700000000'), found('phone_verified_at', '1700000000')]).toEqual([['phone'], []])
})

test('-1 says that a row is deleted, as databases of Microsoft write yes', () => {
  const read = readByMapping(mappingOf({ email: 'email', Geloescht: 'deleted' }))
  const standings = ['-1', '0', ''].map((Geloescht) => {
    const entry = read({ email: 'ann@acme.example', Geloescht })
    return entry.kind === 'user' && entry.user.standing
  })
  expect(standings).toEqual(['deleted', 'active', 'active'])
})

test('the object around all columns says nothing by its name', () => {
  const records = [4, 9, 7].map((id) => ({ entry: { id: `u${id}`, email: `u${id}@acme.example`, enabled: id !== 9 } }))
  expect(mapped(records)).toEqual({ 'entry.id': 'source-id', 'entry.email': 'email', 'entry.enabled': 'disabled' })
})

test.each([
  'desativado',
  'desactivado',
  'nieaktywny',
  'desactive',
  'uDesativado',
  'uInaktiv',
  'mb_desativado',
  'avactive',
])('the letters before a word for active make a no of it in %s', (column) => {
  expect(saysEnabled(column)).toBe(false)
})

test.each(['uIsActive', 'F_EnabledMark', 'tblAktiv', 'usrativo', 'mb_activo'])('%s says who may sign in', (column) => {
  expect(saysEnabled(column)).toBe(true)
})

test.each(['Benutzerkennung', 'Login-Kennung'])('%s is the name that users sign in with', (column) => {
  expect(isLoginName(column)).toBe(true)
})
