import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const hash = madeUpBcrypt
const csv = (...lines: readonly string[]) => `${lines.join('\n')}\n`
const bySeparator = (separator: string) => (line: string) => line.replaceAll(';', separator)

describe('a note beside the name of a column does not hide what the column says', () => {
  const people = (status: string, off: string, on: string) => [
    `ID;Email;Password;${status}`,
    `1;a@acme.example;${hash(1)};${on}`,
    `2;b@acme.example;${hash(2)};${off}`,
    `3;c@acme.example;${hash(3)};${on}`,
  ]
  test.each([
    ['deactivationDate[dateformat=yyyy-MM-dd]', '2020-01-01', ''],
    ['loginDisabled[default=false]', 'true', 'false'],
    ['status {enum}', 'blocked', 'active'],
    ['Status (active/blocked)', 'blocked', 'active'],
    ['gesperrt (1=ja, 0=nein)', '1', '0'],
    ['Actif (oui/non)', 'non', 'oui'],
    ['Bloqueado (cuenta)', 'si', 'no'],
    ['status:en', 'blocked', 'active'],
    ['Disabled <boolean>', 'true', 'false'],
    ['(required) Status', 'blocked', 'active'],
  ])('%s', async (status, off, on) => {
    const lines = people(status, off, on)
    for (const text of [csv(...lines), csv(...lines.map(bySeparator('\t')))]) {
      const { json, out } = await inspect({ 'users.csv': text })
      expect(json, out).toMatchObject({ users: 3, ready: 2, blocked: { disabled: 1 }, hashes: { bcrypt: 3 } })
    }
    const records = lines.slice(1).map((line) => {
      const [ID, Email, Password, value] = line.split(';')
      return { ID, Email, Password, [status]: value }
    })
    const { json } = await inspect({ 'users.json': JSON.stringify(records) })
    expect(json).toMatchObject({ users: 3, ready: 2, blocked: { disabled: 1 }, hashes: { bcrypt: 3 } })
  })

  test('nor what users are known by', async () => {
    const { json, out } = await inspect({
      'users.csv': csv(
        'uid[unique=true];Email (work);encodedPassword[translator=x.y.Z];name[lang=en];name[lang=de]',
        `u-1;a@acme.example;${hash(1)};Ann;Anna`,
        `u-2;b@acme.example;${hash(2)};Ben;Benno`,
      ),
    })
    expect(json, out).toMatchObject({ users: 2, ready: 2, hashes: { bcrypt: 2 } })
    const { files } = json as {
      readonly files: readonly {
        readonly mapping: { readonly columns: readonly { readonly column: string; readonly becomes: string }[] }
      }[]
    }
    const used = files[0]?.mapping.columns.map(({ column, becomes }) => [column, becomes])
    expect(used).toEqual([
      ['uid', 'source-id'],
      ['Email (work)', 'email'],
      ['encodedPassword', 'password-hash'],
    ])
  })
})

test('a qualification that makes another thing of a name stays', async () => {
  const { json } = await inspect({
    'users.csv': csv(
      'ID;Email;Password;Status (order);Active (newsletter)',
      `1;a@acme.example;${hash(1)};blocked;no`,
      `2;b@acme.example;${hash(2)};active;yes`,
    ),
  })
  expect(json).toMatchObject({ users: 2, ready: 2 })
})

test('rows that repeat such a header are no users', async () => {
  const header = 'uid[unique=true];email;password'
  const { json } = await inspect({
    'users.csv': csv(header, `1;a@acme.example;${hash(1)}`, header, `2;b@acme.example;${hash(2)}`),
  })
  expect(json).toMatchObject({ users: 2, unreadable: 1, ready: 2 })
})
