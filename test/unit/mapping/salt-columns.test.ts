import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

const digest = (text: string, algorithm = 'md5') => createHash(algorithm).update(text).digest('hex')
/** A word made by chance, the same for the same row. */
const random = (n: number, length = 8) => createHash('sha256').update(`${n}`).digest('base64url').slice(0, length)
const names = ['ann', 'bob', 'cyd', 'dee', 'eva', 'fox', 'gus', 'hal', 'ivy', 'jon']

type Columns = Readonly<Record<string, (n: number) => string>>

/** The suggestion for each column besides the ID, the address and the password. */
function suggested(columns: Columns, password = (n: number) => digest(`p${n}`)) {
  const all: Columns = { id: String, email: (n) => `u${n}@acme.example`, password, ...columns }
  const records = names.map((_, n) => Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value(n)])))
  const found = suggestMapping({ header: Object.keys(all), records }).columns
  return found.flatMap(({ path, suggestion }) =>
    ['id', 'email', 'password'].includes(path) || suggestion?.target !== 'salt' ? [] : [suggestion.confidence],
  )
}

test.each(['tuz', 'sol', 'sel_motdepasse', 'zout', 'so', 'суперсоль', 'соль', 'şifre_tuzu'])(
  'a column that is called a salt in another language is one where its values look so: %s',
  (name) => {
    expect(suggested({ [name]: random })).toEqual(name === 'суперсоль' ? ['unsure'] : ['likely'])
    expect(suggested({ [name]: (n) => names[n] ?? '' })).toEqual([])
  },
)

test('such a column has salts also in two rows, and no passwords beside hashes that hold their own', () => {
  const hex = (n: number) => digest(`s${n}`)
  expect(suggested({ sal: hex }, madeUpBcrypt)).toEqual(['likely'])
  expect(suggested({ sale: (n) => `K7${n}x` }, madeUpBcrypt)).toEqual([])
  const rows = [1, 2].map((n) => ({ id: `${n}`, email: `u${n}@acme.example`, clave: hex(n + 9), sal: hex(n) }))
  const { mapping } = suggestMapping({ header: ['id', 'email', 'clave', 'sal'], records: rows })
  expect(mapping.columns).toContainEqual({ path: 'sal', target: 'salt' })
})

test.each([
  ['of four signs', (n: number) => random(n, 4)],
  ['of sixteen', (n: number) => random(n, 16)],
  ['in hexadecimal', (n: number) => digest(`s${n}`).slice(0, 6)],
])('beside bare digests, random texts of another name are asked about: %s', (_, value) => {
  expect(suggested({ zusatz: value })).toEqual(['unsure'])
  expect(suggested({ rnd: value }, (n) => digest(`p${n}`, 'sha1'))).toEqual(['unsure'])
  expect(suggested({ zusatz: value }, (n) => digest(`p${n}`, 'sha256'))).toEqual(['unsure'])
})

test('neither names, numbers, keys and times beside them are, nor anything beside hashes that hold their salts', () => {
  const others: Columns = {
    username: (n) => `${names[n]}${n}`,
    plate: (n) => `AB-${1000 + n}`,
    member: (n) => `K${100 + n}`,
    created: (n) => `2024-05-${10 + n}T10:00:00Z`,
    api_key: random,
    activation_code: random,
    avatar: random,
    city: (n) => ['Bonn', 'Ulm', 'Trier', 'Mainz', 'Jena', 'Gera', 'Kiel', 'Essen', 'Köln', 'Hof'][n] ?? '',
    NIF: (n) => `${10_000_000 + n * 7919}${'TRWAGMYFPD'[n]}`,
    codice_fiscale: (n) => `RSSMRA8${n}A01H50${n}${'ZYXWVUTSRQ'[n]}`,
    guid: (n) => `6f9619ff-8b86-d011-b42d-00cf4fc964f${n}`,
    site: (n) => `https://acme.example/${random(n)}`,
  }
  for (const [name, value] of Object.entries(others)) expect([name, suggested({ [name]: value })]).toEqual([name, []])
  const bcrypt = (n: number) => `$2b$10$${'a'.repeat(21)}u${digest(`p${n}`).slice(0, 30)}2`
  expect(suggested({ tuz: random, zusatz: random }, bcrypt)).toEqual([])
})

