import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

/* Addresses in a file of their own, several of some users, of which a column marks the one that counts. */

const people = [1, 2, 3, 4, 5, 6]
const csv = (...lines: readonly string[]) => `${lines.join('\n')}\n`
const number = (n: number) => `${n + 3}`
const code = (n: number) => `U-${n + 100}`

/** Two addresses of every second person, the primary one last. */
const rowsOf = (keyOf: (n: number) => string, mark: readonly [string, string]) =>
  people.flatMap((n) => [
    ...(n % 2 === 0 ? [`${keyOf(n)},old${n}@acme.example,${mark[1]}`] : []),
    `${keyOf(n)},u${n}@acme.example,${mark[0]}`,
  ])
const numbered = (rows: readonly string[]) => rows.map((row, at) => `${at + 1},${row}`)
const passwords = (key: string, keyOf: (n: number) => string) =>
  csv(`${key},password`, ...people.map((n) => `${keyOf(n)},${madeUpBcrypt(n)}`))

describe('the primary address of each user counts', () => {
  test.each([
    ['beside the number of the row', 'id,user_id,email,is_primary', numbered(rowsOf(number, ['1', '0']))],
    ['in a list that mentions the users', 'id,utente_id,mail,principale', numbered(rowsOf(number, ['yes', 'no']))],
    ['by the owner alone', 'klant_nr,emailadres,standaard', rowsOf(number, ['1', '0'])],
    ['by whom it belongs to', 'id,belongs_to,email,main', numbered(rowsOf(number, ['true', 'false']))],
    ['in another language', 'id,gehoert_zu,mail,ist_haupt', numbered(rowsOf(number, ['1', '0']))],
  ])('%s', async (_, header, rows) => {
    const key = header.split(',').find((one) => /_(?:id|nr)$/.test(one)) ?? 'id'
    for (const file of ['email_utenti.csv', 'a.csv', 'emails.csv']) {
      const files = { 'people.csv': passwords(key, number), [file]: csv(header, ...rows) }
      const users = await usersOf(files)
      const found = users.map(({ sourceId, email, hash }) => [sourceId, email, hash?.hash])
      expect(found, file).toEqual(people.map((n) => [number(n), `u${n}@acme.example`, madeUpBcrypt(n)]))
    }
  })

  test('by codes that are no numbers, with people and passwords in files of their own', async () => {
    const files = {
      'people.csv': csv('member_id,mobile', ...people.map((n) => `${code(n)},${n < 4 ? `+49151123450${n}` : ''}`)),
      'passwords.csv': passwords('member_id', code),
      'emails.csv': csv('member_id,email,is_primary', ...rowsOf(code, ['1', '0'])),
    }
    const { json, out } = await inspect(files)
    expect(json, out).toMatchObject({ users: 6, ready: 6, blocked: {} })
    const found = (await usersOf(files)).map(({ sourceId, email, hash }) => [sourceId, email, hash?.hash])
    expect(found).toEqual(people.map((n) => [code(n), `u${n}@acme.example`, madeUpBcrypt(n)]))
  })
})

test('nobody is asked whether the mark of an address keeps people out, or for the address of a password', async () => {
  const files = {
    'people.csv': passwords('id', number),
    'emails.csv': csv('user_id,email,is_primary', ...rowsOf(number, ['1', '0'])),
  }
  const { json, out } = await inspect(files)
  expect(json, out).toMatchObject({ users: 6, ready: 6, blocked: {} })
  expect(out).not.toContain('Does it keep people out')
  expect(out).not.toContain('logins or bans that no user gets')
})

test('persons of a household are no addresses of one user', async () => {
  const rows = people.map((n) => `${Math.ceil(n / 2)},u${n}@acme.example,Ann${n},${n % 2}`)
  const { json } = await inspect({ 'people.csv': csv('account_id,email,first_name,is_primary', ...rows) })
  expect(json).toMatchObject({ users: 6, ready: 6 })
})

test('the numbers of rows of addresses are the IDs of no user', async () => {
  const objectId = (n: number) => `64b7f0c2a1d3e4f5a6b7c8d${n}`
  const files = {
    'emails.csv': csv('id,user_id,email', ...numbered(rowsOf(objectId, ['1', '0']).map((row) => row.slice(0, -2)))),
    'users.csv': passwords('user_id', objectId),
  }
  const users = await usersOf(files)
  expect(users.map(({ sourceId }) => sourceId)).toEqual(people.map(objectId))
})

