import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

type Row = readonly (string | number)[]

/** A table of a dump. */
function table(name: string, columns: string, rows: readonly Row[]): string {
  const values = rows.map((row) => `(${row.map((cell) => (typeof cell === 'number' ? cell : `'${cell}'`)).join(', ')})`)
  return `INSERT INTO ${name} (${columns}) VALUES\n${values.join(',\n')};\n`
}

/** The rows of a table as CSV. */
const csv = (columns: string, rows: readonly Row[]) => [columns, ...rows.map((row) => row.join(','))].join('\n')

const some = [1, 2, 3, 4, 5, 6]
const mail = (at: number) => `user${at}@acme.example`
const md5 = (at: number) => createHash('md5').update(`made up ${at}`).digest('hex')
const sha = (at: number) => createHash('sha256').update(`made up ${at}`).digest('hex')
const salted = (at: number) => (at === 2 ? `${sha(at)}:aBcDeFgH:1` : `${md5(at)}:x${at}`)
const people = (name: string, id: string) =>
  table(
    name,
    `${id}, email`,
    some.map((at) => [at, mail(at)]),
  )
const users = people('users', 'id')
const shop = people('customer_entity', 'entity_id')

const magento = 'value_id, entity_type_id, attribute_id, entity_id, value'
const values = (hash: (at: number) => string, more: (at: number) => readonly Row[] = () => []) =>
  some.flatMap((at): readonly Row[] => [
    [10 * at, 1, 5, at, `User ${at}`],
    [10 * at + 1, 1, 12, at, hash(at)],
    ...more(at),
  ])
const attributes = (name: string, hash: (at: number) => string) =>
  some.flatMap((at): readonly Row[] => [
    [at, 'city', 'Bern'],
    [at, name, hash(at)],
    [at, 'theme', 'dark'],
  ])
const codes = table('eav_attribute', 'attribute_id, attribute_code', [
  [5, 'firstname'],
  [12, 'password_hash'],
  [13, 'rp_token'],
])

async function inspected(files: Readonly<Record<string, string>>) {
  const { json } = await inspect(files)
  const { users: read, joined, unmatched, ready, hashes, loginMethods } = json ?? {}
  const [file] = (json?.['files'] ?? []) as readonly { unreadTables: readonly unknown[] }[]
  return { read, joined, unmatched, ready, hashes, loginMethods, unread: file?.unreadTables }
}

const inDump = (dump: string) => inspected({ 'all.sql': dump })

