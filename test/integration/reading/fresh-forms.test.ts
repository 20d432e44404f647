import { expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const some = [1, 2, 3, 4, 5, 6]
const mail = (at: number) => `user${at}@acme.example`
const text = (row: (at: number) => string) => `${some.map(row).join('\n')}\n`

test.each(['=', ' = ', ' => ', ' -> ', '/'])(
  'lines of an address and a hash with “%s” between them are users',
  async (sign) => {
    const { json } = await inspect({ 'list.txt': text((at) => `${mail(at)}${sign}${madeUpBcrypt(at)}`) })
    expect(json).toMatchObject({ records: 6, users: 6, ready: 6, loginMethods: { emailPassword: 6 } })
  },
)

test.each(["'", '"'])('so are lines with %s around both, as in a program', async (mark) => {
  const line = (at: number) => `  ${mark}${mail(at)}${mark} => ${mark}${madeUpBcrypt(at)}${mark},`
  const { json } = await inspect({ 'list.txt': text(line) })
  expect(json).toMatchObject({ records: 6, users: 6, ready: 6, loginMethods: { emailPassword: 6 } })
})

test('settings with hashes among them are no list of users', async () => {
  const { json } = await inspect({
    'app.env': text((at) => `KEY_${at}=${'0123456789abcdef'.repeat(2)}\nURL_${at}=https://acme.example/${at}`),
  })
  expect(json?.['users'] ?? 0).toBe(0)
})

test('a passwd file of Dovecot keeps out who may not log in, whatever colons its extra fields have', async () => {
  const extra = (at: number) => `userdb_quota_rule=*:storage=1G${at === 2 ? ' nologin' : ''}`
  const { json } = await inspect({
    'users.passwd': text((at) => `${mail(at)}:{BLF-CRYPT}${madeUpBcrypt(at)}:5000:5000::/var/mail/${at}::${extra(at)}`),
  })
  expect(json).toMatchObject({ users: 6, ready: 5, blocked: { disabled: 1 } })
})

test('a users file of RADIUS is refused with a way out', async () => {
  const lines = text((at) => `${mail(at)}\tCleartext-Password := "secret${at}"\n\tReply-Message = "Hello",\n`)
  const { code, err } = await cli(['inspect', 'users'], { cwd: folderOf({ users: lines }) })
  expect([code, err]).toEqual([2, expect.stringContaining('RADIUS')])
  expect(err).not.toContain('secret1')
})

test('properties of a name and a digest are users, and the first of clear passwords is no column name', async () => {
  const digest = (at: number) => `${at}`.repeat(32)
  const ofRealm = await inspect({ 'users.properties': `# realm\n#\n${text((at) => `user${at}=${digest(at)}`)}` })
  expect(ofRealm.json).toMatchObject({ records: 6, users: 6, blocked: { 'hash-without-contact': 6 } })
  const clear = await inspect({ 'users.properties': text((at) => `user${at}=Secret${at}pass`) })
  expect(clear.json).toMatchObject({ records: 6, users: 0 })
  expect(JSON.stringify(clear)).not.toContain('Secret1pass')
  const alone = await inspect({ 'users.passwd': 'ann:{PLAIN}Secret1pass\n' })
  expect(alone.json).toMatchObject({ records: 1, users: 1, blocked: { 'hash-without-contact': 1 } })
})

test('lines of a bulk load say what happens to the users between them', async () => {
  const lines = text((at) => `{"index":{"_index":"users","_id":"u${at}"}}\n{"user_id":"u${at}","email":"${mail(at)}"}`)
  const { json } = await inspect({ 'users.ndjson': lines })
  expect(json).toMatchObject({ users: 6, unreadable: 0, other: { 'bulk action': 6 } })
  expect(JSON.stringify(json)).toContain('"column":"user_id","becomes":"source-id"')
})

test('users in a list within an object are read, whatever object stands first in each', async () => {
  const row = (at: number) => ({ attributes: { type: 'User' }, Id: `005${at}`, Email: mail(at), IsActive: at !== 2 })
  const result = { records: some.map(row), totalSize: 6, done: true }
  const { json } = await inspect({ 'users.json': JSON.stringify({ status: 0, result, warnings: [] }) })
  expect(json).toMatchObject({ records: 6, users: 6, ready: 5, blocked: { disabled: 1 } })
})

test('the ID of a role is no ID of its users, and a zero no ID at a third party', async () => {
  const row = (at: number) => ({
    email: mail(at),
    password: madeUpBcrypt(at),
    twitterID: at > 3 ? '0' : `1234567${at}`,
    role_id: at,
  })
  const { json } = await inspect({ 'users.json': JSON.stringify(some.map(row)) })
  expect(json).toMatchObject({ users: 6, ready: 6, loginMethods: { thirdParty: 3 } })
  expect(json).not.toHaveProperty('blocked.duplicate')
  expect(JSON.stringify(json)).not.toContain('"becomes": "source-id"')
})

test('texts that users wrote of themselves are no status', async () => {
  const row = (at: number) => ({
    email: mail(at),
    password: madeUpBcrypt(at),
    status: at > 10 ? '' : `Motto number ${at}`,
  })
  const all = Array.from({ length: 40 }, (_, at) => row(at + 1))
  expect((await inspect({ 'users.json': JSON.stringify(all) })).json).toMatchObject({ users: 40, ready: 40 })
})

test('settings with sections are refused, whatever stands before the first one', async () => {
  const users = `debug = true\n# users\n${text((at) => `[[users]]\n  name = "user${at}"\n  mail = "${mail(at)}"\n`)}`
  const { code, err } = await cli(['inspect', 'config.cfg'], { cwd: folderOf({ 'config.cfg': users }) })
  expect([code, err]).toEqual([2, expect.stringContaining('settings file (INI or TOML)')])
})

test('the ID that a record repeats within it is none at a third party, and one that all share is no key', async () => {
  const row = (at: number) => ({
    id: `1100${at}`,
    email: mail(at),
    confirmed: true,
    account: { id: `1100${at}` },
    uid: 101,
  })
  const { json } = await inspect({ 'accounts.json': JSON.stringify(some.map(row)) })
  expect(json).toMatchObject({ users: 6, ready: 6, loginMethods: { thirdParty: 0, passwordless: 6 } })
  expect(JSON.stringify(json)).not.toContain('may be a key of the users: uid')
})

test.each([
  ['in its name', (sub: string) => ({ google_id: sub })],
  ['beside it', (sub: string) => ({ provider: 'google', provider_id: sub })],
  ['beside its subject', (sub: string) => ({ provider: 'google', sub })],
  ['in an object', (sub: string) => ({ oauth: { provider: 'google', id: sub } })],
  ['in a list', (sub: string) => ({ identities: [{ provider: 'google', user_id: sub }] })],
])(
  'the ID at a third party is sent where it is the ID of the user as well: the third party is named %s',
  async (_, of) => {
    const row = (at: number) => ({
      id: `10000000000000000000${at}`,
      email: mail(at),
      ...of(`10000000000000000000${at}`),
    })
    const { json } = await inspect({ 'accounts.json': JSON.stringify(some.map(row)) })
    expect(json).toMatchObject({ users: 6, ready: 6, loginMethods: { thirdParty: 6 } })
  },
)

test('a list of names says that names are no logins', async () => {
  const { err, json } = await inspect({ 'users.txt': text((at) => `user${at}`) })
  expect(json).toMatchObject({ users: 0 })
  expect(err).toContain('the name of an account, which alone is no login')
})

test('the version of a plugin beside an address is no second address', async () => {
  const mailer = `<a.Mailer_-Property plugin="mailer@1.34"><emailAddress>${mail(1)}</emailAddress></a.Mailer_-Property>`
  const realm = `<b.Realm_-Details><passwordHash>#jbcrypt:${madeUpBcrypt(1)}</passwordHash></b.Realm_-Details>`
  const xml = `<user>\n<version>10</version>\n<id>ann</id>\n<fullName>Ann</fullName>\n<properties>${realm}${mailer}</properties>\n</user>`
  const { json } = await inspect({ 'config.xml': xml })
  expect(json).toMatchObject({ users: 1, ready: 1, loginMethods: { emailPassword: 1 } })
})

test('a column of names of algorithms says how passwords were hashed, whatever it is called', async () => {
  const row = (at: number) => `${at},${mail(at)},${madeUpBcrypt(at)},${at === 2 ? 'bcrypt_peppered' : 'bcrypt'}`
  const { json } = await inspect({ 'users.csv': `id,mail,pw_hash,encoder\n${text(row)}` })
  expect(json).toMatchObject({ users: 6, ready: 5, blocked: { 'unsupported-hash': 1 } })
})

test('passwords within an object of a table that nothing reads are a finding', async () => {
  const users = `INSERT INTO customer (id, email) VALUES ${some.map((at) => `('cus_${at}','${mail(at)}')`).join(',')};\n`
  const secret = 'c2NyeXB0AA8AAAAIAAAAAWJhc2U2NA'.repeat(3)
  const identities = `INSERT INTO provider_identity (id, entity_id, provider_metadata) VALUES ${some
    .map((at) => `('pi_${at}','${mail(at)}','{"password":"${secret}"}')`)
    .join(',')};\n`
  const { json } = await inspect({ 'medusa.sql': users + identities })
  expect(json).toMatchObject({
    files: [
      {
        unreadTables: [
          { table: 'provider_identity', columns: [expect.objectContaining({ kind: 'password-hash', rows: 6 })] },
        ],
      },
    ],
  })
  expect(JSON.stringify(json)).not.toContain(secret)
})

test('who is kept from signing in under another name is disabled', async () => {
  const row = (at: number) => ({ id: `p${at}`, email: mail(at), account: { canAuthenticate: at !== 2 } })
  const { json } = await inspect({ 'users.json': JSON.stringify(some.map(row)) })
  expect(json).toMatchObject({ users: 6, blocked: { disabled: 1 } })
  const states = text(
    (at) => `${at},${mail(at)},${at === 2 ? 'LOCKED(TIMED)' : at === 3 ? 'EXPIRED & LOCKED' : 'OPEN'}`,
  )
  const oracle = await inspect({ 'users.csv': `id,email,account_status\n${states}` })
  expect(oracle.json).toMatchObject({ users: 6, ready: 4, blocked: { disabled: 2 } })
  const locks = text((at) => `${at},${mail(at)},${at === 2 ? '2099-01-01 00:00:00' : ''}`)
  const until = await inspect({ 'users.csv': `id,email,lockUntil\n${locks}` })
  expect(until.json).toMatchObject({ users: 6, ready: 5, blocked: { disabled: 1 } })
})

async function verified(files: Readonly<Record<string, string>>) {
  const { json } = await inspect(files)
  return /"becomes":"(?:Email verified|email-verified)"/.test(JSON.stringify(json?.['files']))
}

test('a column that says of emails whether they are verified is read beside a known format and within the contact', async () => {
  const rows = some.map(
    (at) => `(${at},'u','${mail(at)}','${madeUpBcrypt(at)}',NULL,'2021-01-01 10:00:00',${at === 2 ? 0 : 1})`,
  )
  const columns = '`id`, `name`, `email`, `password`, `remember_token`, `created_at`, `email_confirmed`'
  expect(await verified({ 'bookstack.sql': `INSERT INTO \`users\` (${columns}) VALUES ${rows.join(',')};\n` })).toBe(
    true,
  )
  const fields = (at: number) => ({
    email: mail(at),
    password: madeUpBcrypt(at),
    is_active: true,
    is_confirmed: at !== 2,
  })
  const dumped = some.map((at) => ({ model: 'account.user', pk: at, fields: fields(at) }))
  expect(await verified({ 'saleor.json': JSON.stringify(dumped) })).toBe(true)
  const nested = (at: number) => ({
    id: `u${at}`,
    contact: { primaryEmail: { address: mail(at), isVerified: at !== 2 } },
  })
  expect(await verified({ 'nested.json': JSON.stringify(some.map(nested)) })).toBe(true)
  const other = (at: number) => ({ id: `u${at}`, email: mail(at), recoveryEmail: { isVerified: at !== 2 } })
  expect(await verified({ 'other.json': JSON.stringify(some.map(other)) })).toBe(false)
})

test('a third party without the ID of its user is asked about, in a column of IDs as well', async () => {
  const row = (at: number) => `${at},${mail(at)},google,${at === 2 ? '' : `10354799159714281734${at}`}`
  const { json } = await inspect({ 'users.csv': `id,email,provider,provider_user_id\n${text(row)}` })
  expect(json).toMatchObject({ users: 6, blocked: { 'identity-without-id': 1 } })
})

test('the column by which rows of logins name their users is no address that was left behind', async () => {
  const users = `INSERT INTO customer (id, "emailAddress") VALUES ${some.map((at) => `(${at},'${mail(at)}')`).join(',')};\n`
  const methods = `INSERT INTO authentication_method (id, identifier, "passwordHash") VALUES ${some
    .map((at) => `(${at},'${mail(at)}','${madeUpBcrypt(at)}')`)
    .join(',')};\n`
  const { json } = await inspect({ 'vendure.sql': users + methods })
  expect(json).toMatchObject({ users: 6, joined: 6, ready: 6 })
  expect(JSON.stringify(json)).not.toContain('unmapped-email')
})

test('users by their keys are found where their address is in an object of each', async () => {
  const user = (at: number) => [
    `-N${at}xyz`,
    { profile: { email: mail(at), name: 'A' }, auth: { pw: madeUpBcrypt(at) }, disabled: at === 2 },
  ]
  const users = Object.fromEntries(some.map(user))
  const { json } = await inspect({ 'rtdb.json': JSON.stringify({ users, posts: { p1: { title: 'x' } } }) })
  expect(json).toMatchObject({ users: 6, ready: 5, blocked: { disabled: 1 } })
})

test.each(['~', '^'])('rows whose cells %s parts are read', async (sign) => {
  const rows = text((at) => [at, mail(at), madeUpBcrypt(at), at === 2 ? 'locked' : 'active'].join(sign))
  const { json } = await inspect({ 'users.txt': `${['id', 'email', 'password', 'state'].join(sign)}\n${rows}` })
  expect(json).toMatchObject({ users: 6, ready: 5, blocked: { disabled: 1 } })
})

test('lines of one value that hold logins are refused with a way out', async () => {
  const { err } = await inspect({
    'redis.txt': text((at) => `HMSET user:${at} email ${mail(at)} hash ${madeUpBcrypt(at)}`),
  })
  expect(err).toContain('Export the users as CSV or JSON.')
  const blob = `gAAAAABojWlPDbtDhHhlgJ1pAXqhl0b9bikI-${'jIlKicvKXn9u3uh2A5PhD4EMmOKcrdac_'.repeat(20)}==`
  expect((await inspect({ 'users.json': blob })).err).toContain('Export the users as CSV or JSON.')
})

test('a table put together from lines in UTF-8 and in Windows-1252 is not said to be encoded twice', async () => {
  const line = (at: number) => Buffer.from(`${at},Jürgen Müller,${mail(at)}\n`, at % 2 === 0 ? 'utf8' : 'latin1')
  const { json } = await inspect({ 'mixed.csv': Buffer.concat([Buffer.from('id,name,email\n'), ...some.map(line)]) })
  expect(JSON.stringify(json)).not.toContain('encoded twice')
})

test('the one account of a user is no account at a third party', async () => {
  const user = (at: number) => ({
    id: at,
    account: { contact: { email: { address: mail(at), verified: true } }, local: { hash: madeUpBcrypt(at) } },
  })
  const { json } = await inspect({ 'users.json': JSON.stringify(some.map(user)) })
  expect(json).toMatchObject({ ready: 6, loginMethods: { emailPassword: 6 } })
})

test('a column that is called password_bcrypt is not Meteor’s', async () => {
  const content = `id,email,password_bcrypt\n${text((at) => `${at},${mail(at)},${madeUpBcrypt(at)}`)}`
  const { json } = await inspect({ 'users.csv': content })
  expect(json).toMatchObject({ ready: 6, loginMethods: { emailPassword: 6 } })
})

test.each([
  ['Nom', true],
  ['Ville', false],
])('whether an address is verified is that of the email where the table has no other: beside %s', async (name, is) => {
  const content = `Identifiant;Courriel;Adresse vérifiée;${name}\n${text((at) => `${at};${mail(at)};oui;x${at}`)}`
  const { json } = await inspect({ 'users.csv': content })
  expect(JSON.stringify(json).includes('email-verified')).toBe(is)
})

test('a key that programs sign in with is none of the users', async () => {
  const content = `id,email,auth_key\n${text((at) => `${at},${mail(at)},a1b2c3d4e5f60718293a4b5c6d7e8f0${at}`)}`
  const { json } = await inspect({ 'users.csv': content })
  expect(JSON.stringify(json)).not.toContain('may-be-source-id')
})

test('a status that says true is on, and only its false is asked about', async () => {
  const users = some.map((at) => ({
    type: 'user--user',
    id: `u${at}`,
    attributes: { mail: mail(at), status: at !== 2 },
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify({ data: users }) })
  expect(json).toMatchObject({ users: 6, ready: 5, blocked: { 'unmapped-status': 1 } })
})

test('beside the words of a status, a dash says nothing', async () => {
  const rows = (other: string) => text((at) => `${at},${mail(at)},${at % 2 === 0 ? '-' : other}`)
  const inspected = async (other: string) => (await inspect({ 'users.csv': `id,email,status\n${rows(other)}` })).json
  expect(await inspected('active')).toMatchObject({ users: 6, ready: 6 })
  expect(await inspected('x')).toMatchObject({ users: 6, ready: 0, blocked: { 'unmapped-status': 6 } })
})

test('the IDs of GitLab at third parties are those of its users there', async () => {
  const users = some.map((at) => ({
    id: at,
    email: mail(at),
    state: 'active',
    identities: [{ provider: 'google_oauth2', extern_uid: `10354799159714200000${at}` }],
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify(users) })
  expect(json).toMatchObject({ users: 6, ready: 6, loginMethods: { thirdParty: 6 } })
})

test('the IDs of Google Workspace are not asked about as those of a third party', async () => {
  const row = (at: number) => `${mail(at)},False,False,1035479915971420000${10 + at}`
  const { json } = await inspect({ 'users.csv': `primaryEmail,suspended,isAdmin,id\n${text(row)}` })
  expect(json).toMatchObject({ users: 6, ready: 6, blocked: {} })
})

test('a name that people of Active Directory sign in with is their email where they have no other', async () => {
  const entry = (at: number) =>
    `dn: CN=u${at},DC=acme,DC=example\nobjectClass: user\nsAMAccountName: u${at}\nuserPrincipalName: u${at}@acme.${at === 2 ? 'local' : 'example'}\n`
  const { json } = await inspect({ 'people.ldif': text(entry) })
  expect(json).toMatchObject({ users: 6, ready: 5, loginMethods: { passwordless: 5 } })
})

test.each([
  ['users.yml', (at: number) => `user${at}: "${madeUpBcrypt(at)}"`, (rows: string) => `---\n${rows}\n`, '\n'],
  ['users.json', (at: number) => `"user${at}": "${madeUpBcrypt(at)}"`, (rows: string) => `{${rows}}`, ',\n'],
])('names with a password hash each are users: %s', async (file, row, whole, between) => {
  const { json } = await inspect({ [file]: whole(some.map(row).join(between)) })
  expect(json).toMatchObject({ records: 6, users: 6, hashes: { bcrypt: 6 } })
})

test('claims of IdentityServer are those of their user, and its subject at a third party is the ID there', async () => {
  const users = some.map((at) => ({
    SubjectId: `s-${at}7`,
    ProviderName: at === 2 ? 'Google' : null,
    ProviderSubjectId: at === 2 ? '103547991597142000011' : null,
    IsActive: at !== 3,
    Claims: [
      { Type: 'email', Value: mail(at) },
      { Type: 'email_verified', Value: 'true' },
    ],
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify(users) })
  expect(json).toMatchObject({ users: 6, blocked: { disabled: 1 }, loginMethods: { thirdParty: 1, passwordless: 5 } })
})

test('an ID with the name of its third party before it is asked about', async () => {
  const entry = (at: number) =>
    `dn: uid=u${at},o=gluu\nobjectClass: person\nuid: u${at}\nmail: ${mail(at)}\noxExternalUid: passport-google:10354799159714200000${at}\n`
  const { json } = await inspect({ 'people.ldif': text(entry) })
  expect(json).toMatchObject({ users: 6, ready: 0, blocked: { 'unmapped-provider-id': 6 } })
})

test('documents of Firestore are known by their name, and the secret of an app by the object around it', async () => {
  const documents = some.map((at) => ({
    name: `projects/p/databases/d/documents/users/a${at}`,
    fields: { email: { stringValue: mail(at) }, otp: { secret: at === 1 ? 'JBSWY3DPEHPK3PXPJBSWY3DP' : null } },
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify({ documents }) })
  const columns = json?.['files'] as readonly {
    readonly mapping: { readonly columns: unknown; readonly unused: unknown }
  }[]
  expect(columns[0]?.mapping.columns).toContainEqual(expect.objectContaining({ column: 'name', becomes: 'source-id' }))
  expect(columns[0]?.mapping.unused).toContainEqual(
    expect.objectContaining({ column: 'fields.otp.secret', reason: expect.stringContaining('TOTP secret') }),
  )
})

test('numbers in lists and deep within objects keep none out', async () => {
  const users = some.map((at) => ({
    email: mail(at),
    contacts: at < 4 ? [String(at % 2)] : [],
    ui: { window: { position: { left: at < 3 ? 10 + at : null, top: at < 3 ? 500 + at : null } } },
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify(users) })
  expect(json).toMatchObject({ users: 6, ready: 6, blocked: {} })
  expect(JSON.stringify(json?.['findings'])).not.toContain('may-keep-out')
})

test('a header above email addresses is one, though a cell of it is a number', async () => {
  const { json } = await inspect({
    'users.csv': `0,Email Address,Login\n${text((at) => `${at},${mail(at)},user${at}`)}`,
  })
  expect(json).toMatchObject({ records: 6, users: 6, ready: 6 })
})

test('XML with names of passwords alone is read, and its lists are lists', async () => {
  const user = (at: number) =>
    `<user><id>${at}</id><account>u${at}</account><pass>0123456789abcdef0123456789abcde${at}</pass><groups><group>1000</group></groups></user>`
  const { json } = await inspect({ 'users.xml': `<users>${some.map(user).join('')}</users>` })
  expect(json).toMatchObject({ users: 6, blocked: { 'hash-without-contact': 6 } })
  expect(JSON.stringify(json?.['findings'])).not.toContain('may-keep-out')
})

test('a time of deletion that every record has is asked about, and a status of a country is none of the account', async () => {
  const users = some.map((at) => ({
    id: `u-${at}`,
    email: mail(at),
    country: { status: at === 1 ? 'inactive' : 'active' },
    deleted_at: `2023-01-0${at}T10:00:00Z`,
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify(users) })
  expect(json).toMatchObject({ users: 6, excluded: 0, blocked: { 'unmapped-status': 6 } })
})

test('a number of one user alone is no flag, and an identity number no time', async () => {
  const users = some.map((at) => ({
    email: mail(at),
    passport: at === 2 ? '123456789012' : '',
    experience: at === 3 ? '5' : '',
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify(users) })
  expect(JSON.stringify(json?.['findings'])).not.toContain('may-keep-out')
})

test('one name with a password hash is one user', async () => {
  for (const [file, content] of [
    ['users.json', `{"admin": "${madeUpBcrypt(1)}"}`],
    ['users.yml', `---\nadmin: "${madeUpBcrypt(1)}"\n`],
  ] as const) {
    const { json } = await inspect({ [file]: content })
    expect(json).toMatchObject({ users: 1, blocked: { 'hash-without-contact': 1 } })
    expect(JSON.stringify(json?.['files'])).toContain('"column":"password"')
  }
})

test('a map of names and hashes in braces without quotation marks is read', async () => {
  const map = `{\n${some.map((at) => `  user${at}: ${madeUpBcrypt(at)}`).join(',\n')},\n}\n`
  for (const text of [map, `# Add users here\n\n# by name\n${map}`]) {
    const { json } = await inspect({ 'users.yml': text })
    expect(json).toMatchObject({ users: 6, unreadable: 0, hashes: { bcrypt: 6 } })
  }
})

test('beans of Java and entries of OData are records, though no name of theirs says users', async () => {
  const bean = (at: number) =>
    `<void method="add"><object class="data.User"><void property="email"><string>${mail(at)}</string></void><void property="id"><string>10${at}</string></void></object></void>`
  const entry = (at: number) =>
    `<entry><content><m:properties><d:userId>10${at}</d:userId><d:email>${mail(at)}</d:email></m:properties></content></entry>`
  const read = { records: 6, users: 6, ready: 6, loginMethods: { passwordless: 6 } }
  const beans = `<java><object class="java.util.ArrayList">${some.map(bean).join('')}</object></java>`
  expect((await inspect({ 'users.xml': beans })).json).toMatchObject(read)
  const feed = `<feed xmlns:m="m" xmlns:d="d"><title>User</title>${some.map(entry).join('')}</feed>`
  expect((await inspect({ 'feed.xml': feed })).json).toMatchObject(read)
})

test('beans of Java with names and clear passwords alone are users', async () => {
  const bean = (at: number) =>
    `<void method="add"><object class="data.User"><void property="username"><string>u${at}</string></void><void property="password"><string>secret${at}x</string></void></object></void>`
  const beans = `<java><object class="java.util.ArrayList">${some.map(bean).join('')}</object></java>`
  const { json } = await inspect({ 'users.xml': beans })
  expect(json).toMatchObject({ records: 6, users: 6, blocked: { 'hash-without-contact': 6 } })
})

test('an account lock of FreeIPA disables, whatever form its list has', async () => {
  const people = some.map((at) => ({ uid: [`u${at}`], mail: [mail(at)], nsaccountlock: at === 2 }))
  const { json } = await inspect({ 'users.json': JSON.stringify({ result: { result: people } }) })
  expect(json).toMatchObject({ users: 6, ready: 5, blocked: { disabled: 1 } })
})

test('an expired user of FusionAuth is disabled', async () => {
  const users = some.map((at) => ({
    id: `0f8fad5b-d9cb-469f-a165-70867728950${at}`,
    active: true,
    email: mail(at),
    verified: true,
    insertInstant: 1_600_000_000_000,
    tenantId: 't',
    registrations: [],
    ...(at === 2 ? { expiry: 1_600_000_000_000 } : {}),
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify({ users }) })
  expect(json).toMatchObject({ users: 6, ready: 5, blocked: { disabled: 1 } })
})

test('yes under the name of a password is none, and a digest that names a file neither', async () => {
  const row = (at: number) => `cl${at}x,${mail(at)},true`
  const { json } = await inspect({ 'users.csv': `ID,Email,Password\n${text(row)}` })
  expect(json).toMatchObject({ users: 6, ready: 6, hashes: { none: 6 } })
  const users = some.map((at) => ({
    email: mail(at),
    password: madeUpBcrypt(at),
    image: { filename: `0123456789abcdef0123456789abcde${at}` },
  }))
  expect((await inspect({ 'users.json': JSON.stringify(users) })).json).toMatchObject({ users: 6, ready: 6 })
})

test('the object around an ID names its third party, and a time in an object is asked about once', async () => {
  const users = some.map((at) => ({
    email: mail(at),
    social: at === 3 ? { google: { sub: '103547991597142000011' } } : {},
    lockout: at === 2 ? { $date: '2099-01-01T00:00:00Z' } : null,
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify(users) })
  expect(json).toMatchObject({ users: 6, loginMethods: { thirdParty: 1 } })
  expect(JSON.stringify(json?.['findings'])).not.toContain('an object')
})

test('an email of a directory may be called so', async () => {
  const entry = (at: number) => `dn: uid=u${at},dc=acme\nobjectClass: inetOrgPerson\nuid: u${at}\nEmail: ${mail(at)}\n`
  const { json } = await inspect({ 'people.ldif': text(entry) })
  expect(json).toMatchObject({ users: 6, ready: 6 })
})

test('a document that Couchbase wraps says its kind within the wrapping', async () => {
  const user = (at: number) => JSON.stringify({ app: { type: 'user', id: `u-${at}`, email: mail(at) } })
  const { json } = await inspect({ 'users.ndjson': `${text(user)}{"app":{"type":"order","id":"o-1","total":5}}\n` })
  expect(json).toMatchObject({ users: 6, ready: 6, other: { order: 1 } })
})

test('the users of all tenants are read, or those of another one are named where it may hold something else', async () => {
  const tenant = (at: number, more = {}) => ({ name: `T${at}`, users: [{ id: `u-${at}`, email: mail(at), ...more }] })
  const content = { tenants: { acme: tenant(1), globex: tenant(2), other: { name: 'x' } } }
  const { json } = await inspect({ 'users.json': JSON.stringify(content, null, 1) })
  expect(json).toMatchObject({ records: 2, users: 2, other: {} })
  const list = (at: number, more = {}) => ({ entries: [{ id: `u-${at}`, email: mail(at), ...more }] })
  const later = { tenants: { acme: list(1), globex: list(2, { username: 'ben', password: madeUpBcrypt(2) }) } }
  const { json: behind } = await inspect({ 'users.json': JSON.stringify(later, null, 1) })
  expect(behind).toMatchObject({ records: 2, users: 1, loginMethods: { emailPassword: 1 } })
  // However many they are, nothing is sent before they are added or left out on purpose.
  expect(behind).toMatchObject({ files: [{ unreadTables: [{ table: 'tenants.acme.entries' }] }] })
})

test('lines of words between blanks are no single values', async () => {
  const { err, json } = await inspect({ 'users.txt': 'ann Sommerlich9\nbob Winterlich8\ncleo Herbstlich7\n' })
  expect(json).toMatchObject({ users: 0 })
  expect(err).toContain('several words with blanks between them')
})

test('a word behind each address is named as a possible password', async () => {
  const reasonOf = async (text: string) =>
    (await cli(['inspect', 'users.txt'], { cwd: folderOf({ 'users.txt': text }) })).out
  expect(await reasonOf('ann@acme.example Sommerlich\nben@acme.example Winterlich\n')).toContain(
    'may be a name or a password',
  )
  expect(await reasonOf('ann@acme.example\nben@acme.example\n')).not.toContain('or a password')
  expect(await reasonOf(`ann@acme.example ${madeUpBcrypt(1)}\nben@acme.example ${madeUpBcrypt(2)}\n`)).not.toContain(
    'or a password',
  )
})
