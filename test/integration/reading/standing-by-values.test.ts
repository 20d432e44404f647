import { expect, test } from 'vitest'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { cli, inspect } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const states = ['active', 'active', 'suspended', 'active', 'pending', 'active', 'active', 'deleted', 'active', 'active']

test.each([
  ['a file without a header', ''],
  ['a column of another name', 'id\tmail\tpw\tsituation\n'],
])('of a status that is told by its values alone, the others are asked about: %s', async (_, header) => {
  const rows = states.map((state, at) => `${at + 1}\tu${at}@acme.example\t${madeUpBcrypt(at)}\t${state}\n`)
  const cwd = folderOf({ 'users.copy': header + rows.join('') })
  const { json } = await cli(['inspect', 'users.copy', '--json'], { cwd })
  expect(json).toMatchObject({ ready: 7, excluded: 1, blocked: { disabled: 1, 'unmapped-status': 1 } })
})

test('roles of which some say banned are not asked about one by one', async () => {
  const roles = ['admin', 'user', 'banned', 'user', 'editor', 'user']
  const rows = roles.map((role, at) => `${at + 1},u${at}@acme.example,${madeUpBcrypt(at)},${role}\n`)
  const cwd = folderOf({ 'users.csv': `id,mail,pw,role\n${rows.join('')}` })
  const { json } = await cli(['inspect', 'users.csv', '--json'], { cwd })
  expect(json).toMatchObject({ ready: 5, blocked: { disabled: 1 } })
})

test('the days of a shadow file are not asked about', async () => {
  const lines = ['ann', 'ben', 'cid', 'dan', 'eve'].map(
    (name, at) => `${name}:$6$abcdefgh$${'a'.repeat(85)}1:198${at}1:0:${at === 1 ? '' : 99_999}:7:::`,
  )
  const cwd = folderOf({ shadow: lines.join('\n') })
  const { out } = await cli(['inspect', 'shadow'], { cwd })
  expect(out).toContain('5 users')
  expect(out).not.toContain('Does it keep people out')
})

test.each([
  ['status', ['active', 'deleted', 'suspended'], '“suspended” disables and “deleted” excludes'],
  ['статус', ['активен', 'удалён', 'активен'], '“удалён” excludes'],
])('the reason why %s keeps users out names the words that do', async (column, words, named) => {
  const rows = Array.from({ length: 9 }, (_, at) => `${at + 1},user${at}@acme.example,${words[at % 3]}`)
  const { json } = await inspect({ 'users.csv': `id,email,${column}\n${rows.join('\n')}\n` })
  expect(JSON.stringify(json)).toContain(named)
})

test('two columns that say deleted of different users are both asked about', async () => {
  const rows = (other: (at: number) => string) =>
    Array.from({ length: 8 }, (_, at) => `${at + 1},u${at}@acme.example,${at === 3 ? 't' : 'f'},${other(at)}`).join(
      '\n',
    )
  const contradicting = await inspect({
    'users.csv': `id,email,deleted,Eliminato\n${rows((at) => (at % 2 === 0 ? '1' : '0'))}\n`,
  })
  expect(contradicting.json).toMatchObject({ excluded: 0, ready: 3, blocked: { 'unmapped-status': 5 } })
  for (const agreeing of [(at: number) => (at === 3 ? '1' : '0'), (at: number) => (at === 3 ? '2024-05-01' : '')]) {
    const { json } = await inspect({ 'users.csv': `id,email,deleted,deleted_at\n${rows(agreeing)}\n` })
    expect(json).toMatchObject({ excluded: 1, ready: 7 })
  }
})

test.each<readonly [string, readonly (readonly string[])[], object]>([
  ['flags', [['verified'], ['verified', 'locked'], [], ['verified']], { ready: 3, blocked: { disabled: 1 } }],
  ['tags', [['vip'], ['suspended'], [], ['vip', 'suspended'], ['new']], { ready: 3, blocked: { disabled: 2 } }],
  ['tags', [['vip'], ['vip', 'blocked'], [], ['new']], { ready: 3, blocked: { 'unmapped-status': 1 } }],
  ['roles', [['user'], ['user', 'banned'], ['admin', 'user'], []], { ready: 3, blocked: { 'unmapped-status': 1 } }],
])('of several %s, one is enough to keep a user out: %j', async (column, lists, counts) => {
  const users = lists.map((list, at) => ({ id: at + 1, email: `u${at}@acme.example`, [column]: list }))
  expect((await inspect({ 'users.json': JSON.stringify({ users }) })).json).toMatchObject(counts)
})

