import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

/* Bans and passwords in a file of their own, whose rows have numbers of their own, beside users in others. */

const people = [1, 2, 3, 4, 5, 6]
const csv = (...lines: readonly string[]) => `${lines.join('\n')}\n`
/** The row of the address of a person, in an order of its own. */
const rowOf = (n: number) => 7 - n
const users = csv('id,password', ...people.map((n) => `${n},${madeUpBcrypt(n)}`))
const emails = csv(
  'id,user_id,email,is_primary',
  ...people.flatMap((n) => [`${rowOf(n)},${n},u${n}@acme.example,1`, `${rowOf(n) + 6},${n},old${n}@acme.example,0`]),
)

test.each([
  ['bans.csv', 'id,user_id,reason', ['1,2,spam']],
  ['bans.csv', 'id,owner,until', ['1,3,2020-01-01', '3,2,']],
  [
    'suspensoes.csv',
    'id,proprietario,data_inicio,data_fim',
    ['1,3,2019-05-22,2020-02-09', '3,2,2023-05-22,2091-01-01'],
  ],
  ['blocages.csv', 'id,abonne,date_debut,date_fin,raison', ['1,3,2019-05-22,2020-02-09,abus', '3,2,2023-05-22,,abus']],
  ['sperren.csv', 'id,benutzer_id,von,gueltig_bis', ['1,3,2019-05-22,2020-02-09', '3,2,2023-05-22,2091-01-01']],
  ['sospensioni.csv', 'id,titolare,dal,scadenza', ['1,3,2019-05-22,2020-02-09', '3,2,2023-05-22,2091-01-01']],
  ['sperren.csv', 'id,gehoert_zu,am,aufgehoben_am', ['1,3,2019-05-22,2020-02-09', '3,2,2023-05-22,']],
])('a ban keeps out the user that it names and nobody of the same number: %s with %s', async (name, header, rows) => {
  for (const files of [
    { 'users.csv': users, 'emails.csv': emails, [name]: csv(header, ...rows) },
    { [name]: csv(header, ...rows), 'emails.csv': emails, 'users.csv': users },
  ]) {
    const { json, out } = await inspect(files)
    expect(json, out).toMatchObject({ users: 6, ready: 5, blocked: { disabled: 1 }, unmatched: 0 })
    const found = (await usersOf(files)).filter(({ standing }) => standing !== 'active')
    expect(found.map(({ sourceId, email }) => [sourceId, email])).toEqual([['2', 'u2@acme.example']])
  }
})

test.each(['pseudo', 'username'])('passwords by %s are no other users of the numbers of their rows', async (name) => {
  const files = {
    'authentification.csv': csv(
      `id,${name},mot_de_passe_hash`,
      ...people.map((n) => `${rowOf(n)},name${n},${madeUpBcrypt(n)}`),
    ),
    'membres.csv': csv(`id_membre,courriel,${name}`, ...people.map((n) => `${n},u${n}@acme.example,name${n}`)),
  }
  const found = (await usersOf(files)).map(({ sourceId, email, hash }) => [sourceId, email, hash?.hash])
  expect(found.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual(
    people.map((n) => [`${n}`, `u${n}@acme.example`, madeUpBcrypt(n)]),
  )
})

test.each(['f_klant_nr', 'k_klant_id', 'klant_nr'])(
  'addresses in a table of their own are those of the users by %s',
  async (key) => {
    const prefix = key.startsWith('klant') ? '' : key.slice(0, 2)
    const insert = (name: string, columns: string, row: (n: number) => string) =>
      people.map((n) => `INSERT INTO ${name} (${columns}) VALUES (${row(n)});\n`).join('')
    const dump = [
      insert('klanten', `${key}, ${prefix}telefoonnummer, ${prefix}plaats`, (n) => `${n}, '+4915110750${n}37', 'Oslo'`),
      insert('wachtwoorden', `id, ${key}, wachtwoord_hash`, (n) => `${rowOf(n)}, ${n}, '${madeUpBcrypt(n)}'`),
      insert('emailadressen', `id, ${key}, address, hoofdadres`, (n) => `${rowOf(n)}, ${n}, 'u${n}@acme.example', 1`),
    ].join('')
    const found = (await usersOf({ 'all.sql': dump })).map(({ sourceId, email, hash }) => [sourceId, email, hash?.hash])
    expect(found.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual(
      people.map((n) => [`${n}`, `u${n}@acme.example`, madeUpBcrypt(n)]),
    )
  },
)

test.each(['surnom', 'tunnus', 'xyz'])(
  'passwords beside words of users in %s go to nobody by the numbers of their rows',
  async (name) => {
    const auth = (numberOf: (n: number) => number) =>
      csv(`id,${name},hash`, ...people.map((n) => `${numberOf(n)},name${n},${madeUpBcrypt(n)}`))
    const members = csv(`member_id,email,${name}`, ...people.map((n) => `${n},u${n}@acme.example,name${n}`))
    const users = await usersOf({ 'auth.csv': auth(rowOf), 'users.csv': members })
    expect(users.filter(({ email, hash }) => email !== null && hash !== null)).toEqual([])
    for (const more of [[], ['--decide', 'same-id-in-files=join']]) {
      const { json } = await inspect({ 'auth.csv': auth(rowOf), 'users.csv': members }, more)
      expect(json).toMatchObject({ ready: 0 })
    }
    const same = await usersOf({ 'auth.csv': auth((n) => n), 'users.csv': members })
    expect(same.map(({ email, hash }) => [email, hash?.hash])).toEqual(
      people.map((n) => [`u${n}@acme.example`, madeUpBcrypt(n)]),
    )
  },
)
