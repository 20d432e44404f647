import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const some = [1, 2, 3]
const mail = (at: number) => `user${at}@acme.example`

async function refusalOf(name: string, text: string) {
  const { code, err } = await cli(['inspect', name], { cwd: folderOf({ [name]: text }) })
  expect(code).toBe(2)
  return err
}

test('arrays of PHP are refused as a program, and phpMyAdmin is told how to export the table', async () => {
  const rows = some.map((at) => `  array('id' => '${at}','email' => '${mail(at)}','password' => '${madeUpBcrypt(at)}')`)
  const text = `<?php\n/**\n * Export to PHP Array plugin for PHPMyAdmin\n */\n/* \`shop\`.\`users\` */\n$users = array(\n${rows.join(',\n')}\n);\n`
  for (const php of [text, text.replace('<?php\n', '<?php declare(strict_types=1);\n').replace('$users =', 'return')]) {
    const said = await refusalOf('users.php', php)
    expect(said).toContain('program in PHP')
    expect(said).toContain('as SQL or JSON')
  }
})

test('a calendar is no list of names and secrets', async () => {
  const event = (at: number) =>
    `BEGIN:VEVENT\nUID:event${at}@acme.example\nORGANIZER;CN=Ann:mailto:${mail(at)}\nEND:VEVENT`
  for (const text of [
    `BEGIN:VCALENDAR\nVERSION:2.0\n${some.map(event).join('\n')}\nEND:VCALENDAR\n`,
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${some.map(event).join('\r\n')}\r\nEND:VCALENDAR\r\n`,
  ])
    expect(await refusalOf('team.ics', text)).toContain('a calendar (iCalendar)')
})

test('users of several tenants in YAML are those of all of them', async () => {
  const user = (at: number) => `{ id: ${at}, email: ${mail(at)}, password_hash: "${madeUpBcrypt(at)}" }`
  const text = `version: 1\ntenants:\n${some.map((at) => `  - slug: t${at}\n    users:\n      - ${user(at)}`).join('\n')}\n`
  const { json } = await inspect({ 'tenants.yml': text })
  expect(json).toMatchObject({ records: 3, users: 3, ready: 3 })
})

const scram = (at: number) =>
  `<scram-credentials xmlns='urn:xmpp:pie:0#scram' mechanism='SCRAM-SHA-1'><iter-count>4096</iter-count><salt>QSXCR+Q6sek8bf92Q${at}==</salt><server-key>D+CSWLOshSulAsxiupA+qs2/fT${at}=</server-key><stored-key>6dlGYMOdZcOPutkcNY8U2g7vK9${at}=</stored-key></scram-credentials>`

test('accounts of a chat server are users, and the addresses in their contact lists are not', async () => {
  const item = (at: number) => `<item jid='pal${at}@other.example' name='Pal ${at}' subscription='both'/>`
  const user = (at: number) =>
    `<user name='user${at}'>${scram(at)}<query xmlns='jabber:iq:roster'>${some.slice(0, at).map(item).join('')}</query></user>`
  const text = `<?xml version='1.0'?>\n<server-data xmlns='urn:xmpp:pie:0'><host jid='acme.example'>\n${some.map(user).join('\n')}\n</host></server-data>\n`
  const { json } = await inspect({ 'users.xml': text })
  expect(json).toMatchObject({ records: 3, users: 3, ready: 0, blocked: { 'hash-without-contact': 3 } })
  expect(JSON.stringify(json)).not.toContain('"becomes":"email"')
  expect(JSON.stringify(json)).not.toContain('Pal 1')
})

test('the only addresses are not those of the users where they are in a list of objects', async () => {
  const user = (at: number) => ({ id: `u${at}`, hash: madeUpBcrypt(at), linked: [{ jid: `pal${at}@other.example` }] })
  const { json } = await inspect({ 'users.json': JSON.stringify(some.map(user)) })
  expect(json).toMatchObject({ users: 3, ready: 0 })
})

test.each([
  (id: string) => ({ value: id, type: 'uuid' }),
  (id: string) => ({ tb: 'user', id: { String: id } }),
  (id: string) => ({ uuid: id }),
])('the value within an object that is an ID is the source ID', async (idOf) => {
  const user = (at: number) => ({ id: idOf(`a${at}`), email: mail(at), hash: madeUpBcrypt(at) })
  const { json } = await inspect({ 'users.json': JSON.stringify(some.map(user)) })
  expect(JSON.stringify(json)).toContain('"becomes":"source-id"')
})

const packed = gzipSync(JSON.stringify(some.map((at) => ({ email: mail(at), hash: madeUpBcrypt(at) }))))

test('a packed file within a value is never passed over in silence', async () => {
  const inBase64 = packed.toString('base64')
  for (const text of [
    JSON.stringify({ exported: '2024-01-01', users: inBase64 }),
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: users\nbinaryData:\n  users.json.gz: ${inBase64}\n`,
  ]) {
    const { err, json } = await inspect({ 'export.txt': text })
    expect(`${err} ${JSON.stringify(json)}`).toContain('holds a packed file')
  }
})

