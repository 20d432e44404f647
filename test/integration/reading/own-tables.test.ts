import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'
import { sampleExports } from '../../support/data/sample-exports.ts'

const hash = '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01232'

test('a second table of a dump that looks like users is named as one, with what to do', async () => {
  const dump = `CREATE TABLE customers (id int, email text, passwort text);
INSERT INTO customers VALUES (1,'ann@example.com','${hash}'),(2,'ben@example.com','${hash}');
CREATE TABLE staff (nr int, mail text, pass text);
INSERT INTO staff VALUES (7,'cleo@example.com','${hash}');
CREATE TABLE orders (id int, total int);
INSERT INTO orders VALUES (1,3);
`
  const mapping = mappingOf({ mail: 'email', nr: 'source-id' })
  const cwd = folderOf({ 'shop.sql': dump, 'staff.json': JSON.stringify(mapping) })
  const { out } = await cli(['inspect', 'shop.sql'], { cwd })
  expect(out).toContain('Tables: customers')
  expect(out).toMatch(/table not used: staff \(looks like users too, 1 row: [^.:]*\)\n/)
  expect(out).toContain('To read this table instead, add --table NAME: staff')
  expect(out.match(/--exclude-tables|--table |file of its own|separate file/g)).toHaveLength(3)
  expect(out).toContain('table not used: orders (does not look like users, 1 row)')
  const other = await cli(['inspect', 'shop.sql', '--mapping', 'staff.json', '--json'], { cwd })
  expect(other.json).toMatchObject({ users: 1, files: [{ mapping: { tables: ['staff'] } }] })
})

test.each(['recovery_codes', 'user_backup_codes', 'mfaRecoveryCodes'])(
  'a table of codes in place of a second factor is not offered as users: %s',
  async (name) => {
    const rows = (columns: string, contact: (at: number) => string) =>
      `(${columns}) VALUES ${[1, 2].map((at) => `(${at},'${contact(at)}','${hash}')`).join(', ')};\n`
    const users = `INSERT INTO users ${rows('id, email, password_hash', (at) => `u${at}@example.com`)}`
    const codes = (table: string) => `INSERT INTO ${table} ${rows('id, user_id, code_hash', String)}`
    const { out } = await cli(['inspect', 'all.sql'], { cwd: folderOf({ 'all.sql': users + codes(name) }) })
    expect(out).toContain('Tables: users')
    expect(out).toContain(`table not used: ${name}`)
    expect(out).not.toContain('--table NAME')
  },
)

describe('requests for accounts', () => {
  const requests = (name: string, hashed = true) =>
    `INSERT INTO ${name} (id, name, email, phone${hashed ? ', password' : ''}) VALUES ` +
    `(1,'Ann Lee','ann@example.com','+4930123456'${hashed ? `,'${hash}'` : ''}),(2,'Ben Ode','ben@example.com','+4930123457'${hashed ? `,'${hash}'` : ''});\n`
  const accounts = (name: string) =>
    `INSERT INTO ${name} (id, username, password) VALUES (7,'cleo','${hash}'),(8,'dora','${hash}');\n`
  const people = `INSERT INTO users (id, name, email) VALUES (7,'Cleo','cleo@example.com'),(8,'Dora','dora@example.com');\n`
  const read = async (dump: string, ...more: readonly string[]) => {
    const { out } = await cli(['inspect', 'all.sql', ...more], { cwd: folderOf({ 'all.sql': dump }) })
    return out
  }

  test.each([
    'account_requests',
    'pending_users',
    'signup_requests',
    'registration_requests',
    'users_pending',
    'app_account_requests',
    'solicitudes_de_registro',
  ])('are not read beside the accounts, and named as such: %s', async (name) => {
    for (const own of [accounts('accounts'), people]) {
      const out = await read(requests(name) + own)
      expect(out).toMatch(/Tables: (?:accounts|users)\n/)
      expect(out).toContain(`table not used: ${name} (has requests for accounts by its name, 2 rows`)
    }
  })

  test.each([true, false])(
    'are asked about where no other table has users, also with passwords: %s',
    async (hashed) => {
      const out = await read(
        requests('account_requests', hashed) + 'INSERT INTO accounts (id, balance) VALUES (7, 3);\n',
      )
      expect(out).toContain('“account_requests” has requests for accounts by its name')
      expect(out).toContain('Ready 0, excluded 0, blocked until decided 2')
      expect(await read(requests('account_requests', hashed), '--table', 'account_requests')).toContain('Ready 2')
    },
  )

  test.each(['registration', 'new_users', 'customers', 'members_waitlisted_2023'])(
    'are none in a table of another name: %s',
    async (name) => expect(await read(requests(name))).toContain('Ready 2'),
  )
})

