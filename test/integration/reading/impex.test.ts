import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* ImpEx of SAP Commerce: blocks of rows, each with columns of its own. */

const impex = (...blocks: readonly (readonly string[])[]) => `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
const macros = ['# Customers of the shop', '$catalog=shopCatalog', '$key=uid[unique=true]']
const customer = (at: number) => `;customer-${at};user${at}@acme.example;${madeUpBcrypt(at)};${at === 2}`
const customers = ['INSERT_UPDATE Customer;$key;email;encodedPassword;loginDisabled', ...[1, 2, 3].map(customer)]
const addresses = ['INSERT_UPDATE Address;owner(Customer.uid)[unique=true];town;postalcode', ';customer-1;Rome;00100']

test('each block of rows has the columns of its own heading', async () => {
  for (const content of [impex(macros, customers, addresses), impex(macros, addresses, customers)]) {
    const { json, out } = await inspect({ 'users.impex': content })
    expect(json, out).toMatchObject({
      users: 3,
      ready: 2,
      unreadable: 0,
      blocked: { disabled: 1 },
      hashes: { bcrypt: 3 },
    })
  }
})

test('one block is read as several are', async () => {
  const { json, out } = await inspect({ 'users.impex': impex(macros, customers) })
  expect(json, out).toMatchObject({ records: 3, users: 3, ready: 2, unreadable: 0, hashes: { bcrypt: 3 } })
})

test('a row that changes or removes an entry is told', async () => {
  const removed = ['REMOVE Customer;uid[unique=true]', ';customer-1']
  const { json, out } = await inspect({ 'users.impex': impex(macros, customers, removed) })
  expect(json, out).toMatchObject({ users: 3, unreadable: 1 })
  expect(out).toContain('unapplied-changes:users.impex')
})

test('a table with semicolons whose first column begins alike is none', async () => {
  const { json } = await inspect({
    'users.csv': `Insert date;Email;Password\n2020-01-01;a@acme.example;${madeUpBcrypt(1)}\n`,
  })
  expect(json).toMatchObject({ users: 1, hashes: { bcrypt: 1 } })
})