describe('hashes among the attributes of users', () => {
  test.each([
    [
      'whose attribute another table names',
      `${codes}${shop}${table('customer_entity_varchar', magento, values(salted))}`,
    ],
    [
      'with another attribute of digests, which has another name',
      `${shop}${table(
        'customer_entity_varchar',
        magento,
        values(salted, (at) => [[10 * at + 2, 1, 13, at, md5(at + 50)]]),
      )}${codes}`,
    ],
    ['whose attribute alone has hashes', `${shop}${table('customer_entity_varchar', magento, values(salted))}`],
    [
      'that are digests under the name of a password',
      `${users}${table('user_attributes', 'user_id, name, value', attributes('password', md5))}`,
    ],
  ])('are those of the users that their rows name: %s', async (_, dump) => {
    expect(await inDump(dump)).toMatchObject({ read: 6, joined: 6, unmatched: 0, ready: 0, unread: [] })
  })

  test.each([
    ['by the name of the attribute', 'user_attributes', 'user_id, name, value', 'password'],
    ['by the number of the attribute', 'user_fields', 'user_id, field_id, value', '9'],
    ['by keys and values', 'user_meta', 'user_id, meta_key, meta_value', 'password_hash'],
  ])('are imported %s', async (_, name, columns, attribute) => {
    const rows = attributes(attribute, madeUpBcrypt)
    expect(await inDump(`${users}${table(name, columns, rows)}`)).toMatchObject({
      joined: 6,
      ready: 6,
      loginMethods: { emailPassword: 6, passwordless: 0 },
      unread: [],
    })
  })

  test('come with the addresses where these are attributes, too', async () => {
    const rows = some.flatMap((at): readonly Row[] => [
      [at, 'email', mail(at)],
      [at, 'password', madeUpBcrypt(at)],
      [at, 'theme', 'dark'],
    ])
    const names = some.map((at) => [at, `user${at}`])
    const dump = `${table('users', 'id, username', names)}${table('user_attributes', 'user_id, name, value', rows)}`
    expect(await inDump(dump)).toMatchObject({ read: 6, joined: 12, ready: 6, loginMethods: { emailPassword: 6 } })
  })

  const hashesIn = (name: string) => [
    {
      table: name,
      columns: [{ column: expect.stringMatching(/value/), kind: 'password-hash', rows: expect.any(Number) }],
    },
  ]

  test.each([
    [
      'two attributes have hashes',
      'customer_entity_varchar',
      `${shop}${table(
        'customer_entity_varchar',
        magento,
        values(salted, (at) => [[10 * at + 2, 1, 13, at, salted(at + 50)]]),
      )}`,
    ],
    [
      'a user has two rows',
      'customer_entity_varchar',
      `${shop}${table('customer_entity_varchar', magento, [...values(salted), [99, 1, 12, 3, salted(99)]])}`,
    ],
    [
      'the rows are those of other things',
      'customer_address_entity_varchar',
      `${shop}${table('customer_address_entity_varchar', magento, values(salted))}`,
    ],
    [
      'the users have passwords of their own',
      'wp_meta',
      `${table(
        'users',
        'id, email, password',
        some.map((at) => [at, mail(at), madeUpBcrypt(at)]),
      )}${table('wp_meta', 'user_id, meta_key, meta_value', attributes('portal_password', md5))}`,
    ],
    [
      'they are former ones by the name that another table gives them',
      'profile_values',
      `${people('users', 'uid')}${table('profile_fields', 'fid, title, name', [[9, 'Before', 'old_password']])}${table(
        'profile_values',
        'uid, fid, value',
        attributes('9', md5),
      )}`,
    ],
  ])('are nobody’s and hold the run back where %s', async (_, name, dump) => {
    expect(await inDump(dump)).toMatchObject({ read: 6, joined: 0, unread: hashesIn(name) })
  })

  test('are none by digests of pictures, tokens and files', async () => {
    const rows = ['avatar_hash', 'session_token', 'rp_token', 'file_checksum'].flatMap((name) => attributes(name, md5))
    expect(await inDump(`${users}${table('user_meta', 'user_id, meta_key, meta_value', rows)}`)).toMatchObject({
      joined: 0,
      unread: [],
    })
  })

  test.each([
    ['bcrypt', madeUpBcrypt, { emailPassword: 6, passwordless: 0 }],
    ['digests', md5, { passwordless: 0 }],
  ])('are joined from a file of their own: %s', async (_, hash, loginMethods) => {
    const ids = (at: number) => 700 + at
    const rows = attributes('password', hash).map(([id, ...rest]) => [ids(Number(id)), ...rest])
    const found = await inspected({
      'users.csv': csv(
        'user_id,email',
        some.map((at) => [ids(at), mail(at)]),
      ),
      'attributes.csv': csv('user_id,name,value', rows),
    })
    expect(found).toMatchObject({ read: 6, joined: 6, unmatched: 0, loginMethods })
  })

  test('leave nobody without a password in silence, from a file whose numbers are those of the users', async () => {
    const { json } = await inspect({
      'customers.csv': csv(
        'entity_id,email',
        some.map((at) => [at, mail(at)]),
      ),
      'values.csv': csv(magento.replaceAll(' ', ''), values(salted)),
    })
    expect(json).toMatchObject({ ready: 0 })
  })

  test('are asked about by the name of the attribute, as Keycloak has them', async () => {
    const id = (at: number) => `6f1c7a52-0d5e-4b7e-9a39-00000000000${at}`
    const entities = table(
      'USER_ENTITY',
      'ID, EMAIL, EMAIL_VERIFIED, ENABLED, REALM_ID, USERNAME',
      some.map((at) => [id(at), mail(at), 1, 1, 'acme', `user${at}`]),
    )
    const rows = some.map((at): Row => ['passwordHash', md5(at), id(at), id(at + 3)])
    const { json } = await inspect({
      'all.sql': `${entities}${table('USER_ATTRIBUTE', 'NAME, VALUE, USER_ID, ID', rows)}`,
    })
    expect(json).toMatchObject({ users: 6, ready: 0 })
    expect(JSON.stringify(json)).toContain('unmapped-hash:VALUE.passwordHash')
  })
})