test.each([
  ['shop_customer_entity', 'shop_sales_flat_quote', 'customer_id', 'customer_email'],
  ['members', 'orders', 'member_id', 'member_email'],
  ['buyers', 'checkout', 'buyerId', 'buyerEmail'],
])(
  'people are read, and not what names them beside a password that is empty: %s, %s',
  async (people, carts, id, mail) => {
    const dump = `CREATE TABLE ${carts} (entity_id int PRIMARY KEY, is_active int, ${id} int, ${mail} text, password_hash text);
INSERT INTO ${carts} VALUES (1,1,3,'cleo@example.com',NULL),(2,1,1,'ann@example.com',NULL),(3,0,NULL,'guest@example.com',NULL);
CREATE TABLE ${people} (entity_id int PRIMARY KEY, group_id int, email text, is_active int);
INSERT INTO ${people} VALUES (1,5,'ann@example.com',1),(3,1,'cleo@example.com',1);
`
    const { json } = await inspect({ 'shop.sql': dump })
    expect(json).toMatchObject({ users: 2, files: [{ mapping: { tables: [people] } }] })
  },
)

test('a saved mapping reads a later file with more columns, and says what is new', async () => {
  const mapping = mappingOf({ email: 'email', pw: 'password-hash' })
  const later = `email,pw,phone,city\nann@example.com,${hash},+4915112345678,Bern\nben@example.com,${hash},+4915112345679,Ulm\n`
  const cwd = folderOf({ 'later.csv': later, 'saved.json': JSON.stringify(mapping) })
  const { json } = await cli(['inspect', 'later.csv', '--mapping', 'saved.json', '--json'], { cwd })
  expect(json).toMatchObject({ users: 2, loginMethods: { emailPassword: 2 } })
  expect(JSON.stringify(json)).toContain('possible phone number; new: the mapping does not name it')
})

test('rows of a dump without column names are reported by the columns of the product whose table it is', async () => {
  const cwd = join(sampleExports, 'keycloak')
  const { json } = await cli(['inspect', 'data-only.sql', '--json'], { cwd })
  const text = JSON.stringify(json)
  expect(text).toContain('"column":"public.user_entity.email","becomes":"Email"')
  expect(text).not.toContain('"public.user_entity.2"')
})

const authjsAccounts = `CREATE TABLE "Account" ("id" text, "userId" text, "type" text, "provider" text, "providerAccountId" text);
INSERT INTO "Account" VALUES ('a1','u1','oauth','google','103547991597142817347'),('a2','u2','oauth','github','583231');
`

test('a table of users that nobody knows gets the logins that a known product keeps beside it', async () => {
  const users = `CREATE TABLE "members" ("id" text, "display" text, "mail_address" text, "plan" text);
INSERT INTO "members" VALUES ('u1','Ann','ann@example.com','free'),('u2','Ben','ben@example.com','pro');
CREATE TABLE "invites" ("id" text, "user_email" text, "blocked" int);
INSERT INTO "invites" VALUES ('u7','cleo@example.com',0);
`
  const csv = 'id,display,mail_address,plan\nu1,Ann,ann@example.com,free\nu2,Ben,ben@example.com,pro\n'
  const accounts = 'id,userId,type,provider,providerAccountId\na1,u1,oauth,google,103547991597142817347\n'
  const betterAuth = `CREATE TABLE "account" ("id" text, "accountId" text, "providerId" text, "userId" text, "password" text);
INSERT INTO "account" VALUES ('a1','u1','credential','u1','${hash}'),('a2','583231','github','u2',NULL);
`
  const cwd = folderOf({
    'authjs.sql': users + authjsAccounts,
    'better.sql': users + betterAuth,
    'users.csv': csv,
    'accounts.csv': accounts,
  })
  const authjs = await cli(['inspect', 'authjs.sql', '--json'], { cwd })
  expect(authjs.json).toMatchObject({ users: 2, joined: 2, unmatched: 0, loginMethods: { thirdParty: 2 } })
  const better = await cli(['inspect', 'better.sql', '--json'], { cwd })
  expect(better.json).toMatchObject({ users: 2, joined: 2, loginMethods: { thirdParty: 1, emailPassword: 1 } })
  const files = await cli(['inspect', 'users.csv', 'accounts.csv', '--json'], { cwd })
  expect(files.json).toMatchObject({ users: 2, joined: 1, unmatched: 0, loginMethods: { thirdParty: 1 } })
})

