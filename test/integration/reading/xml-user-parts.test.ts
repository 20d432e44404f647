import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [0, 1, 2, 3, 4]

const forms: readonly (readonly [string, (at: number) => string])[] = [
  [
    'a user of Jenkins without an ID',
    (at) =>
      `<user><fullName>User ${at}</fullName><properties>` +
      `<hudson.security.HudsonPrivateSecurityRealm_-Details><passwordHash>#jbcrypt:${madeUpBcrypt(at)}</passwordHash></hudson.security.HudsonPrivateSecurityRealm_-Details>` +
      `<hudson.tasks.Mailer_-UserProperty plugin="mailer@1.34"><emailAddress>u${at}@acme.example</emailAddress></hudson.tasks.Mailer_-UserProperty>` +
      `</properties></user>`,
  ],
  [
    'a name, a contact and a credential',
    (at) =>
      `<user><name>User ${at}</name><contact><mail>u${at}@acme.example</mail></contact><auth><hash>${madeUpBcrypt(at)}</hash></auth></user>`,
  ],
  [
    'nothing of its own',
    (at) =>
      `<member><contact><mail>u${at}@acme.example</mail></contact><auth><pwd>${madeUpBcrypt(at)}</pwd></auth></member>`,
  ],
  [
    'attributes of its parts',
    (at) =>
      `<account><label>User ${at}</label><contact mail="u${at}@acme.example"/><secret hash="${madeUpBcrypt(at)}"/></account>`,
  ],
]

describe.each(forms)('logins of one user in several elements within it: %s', (_, user) => {
  test.each([
    ['of several in one list', some, `<users>${some.map(user).join('\n')}</users>`],
    ['of several in a list within a list', some, `<export><users>${some.map(user).join('\n')}</users></export>`],
    ['of one in a file of its own', [0], user(0)],
  ])('%s', async (__, all, text) => {
    const { json } = await inspect({ 'users.xml': `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n` })
    expect(json).toMatchObject({
      users: all.length,
      ready: all.length,
      hashes: { bcrypt: all.length },
      files: [{ controlTotals: { emails: { accounted: all.length }, hashes: { accounted: all.length } } }],
    })
  })
})

test('an element of any name is a user where one element within has the address and another the hash', async () => {
  const entry = (at: number) =>
    `<entry><kontakt><mail>u${at}@acme.example</mail></kontakt><zugang><hash>${madeUpBcrypt(at)}</hash></zugang></entry>`
  const { json } = await inspect({ 'list.xml': `<list>${some.map(entry).join('\n')}</list>` })
  expect(json).toMatchObject({ users: 5, ready: 5, hashes: { bcrypt: 5 } })
})

test('two people within one element stay two', async () => {
  const family = (at: number) =>
    `<family><mother><mail>m${at}@acme.example</mail><pw>${madeUpBcrypt(at)}</pw></mother><father><mail>f${at}@acme.example</mail><pw>${madeUpBcrypt(at + 50)}</pw></father></family>`
  const { json } = await inspect({ 'list.xml': `<list>${some.map(family).join('\n')}</list>` })
  expect(json).toMatchObject({ records: 10, users: 5, other: { 'table father': 5 } })
})

test('a user alone is one user, however many passwords are in it', async () => {
  const hash = (at: number) => `<password algorithm="a${at}"><hash>${madeUpBcrypt(at)}</hash></password>`
  const file = (more: string) => `<users count="1"><user name="admin"${more}>${hash(1)}${hash(2)}</user></users>`
  const { json } = await inspect({ 'users.xml': file(' email="ann@acme.example"') })
  expect(json).toMatchObject({ records: 1, users: 1 })
  expect(json).toMatchObject({ files: [{ controlTotals: { emails: { counted: 1, accounted: 1 } } }] })
  expect((await inspect({ 'users.xml': file('') })).json).toMatchObject({ records: 1, users: 1 })
})

describe('names of elements in letters other than Latin ones', () => {
  const digest = (at: number) => createHash('md5').update(`secret ${at}`).digest('hex')

  test.each<[string, string, (at: number) => string]>([
    [
      'Russian',
      'Выгрузка',
      (at) =>
        `<Пользователь Код="${at}"><Почта>u${at}@acme.example</Почта><ХешПароля>${digest(at)}</ХешПароля><ПометкаУдаления>${at === 3}</ПометкаУдаления></Пользователь>`,
    ],
    [
      'Greek, in attributes',
      'Εξαγωγή',
      (at) => `<Χρήστης Κωδικός="${at}" Διεύθυνση="u${at}@acme.example" κατάσταση="ενεργός"/>`,
    ],
    [
      'German with umlauts',
      'Übersicht',
      (at) =>
        `<Schlüsselträger><Prüfnummer>${at}</Prüfnummer><Anschrift>u${at}@acme.example</Anschrift></Schlüsselträger>`,
    ],
    [
      'Japanese',
      '一覧',
      (at) => `<会員><会員番号>${at}</会員番号><メールアドレス>u${at}@acme.example</メールアドレス></会員>`,
    ],
  ])('are read: %s', async (_, root, user) => {
    const text = `<${root}>${some.map(user).join('\n')}</${root}>`
    for (const start of ['<?xml version="1.0" encoding="UTF-8"?>\n', '']) {
      const { json } = await inspect({ 'users.xml': `${start}${text}\n` })
      expect(json).toMatchObject({ records: 5, users: 5 })
    }
  })

  test('a mark of deletion leaves out who has it', async () => {
    const user = (at: number) =>
      `<Сотрудник><Почта>u${at}@acme.example</Почта><ПометкаУдаления>${at === 3}</ПометкаУдаления></Сотрудник>`
    const { json } = await inspect({ 'users.xml': `<Выгрузка>${some.map(user).join('\n')}</Выгрузка>\n` })
    expect(json).toMatchObject({ users: 5, excluded: 1 })
  })

  test('elements without logins are none of users', async () => {
    const item = (at: number) => `<Товар><Код>${at}</Код><Цена>${at}.50</Цена></Товар>`
    const { json } = await inspect({ 'goods.xml': `<Выгрузка>${some.map(item).join('\n')}</Выгрузка>\n` })
    expect(json?.['users'] ?? 0).toBe(0)
  })
})