describe('the standing of users among their attributes', () => {
  const names = table(
    'users',
    'id, username, hash',
    some.map((at) => [at, `user${at}`, madeUpBcrypt(at)]),
  )
  const rowsOf = (attribute: string, off: string, on: string) =>
    some.flatMap((at): readonly Row[] => [
      [at, 'mail', mail(at)],
      [at, attribute, at === 3 ? off : on],
      [at, 'locale', 'de'],
    ])

  test.each([
    ['status', 'suspended', 'active'],
    ['accountLocked', 'true', 'false'],
    ['http://wso2.org/claims/identity/accountDisabled', 'true', 'false'],
    ['enabled', '0', '1'],
    ['banned_at', '2024-01-01 10:00:00', ''],
    ['gesperrt', 'ja', 'nein'],
  ])('is read beside their addresses: %s', async (attribute, off, on) => {
    const { json } = await inspect({
      'all.sql': `${names}${table('user_attributes', 'user_id, name, value', rowsOf(attribute, off, on))}`,
    })
    expect(json).toMatchObject({ users: 6, ready: 5, blocked: { disabled: 1 }, files: [{ unreadTables: [] }] })
  })

  test.each([
    ['locale', 'suspended', 'de'],
    ['newsletter_status', 'disabled', 'active'],
    ['unlocked_levels', 'true', 'false'],
    ['locked_until', '2020-01-01 10:00:00', ''],
  ])('is not that of another thing, nor one of the past: %s', async (attribute, off, on) => {
    const { json } = await inspect({
      'all.sql': `${names}${table('user_attributes', 'user_id, name, value', rowsOf(attribute, off, on))}`,
    })
    expect(json).toMatchObject({ users: 6, ready: 6 })
  })

  test('is read by the name that another table gives the attribute, beside logins of their own', async () => {
    const columns = table('ProfileField', 'fieldId, name', [
      [7, 'account_state'],
      [8, 'theme'],
    ])
    const rows = some.flatMap((at): readonly Row[] => [
      [at, 7, at === 3 ? 'blocked' : 'active'],
      [at, 8, 'dark'],
    ])
    const { json } = await inspect({
      'all.sql': `${names.replaceAll(/'user(\d)'/g, "'user$1@acme.example'")}${columns}${table('profile_values', 'user_id, fieldId, value', rows)}`,
    })
    expect(json).toMatchObject({ users: 6, ready: 5, blocked: { disabled: 1 } })
  })

  test.each([
    ['account_status', 'awaiting_admin_review', 1],
    ['state', 'Bavaria', 0],
    ['status', 'Out for lunch until Monday, then back', 0],
  ])('is asked about where its word is not known: %s', async (attribute, word, asked) => {
    const { json } = await inspect({
      'all.sql': `${names}${table('user_meta', 'user_id, meta_key, meta_value', rowsOf(attribute, word, ''))}`,
    })
    expect(json).toMatchObject({ users: 6, ready: 6 - asked })
    if (asked > 0) expect(json).toMatchObject({ blocked: { 'unmapped-status': asked } })
  })

  /** A user store of WSO2, with the IDs of users that newer versions have beside the numbers, or without. */
  const store = (hasId: boolean) =>
    table(
      'UM_USER',
      `UM_ID, ${hasId ? 'UM_USER_ID, ' : ''}UM_USER_NAME, UM_USER_PASSWORD, UM_SALT_VALUE, UM_TENANT_ID`,
      some.map((at) => [
        at,
        ...(hasId ? [`6f1c7a52-0d5e-4b7e-9a39-00000000000${at}`] : []),
        `user${at}`,
        md5(at),
        `salt${at}`,
        -1234,
      ]),
    )
  const ofStore = (attributes: (at: number) => Readonly<Record<string, string>>) =>
    table(
      'UM_USER_ATTRIBUTE',
      'UM_ID, UM_ATTR_NAME, UM_ATTR_VALUE, UM_PROFILE_ID, UM_USER_ID, UM_TENANT_ID',
      some.flatMap((at) =>
        Object.entries(attributes(at)).map(([name, value], index): Row => [
          10 * at + index,
          name,
          value,
          'default',
          at,
          -1234,
        ]),
      ),
    )

  test.each([true, false])(
    'is read from a user store of WSO2 with the addresses: IDs besides numbers %s',
    async (hasId) => {
      const attributes = ofStore((at) => ({ mail: mail(at), sn: 'Lee', accountLocked: at === 3 ? 'true' : 'false' }))
      const { json } = await inspect({ 'all.sql': store(hasId) + attributes })
      expect(json).toMatchObject({ users: 6, joined: 7, unmatched: 0, blocked: { disabled: 1, 'unsupported-hash': 5 } })
    },
  )

  test('is read from a table that knows the users by their names', async () => {
    const data = table(
      'IDN_IDENTITY_USER_DATA',
      'TENANT_ID, USER_NAME, DATA_KEY, DATA_VALUE',
      some.flatMap((at): readonly Row[] => [
        [-1234, `user${at}`, 'http://wso2.org/claims/identity/accountLocked', at === 3 ? 'true' : 'false'],
        [-1234, `user${at}`, 'http://wso2.org/claims/identity/failedLoginAttempts', '0'],
      ]),
    )
    const { json } = await inspect({ 'all.sql': store(true) + ofStore((at) => ({ mail: mail(at), sn: 'Lee' })) + data })
    expect(json).toMatchObject({ users: 6, joined: 7, unmatched: 0, blocked: { disabled: 1, 'unsupported-hash': 5 } })
  })
})
