import { describe, expect, test } from 'vitest'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { inspect } from '../../support/cli.ts'

const lines = (header: string, row: (n: number) => string) =>
  `${header}\n${Array.from({ length: 12 }, (_, n) => row(n)).join('\n')}\n`
const some = (count: number) => Array.from({ length: count }, (_, n) => n)
const mail = (n: number) => `u${n}@acme.example`

async function inspected(text: string, ...args: readonly string[]) {
  return inspectedFile({ 'list.csv': text }, ...args)
}

async function inspectedFile(file: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { code, json } = await inspect(file, [...args])
  const blocked = json?.['blocked'] as Readonly<Record<string, number>> | undefined
  return {
    code,
    ready: json?.['ready'],
    asked: blocked?.['may-be-no-user'] ?? 0,
  }
}

describe('a table that is none of people', () => {
  test.each([
    ['orders', lines('order_number,email,total,shipped_at', (n) => `${n},${mail(n % 5)},${n}.00,2024-01-01`)],
    [
      'orders in German',
      lines('Bestellnummer;E-Mail;Betrag;Datum', (n) => `B${n};${mail(n % 5)};${n},90 €;01.02.2024`),
    ],
    ['invoices, one for each person', lines('invoice_no,email,amount', (n) => `R-${n},${mail(n)},1${n}.50`)],
    ['rows with amounts in a language of its own', lines('tunnus,e-mail,summa', (n) => `${n},${mail(n % 4)},${n}.10`)],
    [
      'a mailing list',
      lines(
        'Email Address,First Name,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME',
        (n) => `${mail(n)},U${n},2,2024-01-01,2024-01-01`,
      ),
    ],
    ['a newsletter', lines('email,subscribed,unsubscribed_at,list_id', (n) => `${mail(n)},1,,7`)],
    [
      'subscribers with a password that none has set',
      lines(
        'id,email,confirmed,blacklisted,optedin,bouncecount,htmlemail,subscribepage,password,disabled',
        (n) => `${n},${mail(n)},1,0,0,0,1,1,,0`,
      ),
    ],
    [
      'clients of OAuth',
      lines(
        'id;client_id;client_secret;client_name;authorization_grant_types;redirect_uris',
        (n) => `${n};app-${n};{bcrypt}${madeUpBcrypt(n)};App ${n};refresh_token;https://app${n}.acme.example/in`,
      ),
    ],
    [
      'clients of OAuth without secrets',
      lines('clientId,redirectUri,grantTypes,email', (n) => `app-${n},https://app${n}.acme.example/in,code,${mail(n)}`),
    ],
    ['school districts', lines('district_id,district_name,email,city', (n) => `${n},D${n},${mail(n)},Troy`)],
    [
      'contacts of a sales tool',
      lines('Contact ID,Email,Company,Lead Status,Owner', (n) => `${n},${mail(n)},Acme,NEW,Bo`),
    ],
    [
      'contacts of another sales tool',
      lines(
        'Record ID,Email,Lifecycle Stage,Contact owner,Marketing contact status',
        (n) => `${n},${mail(n)},lead,Bo Sales,Marketing contact`,
      ),
    ],
    ['addresses with names', lines('name,email', (n) => `U${n},${mail(n)}`)],
    [
      'phone numbers with names and places of work',
      lines(
        'Имя,Фамилия,Организация,Рабочий_телефон,Личный_телефон',
        (n) => `U${n},D,Acme,+4930123450${n + 10},+4930123460${n + 10}`,
      ),
    ],
    [
      'companies with how they are reached',
      lines(
        'title,phone,fax,email,web,url,address',
        (n) =>
          `Acme ${n} Ltd,+49 30 1234560${n},+49 30 1234570${n},info@acme${n}.example,www.acme${n}.example,https://acme${n}.example,Road ${n}`,
      ),
    ],
    [
      'companies with their places',
      lines(
        'company,email,website,street,zip,city,country',
        (n) => `Acme ${n},info@acme${n}.example,acme${n}.example,Road ${n},10115,Berlin,DE`,
      ),
    ],
    ['fees of tenants', lines('Unit,Name,Phone,Fee,Total', (n) => `A-${n}-1,U${n},+4930123450${n + 10},1000.00,4000`)],
    ['addresses alone', lines('emails', mail)],
    [
      'contacts of a mail program',
      lines(
        'First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value',
        (n) => `U${n},Doe,* myContacts,Work,${mail(n)},+49 30 1234560${n}`,
      ),
    ],
    ['invitations', lines('id,email,invited_by,token,accepted_at', (n) => `${n},${mail(n)},7,t${n},`)],
    [
      'addresses of profiles',
      lines(
        'id,profile_id,type,full_name,phone,address_line_1,city,postal_code,is_default',
        (n) => `a${n},p${n % 5},shipping,Ann Alba,+1202555010${n % 5},${n} Acme Street,Acme,10001,true`,
      ),
    ],
    [
      'addresses of users, several of one',
      lines(
        'id,user_id,name,mobile,street,city,zip',
        (n) => `${n},${n % 7},Ann,+1202555010${n % 7},${n} Road,Ulm,89073`,
      ),
    ],
    [
      'messages of visitors',
      lines('id,name,email,message,created_at', (n) => `m${n},U${n},${mail(n)},Do you ship?,2026-05-28T00:00:00Z`),
    ],
    [
      'messages that somebody answered',
      lines('id,email,phone,subject,body,is_read', (n) => `${n},${mail(n)},,Order ${n},Where is it?,false`),
    ],
    [
      'subscribers with the place of their subscription',
      lines('id,email,source,subscribed_at,is_active', (n) => `${n},${mail(n)},footer,2026-05-28T00:00:00Z,true`),
    ],
    ['bookings', lines('booking_id,email,event_id,seat', (n) => `${n},${mail(n)},7,A${n}`)],
  ])('is asked about: %s', async (_, text) => {
    const { code, ready, asked } = await inspected(text)
    expect([code, ready, asked > 0]).toEqual([0, 0, true])
    expect((await inspected(text, '--decide', 'may-be-no-user=import')).asked).toBe(0)
    expect(await inspected(text, '--decide', 'may-be-no-user=exclude')).toMatchObject({ ready: 0, asked: 0 })
  })

  test.each([
    [
      'customers of a shop',
      lines(
        'Customer ID,First Name,Email,Accepts Marketing,Total Spent,Total Orders,Tags',
        (n) => `${n},U${n},${mail(n)},yes,${n}.00,3,`,
      ),
    ],
    [
      'customers with addresses',
      lines(
        'ID,Name,Email,Customer Since,Confirmed email,Billing Address,Shipping Address,Account Lock',
        (n) => `${n},U${n},${mail(n)},2020-01-01,Confirmed,Street 1,Street 1,Unlocked`,
      ),
    ],
    ['people with a number', lines('id,name,email', (n) => `${n},U${n},${mail(n)}`)],
    [
      'people with websites and user names',
      lines('username,email,website,city', (n) => `u${n},${mail(n)},u${n}.example,Berlin`),
    ],
    ['people with a number and a fax', lines('id,email,fax,city,website', (n) => `${n},${mail(n)},,Berlin,`)],
    ['addresses that are verified', lines('email,email_verified', (n) => `${mail(n)},true`)],
    [
      'customers with an address and who looks after each',
      lines(
        'id,company_id,email,phone,street,city,zip',
        (n) => `${n},${n % 3},${mail(n)},+120255501${n + 10},${n} Road,Ulm,89073`,
      ),
    ],
    [
      'people with an account manager and an address of their own',
      lines('id,user_id,email,street,city,zip', (n) => `${n},${n},${mail(n)},${n} Road,Ulm,89073`),
    ],
    [
      'people with a message of their status',
      lines('id,username,email,message,created_at', (n) => `${n},u${n},${mail(n)},Out for lunch,2020-01-01`),
    ],
    [
      'people with comments and a level',
      lines('id,name,email,comments,level', (n) => `${n},U${n},${mail(n)},Prefers to be called,3`),
    ],
    ['people with a plan', lines('id,email,plan,subscribed_at', (n) => `${n},${mail(n)},pro,2020-01-01`)],
    ['members with a balance', lines('id,email,balance', (n) => `${n},${mail(n)},${n}.00`)],
    ['users who may get mails', lines('id,email,newsletter,created_at', (n) => `${n},${mail(n)},1,2020-01-01`)],
    [
      'users with passwords, whatever else',
      lines('order_no,email,password,total', (n) => `${n},${mail(n)},${madeUpBcrypt(n)},1.00`),
    ],
  ])('is not: %s', async (_, text) => {
    expect(await inspected(text)).toEqual({ code: 0, ready: 12, asked: 0 })
  })
})