test.each(['MEMBER_STATUS', 'status', 'situacion'])('a date among the words of %s is asked about', async (column) => {
  const states = [...Array.from({ length: 12 }, () => 'ACTIVE'), 'Suspended', 'Suspended', '28.09.2001', '2021-05-03']
  const rows = states.map((state, at) => `u${at}@acme.example,${state}`)
  const { json, out } = await inspect({ 'users.csv': `email,${column}\n${rows.join('\n')}\n` })
  expect(json).toMatchObject({ ready: 12, blocked: { disabled: 2, 'unmapped-status': 2 } })
  expect(out).toContain(`${column}=(a time)`)
})

test('a date in a column of unknown words is asked about as well, and one that says when is read', async () => {
  const rows = (late: string) =>
    Array.from({ length: 8 }, (_, at) => `u${at}@acme.example,${at === 7 ? late : 'ACTIVE'}`).join('\n')
  const beside = `x1@acme.example,Subsidiary\nx2@acme.example,2021-05-03\n`
  const asked = await inspect({ 'users.csv': `email,MEMBER_STATUS\n${rows('ACTIVE')}\n${beside}` })
  expect(asked.json).toMatchObject({ ready: 8, blocked: { 'unmapped-status': 2 } })
  const none = await inspect({ 'users.csv': `email,MEMBER_STATUS\n${rows('0000-00-00')}\n` })
  expect(none.json).toMatchObject({ ready: 8 })
  const at = Array.from({ length: 8 }, (_, n) => `u${n}@acme.example,${n < 2 ? '2021-05-03' : ''}`).join('\n')
  const named = await inspect({ 'users.csv': `email,disabled_at\n${at}\n` })
  expect(named.json).toMatchObject({ ready: 6, blocked: { disabled: 2 } })
})

test.each([
  ['method', ['GET', 'POST', 'DELETE', 'GET', 'POST', 'GET']],
  ['right', ['read', 'delete', 'write', 'read', 'read', 'write']],
])('words for what a program does say nothing of who is kept out: %s', async (column, values) => {
  const rules = values.map((value, at) => ({ _id: `r${at}`, path: `/users/${at}`, [column]: value }))
  const users = values.map((_, at) => ({ _id: `u${at}`, email: `u${at}@acme.example` }))
  const { out, err } = await inspect({ 'rules.json': JSON.stringify(rules), 'users.json': JSON.stringify(users) })
  expect(`${out}${err}`).not.toContain('an ID and a status')
})

test.each([
  ['merged_into', '3'],
  ['duplicate_of_id', 'c0ffee00-1111-4222-8333-000000000003'],
  ['replacedBy', 'name3'],
  ['alias_of', 'u3@acme.example'],
  ['ersetzt_durch', '3'],
])('an account with a value in %s was replaced, so it is kept out until that is decided', async (column, value) => {
  const rows = [0, 1, 2, 3, 4].map(
    (at) => `${at + 1},u${at}@acme.example,${madeUpBcrypt(at)},${at === 4 ? value : at === 1 ? '0' : ''}`,
  )
  const files = { 'users.csv': `id,mail,pw,${column}\n${rows.join('\n')}\n` }
  expect((await inspect(files)).json).toMatchObject({ users: 5, ready: 4, blocked: { disabled: 1 } })
})

test.each(['referred_by', 'merged', 'copy', 'order_merged_into_invoice'])(
  '%s names no such account',
  async (column) => {
    const rows = [0, 1, 2, 3, 4].map(
      (at) => `${at + 1},u${at}@acme.example,${madeUpBcrypt(at)},${at === 4 ? '17' : ''}`,
    )
    const { json } = await inspect({ 'users.csv': `id,mail,pw,${column}\n${rows.join('\n')}\n` })
    expect(json?.['blocked']).not.toHaveProperty('disabled')
  },
)

test('of a status that is an object with its code and its text, each word is asked about as of a status that is a word', async () => {
  const words = ['Active', 'Inactive', 'Active', 'Pending', 'Active', 'Active', 'Disabled', 'Active']
  const user = (status: unknown, at: number) => ({ UserID: 100 + at, Mail: `user${at}@acme.example`, Status: status })
  const nested = words.map((Text, at) => user({ Value: Text.slice(0, 1), Text }, at))
  const flat = words.map((word, at) => user(word, at))
  for (const all of [nested, flat]) {
    const { json } = await inspect({ 'users.json': JSON.stringify(all) })
    expect(json).toMatchObject({ users: 8, ready: 5 })
    expect(JSON.stringify(json?.['findings'])).toContain('=Pending')
  }
})

