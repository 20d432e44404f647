import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Columns of tables that no product names so: what they say of the way that users sign in. */

const some = [1, 2, 3, 4, 5, 6]
const list = (header: string, row: (at: number) => string) => ({
  'list.csv': `${header}\n${some.map(row).join('\n')}\n`,
})

async function columnsOf(files: Readonly<Record<string, string>>) {
  const { json } = await inspect(files)
  const [file] = (json?.['files'] ?? []) as readonly {
    readonly mapping: { readonly columns: readonly { readonly column: string; readonly becomes: string }[] }
  }[]
  return {
    json,
    columns: new Map((file?.mapping.columns ?? []).map(({ column, becomes }) => [column, becomes] as const)),
  }
}

describe('a column that says of the email that it is verified', () => {
  test.each([
    'mailVerified',
    'e_mail_confirmed',
    'E-Mail bestätigt',
    'Почта подтверждена',
    'epost_bekreftet',
    'Email verified on',
  ])('is read: %s', async (name) => {
    const { columns, json } = await columnsOf(
      list(`id,email,hash,${name}`, (at) => `${at},u${at}@acme.example,${madeUpBcrypt(at)},${at === 2 ? 'no' : 'yes'}`),
    )
    expect(columns.get(name)).toBe('email-verified')
    expect(JSON.stringify(json)).not.toContain('may-keep-out')
  })
  test.each(['email_ok', 'mail_not_confirmed', 'email_confirmation_token', 'mail_confirmed_by', 'phone_confirmed'])(
    'is not guessed from other words: %s',
    async (name) => {
      const { columns } = await columnsOf(
        list(
          `id,email,hash,${name}`,
          (at) => `${at},u${at}@acme.example,${madeUpBcrypt(at)},${at === 2 ? 'no' : 'yes'}`,
        ),
      )
      expect(columns.get(name)).not.toBe('email-verified')
    },
  )
})

test('addresses that a product makes of its IDs give way to those that mail arrives at', async () => {
  const row = (email: string) => (at: number) => `${at},${email.replace('#', `${at}`)},u${at}@acme.example`
  const made = await columnsOf(list('id,email,delivery_email', row('user#@chat.acme.example')))
  expect(made.columns.get('delivery_email')).toBe('email')
  expect(made.columns.has('email')).toBe(false)
  const own = await columnsOf(list('id,email,manager_email', row('user#@chat.acme.example')))
  expect(own.columns.get('email')).toBe('email')
})

test('users without a password who sign in with a directory wait for a decision', async () => {
  const { json } = await inspect(
    list('id,email,password,auth_mode', (at) =>
      at === 3 ? `3,u3@acme.example,,ldap` : `${at},u${at}@acme.example,${madeUpBcrypt(at)},default`,
    ),
  )
  expect(json).toMatchObject({ ready: 5, blocked: { 'unmapped-provider': 1 } })
})

test('where users heard of a shop is no way to sign in, though most name a search engine', async () => {
  const heard = ['Google', 'Google', 'Google', 'Press', 'Wine Tasting', 'A Friend']
  const { json } = await inspect(list('id,email,know_through', (at) => `${at},u${at}@acme.example,${heard[at - 1]}`))
  expect(json).toMatchObject({ ready: 6, blocked: {} })
})

test('a few words of a column that has names of third parties and of its own logins are ways to sign in', async () => {
  const via = ['google', 'google', 'facebook', 'email', 'kakao', 'kakao']
  const { json } = await inspect(list('id,email,via', (at) => `${at},u${at}@acme.example,${via[at - 1]}`))
  expect(json).toMatchObject({ ready: 1, blocked: { 'unmapped-provider': 5 } })
})

test('a column of first names is never offered as the key of the users', async () => {
  const { json } = await inspect(list('First Name,email', (at) => `Name${'abcdef'[at - 1]},u${at}@acme.example`))
  expect(JSON.stringify(json)).not.toContain('unmapped-key')
  expect(JSON.stringify(json)).not.toContain('may be a key')
})

const users = `INSERT INTO users (id, email, password) VALUES ${some.map((at) => `(${at}, 'u${at}@acme.example', '${madeUpBcrypt(at)}')`).join(', ')};\n`

test('a table that nothing reads and that names third parties of users holds the run back', async () => {
  const sql = (columns: string, values: string) => ({
    'all.sql': `${users}INSERT INTO links (${columns}) VALUES (${values});\n`,
  })
  const found = await inspect(sql('ForeignUserKey, ProviderKey, UserID', `'1122334455', 'Facebook', 5`))
  expect(JSON.stringify(found.json)).toContain('"column":"ForeignUserKey"')
  for (const [columns, values] of [
    ['token, provider_type, user_id', `'abcdef', 'google', 5`],
    ['external_id, carrier, user_id', `'1122334455', 'Facebook', 5`],
    ['external_id, provider, order_id', `'1122334455', 'Facebook', 5`],
  ] as const)
    expect(JSON.stringify((await inspect(sql(columns, values))).json)).not.toContain('provider-user-id')
})

test('identities of GitLab find their users in a dump with few of the columns', async () => {
  const sql = `INSERT INTO users (id, email, encrypted_password, state, extern_uid, user_type) VALUES ${some.map((at) => `(${at}, 'u${at}@acme.example', '${madeUpBcrypt(at)}', 'active', NULL, 0)`).join(', ')};
INSERT INTO identities (id, extern_uid, provider, user_id) VALUES (1, '10769150710', 'google_oauth2', 5);\n`
  expect((await inspect({ 'gitlab.sql': sql })).json).toMatchObject({
    users: 6,
    joined: 1,
    unmatched: 0,
    loginMethods: { emailPassword: 6, thirdParty: 1 },
  })
})