test('a file in base64 is refused with a way out, and a list of digests is none', async () => {
  const text = Buffer.from(JSON.stringify(some.map((at) => ({ email: mail(at), hash: madeUpBcrypt(at) })))).toString(
    'base64',
  )
  for (const file of [text, text.replaceAll(/.{76}/g, '$&\n'), packed.toString('base64')])
    expect(await refusalOf('users.txt', file)).toContain('a file in base64')
  const digests = some.map((at) => `${at}0123456789abcde`.repeat(4)).join('\n')
  expect(await refusalOf('digests.txt', digests)).not.toContain('a file in base64')
})

const user = (at: number) => ({ id: at, email: mail(at), hash: madeUpBcrypt(at) })

test('a list of users in YAML is one, whatever forms their values have', async () => {
  const text = some
    .map((at) => `- id: ${at}\n  email: !!str ${mail(at)}\n  hash: >-\n    ${madeUpBcrypt(at)}\n`)
    .join('')
  expect((await inspect({ 'users.yml': text })).json).toMatchObject({ records: 3, users: 3, ready: 3 })
})

test('pages of users within one list are read one after the other', async () => {
  const text = JSON.stringify([some.map(user), [user(4)]])
  expect((await inspect({ 'users.json': text })).json).toMatchObject({ records: 4, users: 4, ready: 4 })
})

test('users under their addresses may have a list of values each', async () => {
  const list = (at: number) => [madeUpBcrypt(at), `User ${at}`]
  const json = JSON.stringify(Object.fromEntries(some.map((at) => [mail(at), list(at)])))
  const yaml = some.map((at) => `${mail(at)}: [${list(at).join(', ')}]\n`).join('')
  for (const text of [json, yaml])
    expect((await inspect({ 'users.txt': text })).json).toMatchObject({ records: 3, users: 3, ready: 3 })
})

test('JSON within a call is refused with a way out, and behind a guard it is read', async () => {
  const text = JSON.stringify(some.map(user))
  expect(await refusalOf('users.js', `callback(${text});\n`)).toContain('a program')
  expect((await inspect({ 'users.json': `)]}',\n${text}\n` })).json).toMatchObject({ records: 3, users: 3, ready: 3 })
})

test.each([
  'db.users.insert(',
  'use shop\ndb.users.insertOne(',
  "use('shop');\n// Users\ndb.createCollection('users');\ndb.users.insertMany([",
  'db.getCollection("users").insertMany([',
])('a script of the MongoDB shell is refused as such: %s', async (beginning) => {
  const script = `${beginning}{email: mail("ann"), name: "Ann"})\n`.repeat(2)
  const refusal = await refusalOf('users.json', script)
  expect(refusal).toContain('a script of the MongoDB shell')
  expect(refusal).toContain('mongoexport')
})

test('the main address of a list is the one that is marked as such, not the first', async () => {
  const mails = (at: number) => [
    ...(at === 1 ? [] : [{ address: `alt${at}@other.example`, primary: false }]),
    { address: mail(at), primary: true },
  ]
  const { json } = await inspect({
    'users.json': JSON.stringify(some.map((at) => ({ id: at, emails: mails(at), hash: madeUpBcrypt(at) }))),
  })
  expect(json).toMatchObject({ users: 3, ready: 3 })
  expect(JSON.stringify(json)).toContain('"column":"emails[primary].address","becomes":"email"')
})

const userOf = (id: number, zip: string) => `{"id": ${id}, "email": "user${id}@acme.example", "zip": ${zip}}`

test.each([
  ['in a list', `[\n  ${userOf(1, '01234')},\n  ${userOf(2, '0777')},\n${userOf(3, '1')}]`, 'line 2, column 51.', 1],
  ['on a line of its own', `${userOf(1, '1')}\n${userOf(2, '01')}\n${userOf(3, '1')}\n`, 'line 2, column 49.', 0],
  ['in one line', `[${userOf(1, '1')},${userOf(2, '"é"')},${userOf(3, '01')}]`, 'line 1, column 154.', 0],
  [
    'over several lines',
    `[{"id": 1,\n"email": "ann@acme.example",\n  "zip": 01}, ${userOf(2, '1')}]`,
    'line 3, column 10.',
    0,
  ],
  ['under a key', `{"users": {\n"ann": ${userOf(1, '1')},\n"ben": ${userOf(2, '01')}}}`, 'line 3, column 56.', 0],
])('a record %s is told with the place of its fault', async (_, text, place, more) => {
  const { out } = await cli(['inspect', 'users.json'], { cwd: folderOf({ 'users.json': text }) })
  const others = more === 0 ? '' : ` (and ${more} more like it)`
  expect(out).toContain(
    `a number begins with 0. Write it in quotation marks, or export the file again. See ${place}${others}\n`,
  )
})