test('logins whose users are in no table that looks like users ask for that table', async () => {
  const cwd = folderOf({
    'odd.sql': `${authjsAccounts}CREATE TABLE "things" ("id" text, "n" text);\nINSERT INTO "things" VALUES ('u1','Ann');\n`,
  })
  const { code, err } = await cli(['inspect', 'odd.sql'], { cwd })
  expect(code).toBe(2)
  expect(err).toContain('Add the file with the users, or choose their table')
  expect(err).toContain('--table')
  expect(err).not.toContain('contains no users')
})

test('rows of one user, one for each login, are one user where ID, email and hash agree', async () => {
  const rows = [
    'id,email,provider,provider_user_id,password_hash',
    `1,ann@example.com,google,103547991597142817347,${hash}`,
    `1,Ann@example.com,github,583231,${hash}`,
    `1,ann@example.com,facebook,10158,${hash}`,
    `2,ben@example.com,google,103547991597142817348,`,
    `2,ben@example.com,local,,${hash}`,
    `3,cleo@example.com,google,103547991597142817349,${hash}`,
    `3,cleo@example.com,github,583239,${hash.replace('2b', '2a')}`,
  ]
  const cwd = folderOf({
    'rows.csv': `${rows.join('\n')}\n`,
    'no-id.csv': `${rows.map((row) => row.slice(row.indexOf(',') + 1)).join('\n')}\n`,
  })
  for (const name of ['rows.csv', 'no-id.csv']) {
    const { json } = await cli(['inspect', name, '--json'], { cwd })
    expect(json).toMatchObject({
      records: 7,
      users: 4,
      joined: 3,
      unmatched: 0,
      loginMethods: { thirdParty: 6, emailPassword: 4 },
      blocked: { duplicate: 1 },
    })
    expect(json).toMatchObject({
      files: [
        {
          controlTotals: {
            emails: { counted: 7, accounted: 7 },
            hashes: { counted: 6, accounted: 6 },
            unreadHashes: null,
          },
        },
      ],
    })
  }
})

test('rows of one user that do not follow each other stay users, with a finding', async () => {
  const users = Array.from({ length: 3000 }, (_, n) => `${n + 1},user${n + 1}@example.com`)
  const login = (provider: string) => users.map((user, n) => `${user},${provider},1035479915971428${10_000 + n}`)
  const [google, github] = [login('google'), login('github')]
  const head = 'id,email,provider,provider_user_id'
  const cwd = folderOf({
    'apart.csv': [head, ...google, ...github].join('\n'),
    'together.csv': [head, ...google.flatMap((row, n) => [row, github[n]])].join('\n'),
  })
  const apart = await cli(['inspect', 'apart.csv', '--json'], { cwd })
  expect(apart.json).toMatchObject({ records: 6000, users: 6000, joined: 0 })
  expect(apart.json?.['findings']).toContainEqual(
    expect.objectContaining({ code: 'same-email-elsewhere', users: 6000 }),
  )
  const both = await cli(['inspect', 'together.csv', '--json'], { cwd })
  expect(both.json).toMatchObject({ records: 6000, users: 3000, joined: 3000, loginMethods: { thirdParty: 6000 } })
})

test('an organization in the users of an older Gitea, or of Gogs, is no user', async () => {
  const { json } = await inspect({
    'user.csv': `id,lower_name,name,email,passwd,salt,type,is_active,prohibit_login
1,ann,Ann,ann@example.com,${hash},s,0,1,0
2,firm,Firm,firm@example.com,,s,1,1,0
`,
  })
  expect(json).toMatchObject({
    records: 2,
    users: 1,
    unreadable: 0,
    other: { organization: 1 },
    loginMethods: { emailPassword: 1, passwordless: 0 },
  })
})

test('the one table of people with passwords is read where no table looks like users, whatever its values are', async () => {
  const dump = `CREATE TABLE Tbl_TaiKhoan (Ma int, TenDangNhap text, MatKhau text);
INSERT INTO Tbl_TaiKhoan VALUES (1,'ann','e10adc3949ba59abbe56e057f20f883e'),(2,'ben','e10adc3949ba59abbe56e057f20f883f');
CREATE TABLE Tbl_Sach (Ma int, Ten text);
INSERT INTO Tbl_Sach VALUES (1,'Book');
`
  const { json } = await cli(['inspect', 'library.sql', '--json'], { cwd: folderOf({ 'library.sql': dump }) })
  expect(json).toMatchObject({ users: 2, files: [{ mapping: { tables: ['Tbl_TaiKhoan'] } }] })
})