describe('the only table of a dump', () => {
  const dumped = (table: string, columns: string, more: string) => {
    const row = (n: number) => `INSERT INTO ${table} (${columns}) VALUES (${n},'${mail(n)}',${more});\n`
    return { 'dump.sql': Array.from({ length: 12 }, (_, n) => row(n)).join('') }
  }

  test.each([
    ['orders', 'id, customer_email, total', '7'],
    ['shop.tickets', 'id, email, room', "'A1'"],
    ['feedback', 'id, email, created_at', "'2024-01-01'"],
    ['companies', 'id, email, website, verified, active', "'https://acme.example', 1, 1"],
    ['shop_suppliers', 'id, email, active', '1'],
    ['dbo.Filialen', 'id, email, verified', '1'],
    ['orders', 'id, email, verified', '1'],
    ['customers', 'id, email, company_name, vat_number', "'Acme Ltd', 'GB123'"],
    ['clientes', 'id, email, razao_social, ativo', "'Acme Ltda', 'S'"],
    ['cliente', 'id_cl, ema_cl, cnpj_cl, ati_cl', "'12345678000195', 'A'"],
    ['team_invitations', 'id, email, token', "'ab'"],
    ['invites', 'id, email, name', "'Ann'"],
  ])(
    'is asked about where its name mentions no people and nobody signs in with it: %s',
    async (table, columns, more) => {
      expect(await inspectedFile(dumped(table, columns, more))).toEqual({ code: 0, ready: 0, asked: 12 })
      const chosen = await inspectedFile(dumped(table, columns, more), '--table', table)
      expect(chosen).toEqual({ code: 0, ready: 12, asked: 0 })
    },
  )

  test.each([
    ['customers', 'id, email, city', "'Ulm'"],
    ['profiles', 'id, email, last_login', "'2024-01-01'"],
    ['entries', 'id, email, username', "'ann'"],
    ['clients', 'id, email, company, verified', "'Acme', 1"],
    ['members', 'id, email, active', '1'],
    ['company_users', 'id, email, active', '1'],
    ['schools', 'id, email, username, active', "'ann', 1"],
    ['attendees', 'id, email, verified', '1'],
    ['customers', 'id, email, first_name, last_name, vat_number', "'Ann', 'Ash', 'GB123'"],
    ['clients', 'id, email, name, company_name', "'Ann', 'Acme'"],
    ['users', 'id, email, cnpj, invited_by, token', "'12345678000195', 1, 'ab'"],
  ])('is not, where it is named after people or they sign in with it: %s', async (table, columns, more) => {
    expect(await inspectedFile(dumped(table, columns, more))).toEqual({ code: 0, ready: 12, asked: 0 })
  })
})