test('a few salts of digits alone make it no other column', () => {
  const hex = (n: number) => (n === 4 ? '12345678' : digest(`s${n}`).slice(0, 8))
  expect([suggested({ sol: hex }), suggested({ zusatz: hex })]).toEqual([['likely'], ['unsure']])
})

test('of several columns of random texts without a telling name none is asked about, and one that is the same for some is none', () => {
  expect(suggested({ one: random, other: (n) => random(n + 100) })).toEqual([])
  expect(suggested({ one: random, tuz: (n) => random(n + 100) })).toEqual(['likely'])
  expect(suggested({ one: (n) => random(n % 5) })).toEqual([])
})

test.each([
  ['names of files', (n: number) => `upload/${digest(`f${n}`).slice(0, 12)}.png`],
  ['names of files alone', (n: number) => `${digest(`f${n}`).slice(0, 8)}.jpg`],
  [
    'names with letters of other languages',
    (n: number) => `${['Semaan', 'Massés', 'Müller', 'Núñez', 'Garçon'][n % 5]}${names[n]?.slice(0, 1)}`,
  ],
  [
    'names with apostrophes',
    (n: number) => `${["O'Neil", 'O’Dowd', "D'Arc", "L'Her", 'Dubois'][n % 5]}${names[n]?.slice(0, 1)}`,
  ],
])('%s are no salts', (_, value) => {
  expect(suggested({ extra: value })).toEqual([])
})

test('nor are family names with capitals within, as their column is called', () => {
  const family = (n: number) => `${['McNeil', 'DeVito', 'LeRoy', 'DuPre', 'Dubois'][n % 5]}${names[n]?.slice(0, 1)}`
  for (const column of ['last_name', 'nom', 'Nachname']) expect(suggested({ [column]: family })).toEqual([])
})

const bytes = (n: number, length: number) => createHash('sha512').update(`s${n}`).digest().subarray(0, length)
const encodings: readonly (readonly [string, (value: Buffer) => string])[] = [
  ['hexadecimal', (value) => value.toString('hex')],
  ['0x of SQL Server', (value) => `0x${value.toString('hex').toUpperCase()}`],
  ['base64', (value) => value.toString('base64')],
]
const password = (n: number, algorithm: string) => createHash(algorithm).update(`p${n}`).digest()

/** The targets of two columns beside an ID and an address, whatever these are called. */
function targets(hash: string, salt: string, values: (n: number) => readonly [string, string]) {
  const records = names.map((name, n) => {
    const [one, other] = values(n)
    return { id: `${n}`, email: `${name}@acme.example`, [hash]: one, [salt]: other }
  })
  const found = suggestMapping({ header: ['id', 'email', hash, salt], records }).columns
  return found.flatMap(({ path, suggestion }) =>
    path === hash || path === salt
      ? [suggestion === null ? null : `${suggestion.target} ${suggestion.confidence}`]
      : [],
  )
}

describe.each(encodings)('bytes of one length beside longer hashes, in %s', (_, encode) => {
  const pair =
    (length: number, algorithm = 'sha512') =>
    (n: number) =>
      [encode(password(n, algorithm)), encode(bytes(n, length))] as const

  it.each([
    ['HesloHash', 'HesloSul', 'likely'],
    ['sifre_h', 'sifre_x', 'unsure'],
    ['heslo', 'pridavek', 'unsure'],
  ])('are salts: %s and %s', (hash, salt, confidence) => {
    for (const algorithm of ['sha512', 'sha256', 'sha1'])
      expect(targets(hash, salt, pair(16, algorithm))).toEqual(['password-hash likely', `salt ${confidence}`])
  })
})

test('digests are no salts where they are as long as the hashes beside them, or called a hash', () => {
  const pair = (length: number) => (n: number) =>
    [password(n, 'sha256').toString('hex'), bytes(n, length).toString('hex')] as const
  const others = [
    targets('heslo', 'pridavek', pair(32)),
    targets('senha_sha256', 'senha_md5', pair(16)),
    targets('heslo', 'other_hash', pair(16)),
  ]
  expect(others.map(([, salt]) => salt?.startsWith('salt') ?? false)).toEqual([false, false, false])
})