test.each([
  [
    'code',
    { code: 'SUSP', since: '2020-01-31' },
    { code: 'ACT', since: '2020-01-31' },
    ['status.code=ACT', 'status.code=SUSP'],
  ],
  ['code beside a text', { code: 'S', text: 'Suspended' }, { code: 'A', text: 'Active' }, []],
])('the %s of a status that is an object is asked about where no word says it', async (_, one, others, questions) => {
  const people = Array.from({ length: 12 }, (_none, at) => ({
    id: at + 1,
    email: `u${at}@acme.example`,
    status: at % 6 === 1 ? one : others,
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify(people) })
  const findings = (json?.['findings'] ?? []) as readonly { readonly code: string; readonly group: string }[]
  expect(
    findings
      .filter(({ code }) => code === 'unmapped-status')
      .map(({ group }) => group)
      .toSorted(),
  ).toEqual(questions)
})

/** Inspects 18 users, of which the last three have another value of a column than the others. */
async function ofTwoValues(column: string, most: string, few: string) {
  const rows = Array.from(
    { length: 18 },
    (_, at) => `${at + 1},u${at}@acme.example,${madeUpBcrypt(at)},${at < 15 ? most : few}\n`,
  )
  return (await inspect({ 'users.csv': `id,email,password,${column}\n${rows.join('')}` })).json
}

test.each(['estado', 'usr_sts', 'record_status', 'state'])(
  'a yes beside a word for banned keeps no user of a status out: %s',
  async (column) => {
    expect(await ofTwoValues(column, 'on', 'banned')).toMatchObject({ ready: 15, blocked: { 'unmapped-status': 3 } })
    expect(await ofTwoValues(column, 't', 'banned')).toMatchObject({ ready: 0, blocked: { 'unmapped-status': 18 } })
  },
)

test.each([
  ['state', 'true', 'false'],
  ['state', 'on', 'off'],
  ['active_status', 'aktiv', 'pending'],
  ['active_status', '1', '0'],
])('the few with another value of %s are asked about: %s and %s', async (column, most, few) => {
  expect(await ofTwoValues(column, most, few)).toMatchObject({ ready: 15, blocked: { 'unmapped-status': 3 } })
})

test.each([
  ["b'1'", "b'0'"],
  [String.raw`\x01`, String.raw`\x00`],
  ['0x01', '0x00'],
])('bits say yes and no as databases export them: %s and %s', async (yes, no) => {
  expect(await ofTwoValues('is_active', yes, no)).toMatchObject({ ready: 15, blocked: { disabled: 3 } })
  expect(await ofTwoValues('is_banned', no, yes)).toMatchObject({ ready: 15, blocked: { disabled: 3 } })
})

test.each([
  ['verifiziert', 'nicht verifiziert'],
  ['bestätigt', 'unbestätigt'],
  ['vérifié', 'non vérifié'],
  ['verificado', 'no verificado'],
  ['подтверждён', 'неподтверждён'],
  ['認証済み', '未認証'],
  ['zweryfikowany', 'niezweryfikowany'],
  ['인증완료', '미인증'],
])('a column says in words which addresses are verified: %s and %s', async (most, few) => {
  for (const column of ['verified', 'email_verified']) {
    const json = await ofTwoValues(column, most, few)
    expect(json).toMatchObject({ ready: 18 })
    expect(json?.['findings']).toContainEqual(expect.objectContaining({ code: 'verification-not-kept', users: 15 }))
  }
})

test.each(['isBan', 'is_suspend', 'is_block'])('a yes in a flag called %s keeps its user out', async (column) => {
  expect(await ofTwoValues(column, '0', '1')).toMatchObject({ ready: 15, blocked: { disabled: 3 } })
})

test.each(['ban', 'block'])('a word that names things as well is asked about: %s', async (column) => {
  expect(await ofTwoValues(column, '0', '1')).toMatchObject({ ready: 15, blocked: { 'unmapped-status': 3 } })
})

test('bits in a flag whose name is not known are listed as the yes and no that they are', async () => {
  const json = await ofTwoValues('act_flg', "b'1'", "b'0'")
  expect(json?.['findings']).toContainEqual(expect.objectContaining({ code: 'may-keep-out', group: 'act_flg' }))
})