test.each([
  [
    'dbo.TaiKhoan',
    "CREATE TABLE KhachHang (Ma int, Ten text, Email text, SDT text); INSERT INTO KhachHang VALUES (1,'Ann','ann@acme.example','0933612255'),(2,'Ben','ben@acme.example','0933612256'); CREATE TABLE dbo.TaiKhoan (Id int, UserName text, MatKhau text); INSERT INTO dbo.TaiKhoan VALUES (1,'boss','123456'),(2,'cleo','kumquats');",
  ],
  [
    'EMPLOYE',
    "CREATE TABLE CLIENT (ID_CLIENT int, NOM text, MAIL text); INSERT INTO CLIENT VALUES (1,'Ann','ann@acme.example'),(2,'Ben','ben@acme.example'); CREATE TABLE EMPLOYE (ID_EMPLOYE int, NOM text, PRENOM text, MOT_DE_PASSE text); INSERT INTO EMPLOYE VALUES (1,'Cleo','C','kumquats'),(2,'Dan','D','123456');",
  ],
  [
    'users',
    "CREATE TABLE customers (id int, name text, email text, phone text); INSERT INTO customers VALUES (1,'Ann','ann@acme.example','+14155550100'),(2,'Ben','ben@acme.example','+14155550101'); CREATE TABLE users (id int, username text, password text); INSERT INTO users VALUES (7,'boss','$2y$10$abcdefghijklmnopqrstuuJGZ1mHjCN0QJ3Rz0ZpQWqZ0mQ5bq0bK');",
  ],
  [
    'account',
    "CREATE TABLE account (uid int, uname text, upass text, umail text); INSERT INTO account VALUES (1,'ann','5f4dcc3b5aa765d61d8327deb882cf99','ann@acme.example'),(2,'ben','5f4dcc3b5aa765d61d8327deb882cf98','ben@acme.example'); CREATE TABLE articles (id int, author text, contact_mail text, pw text); INSERT INTO articles VALUES (1,'Zed','zed@acme.example','1234'),(2,'Yan','yan@acme.example','9876');",
  ],
  [
    'customers',
    "CREATE TABLE customers (id int, name text, email text, last_login text); INSERT INTO customers VALUES (1,'Ann','ann@acme.example','2024-01-01'),(2,'Ben','ben@acme.example','2024-01-02'); CREATE TABLE mail_accounts (id int, username text, password text); INSERT INTO mail_accounts VALUES (7,'boss','kumquats');",
  ],
])('of a list of people and accounts with passwords, %s is read', async (table, dump) => {
  const { json } = await cli(['inspect', 'shop.sql', '--json'], { cwd: folderOf({ 'shop.sql': dump }) })
  expect(json).toMatchObject({ files: [{ mapping: { tables: [table] } }] })
})

test.each([
  "CREATE TABLE user_db (id int, email text, password text); INSERT INTO user_db VALUES (1,'1@1.1','kumquats'),(2,'2@2.2','tulips');",
  "CREATE TABLE x1 (id int, email text, passwd text); INSERT INTO x1 VALUES (1,'ann','kumquats'),(2,'ben','tulips');",
])('a table with an email and a password is one of accounts, whatever its addresses are: %s', async (dump) => {
  const { json } = await cli(['inspect', 'app.sql', '--json'], {
    cwd: folderOf({ 'app.sql': `${dump} CREATE TABLE users (id int, email text);` }),
  })
  expect(json).toMatchObject({ users: 2 })
})

test('addresses of no real domain are emails all the same under their name', async () => {
  const dump = `INSERT INTO user_db (id, email, password) VALUES (1, '1@1.1', '${madeUpBcrypt(1)}'), (2, '2@2.2', '${madeUpBcrypt(2)}');`
  const { json } = await cli(['inspect', 'app.sql', '--json'], { cwd: folderOf({ 'app.sql': dump }) })
  expect(json).toMatchObject({ users: 2, ready: 2, loginMethods: { emailPassword: 2 } })
})

test('people of Meteor with nothing but a third party are asked about by it', async () => {
  const users = [
    { _id: 'a1b2c3d4e5f6g7h8i', services: { cas: { id: 'e001' } }, profile: { name: 'Ann' } },
    {
      _id: 'b1b2c3d4e5f6g7h8i',
      services: { cas: { id: 'e002' } },
      emails: [{ address: 'ben@acme.example', verified: true }],
    },
  ]
  const { json } = await cli(['inspect', 'users.json', '--json'], {
    cwd: folderOf({ 'users.json': JSON.stringify(users) }),
  })
  expect(json).toMatchObject({ users: 2, blocked: { 'provider-undecided': 2 } })
})

