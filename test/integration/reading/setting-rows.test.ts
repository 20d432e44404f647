import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const users: Readonly<Record<string, string>> = {
  'wp_users.csv': [
    'ID,user_login,user_pass,user_nicename,user_email,user_url,user_registered,user_activation_key,user_status,display_name',
    ...['ann', 'ben'].map(
      (name, at) =>
        `${at + 1},${name},${madeUpBcrypt(at)},${name},${name}@acme.example,,2023-11-29 18:02:38,,0,${name}`,
    ),
  ].join('\n'),
  'people.csv': `id,email,password\n1,ann@acme.example,${madeUpBcrypt(1)}\n2,ben@acme.example,${madeUpBcrypt(2)}\n`,
}

test.each([
  [
    'WordPress',
    'wp_users.csv',
    'umeta_id,user_id,meta_key,meta_value\n1,2,nickname,ben@acme.example\n2,2,first_name,\n3,1,x_capabilities,"a:1:{s:13:""administrator"";b:1;}"\n4,1,billing_email,shop@acme.example\n',
  ],
  [
    'Magento',
    'people.csv',
    'value_id,entity_type_id,attribute_id,entity_id,value\n1,1,5,1,Ann\n2,1,7,1,Archer\n3,1,5,2,Ben\n',
  ],
  ['Moodle', 'people.csv', 'id,userid,fieldid,data,dataformat\n1,1,1,Berlin,0\n2,1,2,5551234,0\n3,2,1,Bern,0\n'],
  [
    'Drupal',
    'people.csv',
    'bundle,deleted,entity_id,revision_id,langcode,delta,field_city_value\nuser,0,1,1,en,0,Berlin\nuser,0,2,2,en,0,Bern\n',
  ],
])('settings of users in a file of their own are no users: %s', async (_, file, settings) => {
  const { json } = await inspect({ [file]: users[file] ?? '', 'meta.csv': settings })
  expect(json).toMatchObject({ users: 2, unreadable: 0 })
  expect(json?.['files']).toMatchObject([{ unreadTables: [] }, { unreadTables: [] }])
})

test('a setting that keeps its user out does so from a file of its own', async () => {
  const rows = 'umeta_id,user_id,meta_key,meta_value\n1,1,nickname,Ann\n2,2,account_status,banned\n3,2,nickname,Ben\n'
  const { json } = await inspect({ 'people.csv': users['people.csv'] ?? '', 'usermeta.csv': rows })
  expect(json).toMatchObject({ users: 2, ready: 1, blocked: { disabled: 1 } })
})

test('what users sign in with stays one, also in rows of names and values', async () => {
  const emails = `user_id,key,value\n1,email,ann@acme.example\n2,email,ben@acme.example\n`
  const { out } = await inspect({ 'emails.csv': emails })
  expect(out).not.toContain('settings of users')
  const mixed = `user_id,key,value\n1,email,ann@acme.example\n1,city,Berlin\n1,theme,dark\n`
  const beside = await inspect({ 'people.csv': users['people.csv'] ?? '', 'rows.csv': mixed })
  expect(JSON.stringify(beside.json?.['files'])).toContain('{"column":"value","kind":"email"')
  const flags = `id,email,password,attribute_name,value\n1,ann@acme.example,${madeUpBcrypt(1)},city,Bern\n`
  expect((await inspect({ 'users.csv': flags })).json).toMatchObject({ users: 1 })
})
