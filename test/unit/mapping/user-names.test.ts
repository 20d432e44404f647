import { expect, test } from 'vitest'
import { unusedColumn, unusedColumnOf } from '../../../shared/mapping/shown/column-report.ts'
import { isLoginName } from '../../../shared/mapping/names/column-words.ts'
import type { MappingColumn } from '../../../shared/mapping/mapping.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

test.each([
  'felhasznalonev',
  'Felhasználónév',
  'kasutajanimi',
  'uporabnisko_ime',
  'lietotajvards',
  'KORISNICKO_IME',
  'kullaniciadi',
  'Kullanıcı adı',
  'prihlasovaci_meno',
  'Přihlašovací jméno',
  'brugernavn',
  'användarnamn',
  'käyttäjätunnus',
  'gebruikersnaam',
  'Nom d’utilisateur',
  'nome_utente',
  'nombre de usuario',
  'nazwa użytkownika',
  'Имя пользователя',
  'Tên đăng nhập',
  'user_name',
  'users_name',
  'Логин',
  'inlognaam',
  'aanmeldnaam',
  'nom_de_connexion',
  'nome_de_acesso',
])('%s is called like a name that users sign in with', (name) => expect(isLoginName(name)).toBe(true))

test.each([
  'nom',
  'ime',
  'company_name',
  'account',
  'kontonummer',
  'kasutaja_id',
  'customer_name',
  'brugertype',
  'userad',
  'acceso',
  'connexion_type',
])('%s is not', (name) => expect(isLoginName(name)).toBe(false))

const names = ['ann', 'bob1', 'cyd.lee', 'dee', 'eva_k', 'fox', 'gus', 'hal']

/** Why nothing reads a column of a table with an ID, an address and a password. */
function why(name: string, value: (n: number) => string, more: Readonly<Record<string, (n: number) => string>> = {}) {
  const columns = {
    id: String,
    email: (n: number) => `u${n}@acme.example`,
    pass: (n: number) => `Qa${n}!x`,
    ...more,
    [name]: value,
  }
  const records = names.map((_, n) => Object.fromEntries(Object.entries(columns).map(([path, of]) => [path, of(n)])))
  const column = suggestMapping({ header: Object.keys(columns), records }).columns.find(({ path }) => path === name)
  return column === undefined ? '' : unusedColumn(column, false).reason
}
const word = (n: number) => names[n] ?? ''
const mayBe = /^it looks like user names/

test('under any name, different words in small letters may be the names that users sign in with', () => {
  for (const name of ['bejelentkezes', 'utilizator', 'kasutaja', 'qzt', 'member_name'])
    expect(why(name, word)).toMatch(mayBe)
  expect(why('korisnicko_ime', word)).toMatch(mayBe)
})

test.each([
  ['role', true],
  ['userRole', true],
  ['Rolle', true],
  ['ruolo', true],
  ['角色', true],
  ['role_id', false],
  ['enrolled', false],
  ['department', false],
])('a column that is called after roles is said to be usable as such: %s', (name, isRole) => {
  const said = why(name, (n) => (n < 3 ? 'editor' : 'reader'))
  expect(said === 'it may be the role, and is used only when you map it').toBe(isRole)
})

test('names beside passwords, and those that may be a key, are said to be user names in the same words', () => {
  const words = 'it looks like user names, but users sign in to the core by email or phone number'
  const column = (path: string, suggestion: MappingColumn['suggestion'], samples = names.slice(0, 3)) =>
    unusedColumn({ path, samples, suggestion }, false, { hasPasswords: true }).reason
  const key = { target: 'source-id', confidence: 'unsure', reason: 'every record has one', repeats: false } as const
  expect([
    column('username', null),
    column('username', key),
    column('account', null),
    column('name', null),
    column('name', null, ['Ann Lee', 'Ben Moor']),
    column('username', null, ['ann', 'ben@acme.example']),
  ]).toEqual([
    words,
    `${words}; it may be the source ID: every record has one`,
    words,
    words,
    'nothing in its name or values says a login',
    'some of its values are email addresses: map it as the email if users sign in with them',
  ])
})

test('names of people, words that come again, codes and columns beside a user name are none', () => {
  const others: Readonly<Record<string, (n: number) => string>> = {
    ime: (n) => `${word(n).charAt(0).toUpperCase()}${word(n).slice(1)}`,
    first_name: word,
    city: word,
    website: word,
    auth_token: word,
    team: (n) => word(n % 4),
    code: (n) => `a${n}b${n}`,
    klasse: (n) => `x${n}`,
  }
  for (const [name, value] of Object.entries(others))
    expect([name, why(name, value)]).not.toEqual([name, expect.stringMatching(mayBe)])
  expect(why('qzt', word, { username: (n) => `u${n}` })).not.toMatch(mayBe)
  expect(why('qzt', word, { abc: (n) => `${word(n)}a` })).not.toMatch(mayBe)
})

test('a known format says so as well, and of an empty column that it is empty', () => {
  const of = (path: string, samples: readonly string[]) => unusedColumnOf({ title: 'Acme' }, { path, samples }).reason
  expect([of('username', ['ann']), of('attributes', []), of('city', ['Bonn'])]).toEqual([
    'it looks like user names, but users sign in to the core by email or phone number',
    'empty in the first records',
    'not read from exports of Acme',
  ])
})

test.each(['confirm_password', 'PasswordRepeat', 'passwort_wiederholung', 'confirmar_contrasena'])(
  'the password that users enter once more is said to be one: %s',
  (path) => {
    const column = { path, samples: [], suggestion: null }
    const said = (hasPasswords: boolean) => unusedColumn({ ...column, samples: ['x'] }, false, { hasPasswords }).reason
    expect(said(true)).toMatch(/^it is called like the password as users enter it once more/)
    expect(said(false)).not.toContain('once more')
  },
)