test.each(['logins', 'credentials', 'user_accounts'])(
  'passwords in a table %s get to the people whom its rows refer to',
  async (table) => {
    const hash = (at: number) => madeUpBcrypt(at)
    const dump = `INSERT INTO persons (person_id, name, email) VALUES (1, 'Ann', 'ann@acme.example'), (2, 'Ben', 'ben@acme.example');
INSERT INTO ${table} (login_id, person_id, username, pw_hash) VALUES (11, 1, 'ann', '${hash(1)}'), (12, 2, 'ben', '${hash(2)}');`
    const { json } = await cli(['inspect', 'club.sql', '--json'], { cwd: folderOf({ 'club.sql': dump }) })
    expect(json).toMatchObject({ users: 2, ready: 2, joined: 2, loginMethods: { emailPassword: 2 } })
  },
)

test.each(['MOT_DE_PASSEE', 'wachtwoord_', 'Salasana'])(
  'a column %s says password in its own way, so whatever is in it is one',
  async (name) => {
    const dump = `INSERT INTO employees (id, nom, ${name}) VALUES (1, 'Ann', 'kumquats'), (2, 'Ben', '123456');`
    const { json } = await cli(['inspect', 'staff.sql', '--json'], { cwd: folderOf({ 'staff.sql': dump }) })
    expect(json).toMatchObject({ users: 2, hashes: { unsupported: { plaintext: 2 } } })
    expect(JSON.stringify(json)).toContain(`it is called “${name}”, and none`)
  },
)

test('elements of people are read by the hashes in texts of elements with attributes, whatever other elements have addresses', async () => {
  const member = (at: number) =>
    `<member nr="${at}"><login>user${at}</login><contact type="mail" confirmed="no">user${at}@acme.example</contact><secret scheme="bcrypt">${madeUpBcrypt(at)}</secret></member>`
  const sponsors = '<sponsors><sponsor><name>Acme</name><mail>info@acme.example</mail></sponsor></sponsors>'
  const { json, err } = await inspect({
    'club.xml': `<club><members>${member(1)}${member(2)}</members>${sponsors}</club>`,
  })
  expect(err).toBe('')
  expect(json).toMatchObject({ records: 3, users: 2, other: { 'table sponsor': 1 } })
})

test('the one table of a dump with passwords and several columns of addresses is read, and asked about', async () => {
  const rows = (columns: string, secret: (at: number) => string) =>
    `INSERT INTO tblPersonal (PersNr, ${columns}) VALUES ${[1, 2, 3].map((at) => `(${at}, 'd${at}@acme.example', 'p${at}@acme.example', '${secret(at)}')`).join(', ')};\n`
  const { json } = await inspect({ 'all.sql': rows('EMailDienst, EMailPrivat, Kennwort', madeUpBcrypt) })
  expect(json).toMatchObject({ users: 3, ready: 0, hashes: { bcrypt: 3 } })
})

test('of several tables with accounts, the users are in the one that others refer to as their user', async () => {
  const table = (name: string, columns: string, row: string) =>
    `CREATE TABLE ${name} (${columns});\nINSERT INTO ${name} VALUES ${row};\n`
  const both =
    table('accounts', 'id int PRIMARY KEY, email text, password text', `(1,'ann@example.com','${hash}')`) +
    table(
      'members',
      'id int PRIMARY KEY, email text, phone text, password text, active int',
      `(1,'ben@example.com','+14155550101','${hash}',1)`,
    )
  const orders = (refers: string) => both + table('orders', `id int PRIMARY KEY, ${refers}`, '(1,1)')
  const cwd = folderOf({
    'refers.sql': orders('user_id int REFERENCES accounts(id)'),
    'key.sql': orders('owner_id int, FOREIGN KEY (owner_id) REFERENCES accounts (id)'),
    'none.sql': both,
    'thing.sql': orders('ledger_id int REFERENCES accounts(id)'),
    'other.sql': orders('member_id int REFERENCES members(id)'),
  })
  const chosen = await Promise.all(
    ['refers', 'key', 'none', 'thing', 'other'].map(async (name) => {
      const { out } = await cli(['inspect', `${name}.sql`], { cwd })
      return /Tables: (\w+)/.exec(out)?.[1]
    }),
  )
  expect(chosen).toEqual(['accounts', 'accounts', 'members', 'members', 'members'])
})
