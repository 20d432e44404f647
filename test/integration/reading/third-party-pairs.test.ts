import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = Array.from({ length: 20 }, (_, at) => at)
const mail = (at: number) => `user${at}@acme.example`
const google = (at: number) => `1083429075620000000${10 + at}`

/** A table of Rails with a third party in two of its columns; null: the user signs in with a password. */
function dump(login: (at: number) => readonly [string, string] | null): Promise<{ readonly json: unknown }> {
  const rows = some.map((at) => {
    const pair = login(at)
    const [provider, uid] = pair === null ? ['NULL', 'NULL'] : pair.map((value) => `'${value}'`)
    return `(${at + 1},'${mail(at)}','${pair === null ? madeUpBcrypt(at) : ''}',${provider},${uid})`
  })
  const table =
    'CREATE TABLE users (id int PRIMARY KEY, email varchar(99), encrypted_password varchar(99), provider varchar(20), uid varchar(99));'
  return inspect({ 'users.sql': `${table}\nINSERT INTO users VALUES\n${rows.join(',\n')};\n` })
}

const noneMissing = expect.not.stringContaining('identity-without-id')

test('the ID at a third party is read from uid beside provider, where the table has an ID of its own', async () => {
  const { json } = await dump((at) =>
    at % 3 === 0 ? ['github', `${4000 + at}`] : at % 3 === 1 ? ['google_oauth2', google(at)] : null,
  )
  expect(json).toMatchObject({ users: 20, ready: 20, loginMethods: { thirdParty: 14, emailPassword: 6 } })
  expect(JSON.stringify(json)).toEqual(noneMissing)
  const one = await dump((at) => (at === 4 ? ['facebook', '9923'] : null))
  expect(one.json).toMatchObject({ ready: 20, loginMethods: { thirdParty: 1 } })
})

test('the same ID of two users at a third party is a duplicate, and no ID that is missing', async () => {
  const { json } = await dump((at) => (at % 2 === 0 ? ['github', at === 8 ? '4006' : `${4000 + at}`] : null))
  expect(json).toMatchObject({ users: 20, ready: 19, blocked: { duplicate: 1 } })
  expect(JSON.stringify(json)).toEqual(noneMissing)
})

test('an email address as uid is the own login of its user', async () => {
  const { json } = await dump((at) => (at % 4 === 0 ? ['google_oauth2', google(at)] : ['email', mail(at)]))
  expect(json).toMatchObject({ users: 20, ready: 20, loginMethods: { thirdParty: 5 } })
})

test('an ID that Firebase or the table itself made is asked about beside the name of a provider', async () => {
  const { json } = await dump((at) => [
    'google_oauth2',
    `q8Zr2mT0vXw${String(at).padStart(2, '0')}KpLs4NdYhUj`.padEnd(28, 'B'),
  ])
  expect(json).toMatchObject({ users: 20, ready: 0, loginMethods: { thirdParty: 0 } })
})

test('the ID at a third party is read from a column that begins like the one of its name', async () => {
  const row = (at: number) => `${at + 1},${mail(at)},${at % 2 === 0 ? 'google' : 'facebook'},${google(at)}`
  const { json } = await inspect({ 'users.csv': `id,email,auth_provider,auth_id\n${some.map(row).join('\n')}\n` })
  expect(json).toMatchObject({ users: 20, ready: 20, loginMethods: { thirdParty: 20 } })
  expect(JSON.stringify(json)).toEqual(noneMissing)
})

test('IDs beside names of third parties are read in any language where they have the form of these', async () => {
  const table = (idOf: (at: number) => string) => {
    const row = (at: number) => (at % 2 === 0 ? `google,${idOf(at)},` : `,,${madeUpBcrypt(at)}`)
    const rows = some.map((at) => `${at + 1},${mail(at)},${row(at)}`)
    return { 'clients.csv': `id,courriel,fournisseur,idExterne,mdp\n${rows.join('\n')}\n` }
  }
  const { json } = await inspect(table(google))
  expect(json).toMatchObject({ users: 20, ready: 20, loginMethods: { thirdParty: 10, emailPassword: 10 } })
  const asked = await inspect(table((at) => `77${100 + at}`))
  expect(asked.json).toMatchObject({ users: 20, ready: 10, loginMethods: { thirdParty: 0 } })
  const list = some.map((at) => ({ id: at + 1, email: mail(at), konta: [{ siec: 'google', idTam: google(at) }] }))
  const { json: listed } = await inspect({ 'klienci.json': JSON.stringify(list) })
  expect(listed).toMatchObject({ users: 20, ready: 20, loginMethods: { thirdParty: 20 } })
})

test('accounts of which XML has one alone for some users, and several for others, are all asked about', async () => {
  const entry = (at: number, name: string) => `<konto><siec>${name}</siec><idTam>${google(at)}</idTam></konto>`
  const konta = (at: number) => `${entry(at, 'google')}${at % 2 === 0 ? entry(at + 50, 'facebook') : ''}`
  const people = some.map(
    (at) => `<klient><id>${at + 1}</id><email>${mail(at)}</email><konta>${konta(at)}</konta></klient>`,
  )
  const { json } = await inspect({ 'klienci.xml': `<?xml version="1.0"?>\n<klienci>${people.join('\n')}</klienci>\n` })
  expect(json).toMatchObject({ users: 20, ready: 0, loginMethods: { thirdParty: 0 } })
})

test('the entries that JSON:API names are no IDs at third parties', async () => {
  const user = (n: number) => ({
    type: 'users',
    id: String(n),
    attributes: { email: `u${n}@acme.example`, hash: madeUpBcrypt(n) },
    relationships: { identities: { data: [{ type: 'identities', id: String(n + 8) }] } },
  })
  const { json } = await inspect({ 'all.json': JSON.stringify({ data: [user(1), user(2)] }) })
  expect(json).toMatchObject({ users: 2, ready: 2, loginMethods: { emailPassword: 2, thirdParty: 0 } })
})
