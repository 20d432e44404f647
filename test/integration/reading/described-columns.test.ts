import { describe, expect, test } from 'vitest'
import { workbookOf } from '../../support/data/workbook-of.ts'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Rows below the names of columns that say what these are, and headers in two rows. */

const hash = madeUpBcrypt
const csv = (...lines: readonly string[]) => `${lines.join('\n')}\n`
const told = (count: number) => ({ 'row that describes the columns': count })

const users = [1, 2, 3].map((at) => [`${at}`, `user${at}@acme.example`, hash(at), at === 2 ? 'false' : 'true'])
const names = ['id', 'email', 'password', 'active']

describe('a row that describes the columns is told, and no user', () => {
  test.each<[string, ...(readonly string[])[]]>([
    ['types of programs', ['uuid', 'email', 'string', 'boolean']],
    ['types of databases', ['int(11) NOT NULL', 'varchar(255)', 'char(60) DEFAULT NULL', 'tinyint(1)']],
    ['types of PostgreSQL', ['bigint', 'citext', 'bytea', 'boolean']],
    ['types of PostgreSQL with their bytes', ['int4', 'varchar', 'bpchar(60)', 'bool']],
    ['types of SQL Server', ['uniqueidentifier', 'nvarchar(max)', 'varbinary(max)', 'bit']],
    ['types of Oracle', ['NUMBER(10)', 'VARCHAR2(255 CHAR)', 'RAW(60)', 'CHAR(1 BYTE)']],
    ['types in German', ['Ganzzahl', 'Zeichenkette', 'Zeichenkette', 'Wahrheitswert']],
    ['types in Spanish', ['entero', 'cadena', 'cadena', 'booleano']],
    ['types in Russian', ['число', 'строка', 'строка', 'логический']],
    ['types in Japanese', ['整数', '文字列', '文字列', '真偽値']],
    ['keys', ['key', 'unique', '', '']],
    ['primary keys and what is required', ['PK', 'unique, required', 'required', 'optional']],
    ['numbers of the columns', ['1', '2', '3', '4']],
    ['notes in brackets', ['', '(work)', '(hash)', '(Y/N)']],
    ['examples', ['1', 'e.g. ann@acme.example', 'Secret123', 'true']],
    ['examples in German', ['1', 'Beispiel: ann@acme.example', 'Geheim123', 'true']],
    ['what is required, in sentences', ['', 'Pflichtfeld', 'Pflichtfeld, mindestens 8 Zeichen', 'optional']],
    ['marks of what is required', ['*', '*', '*', '']],
    [
      'types and what they are for',
      ['integer', 'string', 'string', 'boolean'],
      ['Primary key', 'Address to sign in with', 'bcrypt hash', 'May sign in'],
    ],
    [
      'what they are for and types',
      ['Number of the user', 'Address to sign in with', 'Hashed password', 'May sign in'],
      ['integer', 'string', 'string', 'boolean'],
    ],
  ])('%s', async (_, ...rows) => {
    const all = [names, ...rows, ...users]
    const expected = {
      records: 3 + rows.length,
      users: 3,
      ready: 2,
      unreadable: 0,
      other: told(rows.length),
      hashes: { bcrypt: 3 },
    }
    const text = csv(...all.map((cells) => cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')))
    const { json, out } = await inspect({ 'users.csv': text })
    expect(json, out).toMatchObject(expected)
    const tabs = await inspect({ 'users.tsv': csv(...all.map((cells) => cells.join('\t'))) })
    expect(tabs.json, tabs.out).toMatchObject(expected)
    const sheet = await inspect({ 'users.xlsx': workbookOf([{ name: 'Users', rows: all }]) })
    expect(sheet.json, sheet.out).toMatchObject(expected)
  })

  test.each([
    [
      'with the word for an address',
      [
        'username,email,password',
        'string,email,string',
        `ann,a@acme.example,${hash(1)}`,
        `ben,b@acme.example,${hash(2)}`,
      ],
    ],
    ['above names of users', ['username,password', 'string,string', `ann,${hash(1)}`, `ben,${hash(2)}`]],
    ['above clear passwords', ['username,password', 'string,varchar(60)', 'ann,autumn12', 'ben,winter33']],
  ])('%s', async (_, lines) => {
    const { json, out } = await inspect({ 'users.csv': csv(...lines) })
    expect(json, out).toMatchObject({ records: 3, users: 2, other: told(1) })
  })
})

describe('a header in two rows', () => {
  test.each([
    ['that name each login twice', 'E-Mail,Passwort,Name', 'Adresse,Hash,Nachname'],
    ['of which the second says the same in another word', 'Email,Password,Name', 'Mail,Hash,Surname'],
  ])('%s has no user in its second row', async (_, first, second) => {
    const { json, out } = await inspect({
      'users.csv': csv(first, second, `a@acme.example,${hash(1)},Lee`, `b@acme.example,${hash(2)},Ray`),
    })
    expect(json, out).toMatchObject({ users: 2, ready: 2, unreadable: 0, hashes: { bcrypt: 2 } })
  })

  test('that has names below groups of columns without one calls these by them', async () => {
    const lines = ['Personen;;Zugang;;', ';Name;E-Mail;Passwort;', 'Nr;Nachname;Adresse;Hash;gesperrt']
    const rows = [1, 2, 3].map((at) => `${at * 7};Lee;user${at}@acme.example;${hash(at)};${at === 2 ? 'ja' : 'nein'}`)
    const { json, out } = await inspect({ 'users.csv': csv(...lines, ...rows) })
    expect(json, out).toMatchObject({
      users: 3,
      ready: 2,
      blocked: { disabled: 1 },
      other: told(1),
      hashes: { bcrypt: 3 },
    })
    expect(out).toContain('"column": "gesperrt"')
  })

  test.each([
    ['groups', 'Person,,Login,', 'Name,Vorname,E-Mail,Hash'],
    ['groups with a longer text', 'Personal data,,Data to sign in,', 'Name,First name,Email,Password'],
  ])('of %s is none of the users', async (_, first, second) => {
    const { json, out } = await inspect({
      'users.csv': csv(first, second, `Lee,Ann,a@acme.example,${hash(1)}`, `Ray,Ben,b@acme.example,${hash(2)}`),
    })
    expect(json, out).toMatchObject({ records: 2, users: 2, ready: 2, hashes: { bcrypt: 2 } })
  })
})

describe('a first user stays one', () => {
  test.each([
    ['whose name and password are words', 'login,password', `admin,password`, `ann,${hash(1)}`, `ben,${hash(2)}`],
    ['with a word for a user', 'login,password', 'user,secret', `ann,${hash(1)}`, `ben,${hash(2)}`],
    ['whose password is locked', 'login,email,password', 'ann,a@acme.example,*', `ben,b@acme.example,${hash(2)}`],
    [
      'whose address is in brackets',
      'email,password,name',
      '<a@acme.example>,(none),(none)',
      `b@acme.example,${hash(2)},Ray`,
      `c@acme.example,${hash(3)},Fox`,
    ],
    ['without an address', 'email,password', `unknown,${hash(3)}`, `a@acme.example,${hash(1)}`],
    ['with nothing but words', 'name,login,password', 'Text,text,autumn', 'Lee,ann,winter'],
    [
      'whose number is that of its row',
      'id,email,password',
      `1,a@acme.example,${hash(1)}`,
      `2,b@acme.example,${hash(2)}`,
    ],
  ])('%s', async (_, ...lines) => {
    const { json, out } = await inspect({ 'users.csv': csv(...lines) })
    expect(json, out).toMatchObject({ records: lines.length - 1, other: {} })
    expect(json?.['users']).toBe(lines.length - 1)
  })
})