test.each([
  ['patients', 12],
  ['members', 12],
  ['users', 0],
])('people of one table of several, with nothing to sign in with, may have no accounts: %s', async (table, asked) => {
  const row = (n: number) => `INSERT INTO ${table} (id, email, city) VALUES (${n},'${mail(n)}','Ulm');\n`
  const beds = "INSERT INTO beds (id, room) VALUES (1,'A1'),(2,'A2');\n"
  const text = `${beds}${Array.from({ length: 12 }, (_, n) => row(n)).join('')}`
  expect(await inspectedFile({ 'dump.sql': text })).toMatchObject({ code: 0, asked })
})

test('accounts that a column calls machines or services, and rows marked as removed, are asked about', async () => {
  const hash = madeUpBcrypt(3)
  const questionsFor = async (header: string, last: (n: number) => string) => {
    const { ready } = await inspected(lines(`id,email,hash,${header}`, (n) => `${n},${mail(n)},${hash},${last(n)}`))
    return 12 - Number(ready)
  }
  expect(await questionsFor('account_type', (n) => (n === 3 ? 'ServiceAccount' : 'person'))).toBe(1)
  expect(await questionsFor('kind', (n) => (n === 3 ? 'machine' : 'human'))).toBe(1)
  expect(await questionsFor('IsSystemAccount', (n) => (n === 3 ? '1' : '0'))).toBe(1)
  expect(await questionsFor('USERTYPE', (n) => (n === 3 ? 'AutomatedProcess' : 'Standard'))).toBe(1)
  expect(await questionsFor('guest', (n) => (n === 3 ? 'yes' : 'no'))).toBe(1)
  expect(await questionsFor('guest', (n) => `Table ${n}`)).toBe(0)
  expect(await questionsFor('is_bot', (n) => `${n === 3}`)).toBe(1)
  expect(await questionsFor('removedOn', (n) => (n === 3 ? '2024-01-01' : ''))).toBe(1)
  expect(await questionsFor('use_yn', (n) => (n === 3 ? 'N' : 'Y'))).toBe(1)
  expect(await questionsFor('theme', (n) => (n === 3 ? 'system' : 'dark'))).toBe(0)
})

test('settings with the login of an administrator rank below a table of people', async () => {
  const text = `INSERT INTO sys_SystemSet (Id, AdminAccount, AdminPassword, MobilePhone) VALUES (1, 'admin', '${madeUpBcrypt(1)}', '+493012345601');
INSERT INTO sys_User (Id, Account, MobilePhone, EnabledMark) VALUES (7, 'ann', '+493012345602', 1), (8, 'ben', '+493012345603', 1);`
  const { json } = await inspect({ 'dump.sql': text }, [])
  expect(json).toMatchObject({ users: 2, other: { 'table sys_SystemSet': 1 } })
})