describe('in a dump', () => {
  const insert = (table: string, columns: string, rows: readonly string[]) =>
    `INSERT INTO ${table} (${columns}) VALUES ${rows.map((row) => `(${row})`).join(', ')};\n`
  const quoted = (row: string) =>
    row
      .split(',')
      .map((cell) => (/^\d+$/.test(cell) ? cell : `'${cell}'`))
      .join(', ')
  const addresses = numbered(rowsOf(number, ['1', '0'])).map(quoted)
  const accounts = people.map((n) => `${number(n)}, 'name${n}', '${madeUpBcrypt(n)}'`)

  test.each([
    ['users', 'user_emails', 'id, user_id, email, is_primary'],
    ['members', 'email_addresses', 'id, belongs_to, address, is_main'],
    ['miembros', 'direcciones_correo', 'id, propietario, correo, principal'],
    ['mitglieder', 'mailadressen', 'id, gehoert_zu, mailadresse, ist_haupt'],
    ['utenti', 'indirizzi_email', 'id, utente_id, email, principale'],
  ])('%s have their addresses in %s, and the further ones ask nothing', async (table, list, columns) => {
    const dump = insert(list, columns, addresses) + insert(table, 'id, username, password', accounts.toReversed())
    const { json, out, code } = await inspect({ 'all.sql': dump })
    expect([code, json], out).toMatchObject([0, { users: 6, ready: 6, blocked: {}, unmatched: 0 }])
    const found = (await usersOf({ 'all.sql': dump })).map(({ sourceId, email, hash }) => [sourceId, email, hash?.hash])
    expect(found.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual(
      people.map((n) => [number(n), `u${n}@acme.example`, madeUpBcrypt(n)]),
    )
  })

  test('numbers of passwords are no owners of addresses where a third table has the people', async () => {
    const dump =
      insert(
        'students',
        'id, last_name',
        people.map((n) => `${number(n)}, 'Name${n}'`),
      ) +
      insert(
        'secrets',
        'secret_id, student_id, password_hash',
        people.map((n) => `${number(7 - n)}, ${number(n)}, '${madeUpBcrypt(n)}'`),
      ) +
      insert('addresses', 'id, belongs_to, email, is_main', addresses)
    const { json } = await inspect({ 'all.sql': dump })
    expect(json?.['joined'] ?? 0).toBe(0)
  })
})

test.each([
  ['claves', 'usuario_id, clave_hash', 'usuarios', 'usuario_id, correo, estado', ['activo', 'bloqueado']],
  ['authentification', 'ref_membre, mot_de_passe_hash', 'membres', 'id_membre, mail, statut', ['actif', 'banni']],
  ['credentials', 'user_id, password_hash', 'users', 'user_id, email, status', ['active', 'banned']],
  ['accessi', 'socio_id, password', 'soci', 'socio_id, email, stato', ['attivo', 'sospeso']],
])('people are users, and not the passwords of %s that name them', async (table, columns, users, own, [on, off]) => {
  const hashes = people.slice(1).map((n) => `(${number(n)}, '${madeUpBcrypt(n)}')`)
  const rows = people.map((n) => `(${number(n)}, 'u${n}@acme.example', '${n === 3 ? off : on}')`)
  const dump = `INSERT INTO ${table} (${columns}) VALUES ${hashes.join(', ')};\nINSERT INTO ${users} (${own}) VALUES ${rows.join(', ')};\n`
  const { json, out } = await inspect({ 'all.sql': dump })
  expect(json, out).toMatchObject({ users: 6, joined: 5, ready: 5, blocked: { disabled: 1 }, unmatched: 0 })
})

test('passwords in a table of logins are those of the people with the same address', async () => {
  const hashes = people.slice(1).map((n) => `(${7 - n}, 'u${n}@acme.example', '${madeUpBcrypt(n)}')`)
  const rows = people.map((n) => `(${n}, 'u${n}@acme.example', '+49151123450${n}')`)
  const dump = `INSERT INTO logins (id, email, pw_hash) VALUES ${hashes.join(', ')};
INSERT INTO customers (id, email, mobile) VALUES ${rows.join(', ')};
INSERT INTO customer_bans (id, customer_id) VALUES (1, 3);
`
  const found = (await usersOf({ 'all.sql': dump })).map(({ sourceId, standing, hash }) => [
    sourceId,
    standing,
    hash?.hash,
  ])
  const expected = people.map((n) => [`${n}`, n === 3 ? 'disabled' : 'active', n === 1 ? undefined : madeUpBcrypt(n)])
  expect(found.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual(expected)
})
