import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const rows = (column: string, values: readonly string[]) =>
  [`id,email,${column}`, ...values.map((value, at) => `${at + 1},u${at}@acme.example,${value}`)].join('\n')

const inspected = async (name: string, content: string, ...args: readonly string[]) =>
  (await cli(['inspect', name, '--json', ...args], { cwd: folderOf({ [name]: content }) })).json

test.each([
  ['active', ['1', '1', '', '', '', '0'], 1],
  ['enabled', ['true', '', 'true', ''], 0],
  ['is_active', ['Y', 'N', '', 'Y'], 1],
])('users without a value are asked about once where others have one: %s', async (column, values, disabled) => {
  const empty = values.filter((value) => value === '').length
  const ready = values.length - empty - disabled
  const json = await inspected('users.csv', rows(column, values))
  expect(json).toMatchObject({ ready, blocked: { 'unmapped-status': empty } })
  const decide = (answer: string) => ['--decide', `unmapped-status:${column}=(no value)=${answer}`]
  const active = await inspected('users.csv', rows(column, values), ...decide('active'))
  expect(active).toMatchObject({ ready: ready + empty })
  const off = await inspected('users.csv', rows(column, values), ...decide('disabled'))
  expect(off).toMatchObject({ ready, blocked: { disabled: disabled + empty } })
})

test('and so are users without the field in JSON and in a dump', async () => {
  const users = [true, null, false, undefined].map((active, at) => ({ id: at, email: `u${at}@acme.example`, active }))
  expect(await inspected('users.json', JSON.stringify(users))).toMatchObject({
    ready: 1,
    blocked: { disabled: 1, 'unmapped-status': 2 },
  })
  const dump = "INSERT INTO users (id, email, active) VALUES (1, 'a@acme.example', 1), (2, 'b@acme.example', NULL);"
  expect(await inspected('dump.sql', dump)).toMatchObject({ ready: 1, blocked: { 'unmapped-status': 1 } })
})

test.each([
  ['deleted_at', ['', '2024-01-01 10:00:00', '', '']],
  ['banned_until', ['', '2020-01-01 10:00:00', '', '']],
  ['disabled', ['', '0', '', '0']],
  ['blocked', ['', '', '', '']],
  ['active', ['', '', '', '']],
  ['active', ['', '', '0', '']],
])('nobody is asked about where nothing says no: %s %j', async (column, values) => {
  expect(await inspected('users.csv', rows(column, values))).not.toMatchObject({
    blocked: { 'unmapped-status': expect.anything() },
  })
})

const accounts = (time: string, key: string, rows: readonly (readonly [time: string, key: string])[]) =>
  [`id,email,${time},${key}`, ...rows.map((row, at) => `${at + 1},u${at}@acme.example,${row.join(',')}`)].join('\n')
const at = '2019-01-01 10:00:00'

test.each([
  ['activated_at', 'activation_code'],
  ['activation_date', 'activation_key'],
  ['date_activated', 'confirm_token'],
  ['activated_on', 'reg_key'],
])('a user whose key to activate the account was never used is asked about: %s, %s', async (time, key) => {
  const waiting = accounts(time, key, [
    [at, ''],
    ['', '1b6453892473a467d073'],
    [at, ''],
  ])
  expect(await inspected('users.csv', waiting)).toMatchObject({ ready: 2, blocked: { 'unmapped-status': 1 } })
  const noKey = accounts(time, key, [
    [at, ''],
    ['', ''],
    [at, ''],
  ])
  expect(await inspected('users.csv', noKey)).toMatchObject({ ready: 3, blocked: {} })
})

test.each(['approved_at', 'approval_date', 'admin_approved_at', 'freigegeben_am', 'aprobado_el'])(
  'users without a time at which they were approved are asked about where others have one: %s',
  async (column) => {
    expect(await inspected('users.csv', rows(column, [at, '', at, '']))).toMatchObject({
      ready: 2,
      blocked: { 'unmapped-status': 2 },
    })
    for (const values of [
      ['', '', ''],
      [at, at, at],
    ])
      expect(await inspected('users.csv', rows(column, values))).toMatchObject({ ready: 3, blocked: {} })
  },
)

test.each(['accepted_at', 'order_approved_at', 'loan_approval_date', 'approved_by'])(
  'the approval of something else is none of the account: %s',
  async (column) => {
    expect(await inspected('users.csv', rows(column, [at, '', at, '']))).toMatchObject({ ready: 4, blocked: {} })
  },
)