test('a table of kinds of users is none of users, though each kind comes once', async () => {
  const text = `CREATE TABLE TypeUtilisateur (id int PRIMARY KEY, description varchar(99));
CREATE TABLE Utilisateur (id int PRIMARY KEY, id_type int, email varchar(99), mot_de_passe varchar(99), FOREIGN KEY (id_type) REFERENCES TypeUtilisateur (id));
INSERT INTO TypeUtilisateur VALUES (1,'admin'),(2,'client'),(3,'caisse');
INSERT INTO Utilisateur VALUES (7,1,'ann@acme.example','${madeUpBcrypt(1)}');`
  const { json } = await inspect({ 'dump.sql': text }, [])
  expect(json).toMatchObject({ users: 1, ready: 1, other: { 'table TypeUtilisateur': 3 } })
})

test('blocks of pages and amounts of a database say nothing of logins', async () => {
  const text = `INSERT INTO users (id, email, password) VALUES (1,'ann@acme.example','${madeUpBcrypt(1)}'),(2,'ben@acme.example','${madeUpBcrypt(2)}');
INSERT INTO cms_block (block_id, title, identifier, content, creation_time, is_active) VALUES (1,'Links','footer_links','<p>a</p>','2013-04-01',1),(2,'Home','home','<p>b</p>','2013-04-01',1);
INSERT INTO stock_mvt (id_stock_mvt, last_wa) VALUES (1,0.000000),(2,0.000000),(3,12.340000);`
  const { json } = await inspect({ 'dump.sql': text }, [])
  expect(json).toMatchObject({ users: 2, ready: 2 })
  expect(JSON.stringify(json)).not.toMatch(/"unreadTables":\[\{/)
})

describe('below a list of people', () => {
  const people = some(8).map((n) => `M-${n};${n % 3 === 0 ? '' : mail(n)};${n % 3 === 0 ? `0231 55440${n}` : ''}`)
  const list = (...below: readonly string[]) => ['Mitgl.-Nr.;E-Mail;Telefon', ...people, ...below].join('\n')

  test.each([
    ['an empty row and one of totals', [';;', 'Summe;8;']],
    ['totals alone', ['Gesamt;8;']],
    ['empty rows alone', [';;', ' ; ;', ';;']],
  ])('%s keep no column from being the ID of each', async (_, below) => {
    const { json } = await inspect({ 'list.csv': list(...below) }, ['--country', 'DE'])
    expect(json).toMatchObject({ users: 8, unreadable: 0 })
    expect(JSON.stringify(json)).toContain('{"column":"Mitgl.-Nr.","becomes":"source-id"')
    const { json: chosen } = await inspect({ 'list.csv': list(...below) }, [
      '--country',
      'DE',
      '--decide',
      'unmapped-phone:Telefon=import',
    ])
    expect(chosen?.['findings']).not.toContainEqual(expect.objectContaining({ code: 'unmapped-phone' }))
  })

  test('a row with a value is none without', async () => {
    const { json } = await inspect({ 'list.csv': list(';;', ';x;') })
    expect(json?.['other']).toEqual({ 'row without values': 1 })
  })
})

test.each([
  ['public.users', 2],
  ['app_users', 2],
  ['benutzer', 2],
  ['accounts', 2],
  ['user_contacts', 0],
  ['newsletter_users', 0],
  ['contacts', 0],
  ['customers', 0],
  ['guest_accounts', 0],
])('names and addresses in a table called %s are users only where it says so', async (table, ready) => {
  const text = `INSERT INTO ${table} (name, email) VALUES ('Ann', 'ann@acme.example'), ('Ben', 'ben@acme.example');`
  const { json } = await inspect({ 'dump.sql': text })
  expect(json).toMatchObject({ users: 2, ready, blocked: ready === 0 ? { 'may-be-no-user': 2 } : {} })
})

test('names and addresses of users beside passwords in another table wait for a decision about that table', async () => {
  const users = `INSERT INTO users (name, email) VALUES ('Ann', 'ann@acme.example'), ('Ben', 'ben@acme.example');`
  const logins = `INSERT INTO logins (login, password_hash) VALUES ('xy', '${madeUpBcrypt(1)}'), ('yz', '${madeUpBcrypt(2)}');`
  const { json } = await inspect({ 'dump.sql': `${users}\n${logins}` }, ['--table', 'users'])
  expect(json).toMatchObject({
    files: [{ unreadTables: [{ table: 'logins', columns: [{ kind: 'password-hash', rows: 2 }] }] }],
  })
})
