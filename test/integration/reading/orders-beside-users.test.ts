import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

const customers = ['C001', 'C002', 'C003', 'C004', 'C005']

function csv(header: string, row: (id: string, n: number) => string): string {
  return `${[header, ...customers.map(row)].join('\n')}\n`
}

const whole = csv('customer_id,email,password', (id, n) => `${id},u${n}@acme.example,${madeUpBcrypt(n)}`)

test.each([
  [
    'orders.csv',
    csv('order_id,customer_id,email,total,status', (id, n) => `${900 + n},${id},u${n}@acme.example,9.90,cancelled`),
  ],
  [
    'a-shipments.csv',
    csv(
      'shipment_id,customer_id,email,order_id,state',
      (id, n) => `${n + 7},${id},u${n}@acme.example,${n + 90},returned`,
    ),
  ],
  [
    'rechnungen.csv',
    csv('invoice_id,customer_id,email,amount,status', (id, n) => `${n + 7},${id},u${n}@acme.example,5.00,storniert`),
  ],
])('rows of %s are no users whose password stands in the file of customers', async (name, rows) => {
  const { json } = await inspect({ 'customers.csv': whole, [name]: rows })
  expect(json).toMatchObject({ users: 5, joined: 5, ready: 5 })
})

const several = [...customers, 'C002', 'C002', 'C004']
const rowsOf = (header: string, row: (id: string, n: number) => string) =>
  `${[header, ...several.map(row)].join('\n')}\n`

test.each([
  [
    'addresses.csv',
    rowsOf('address_id,customer_id,street,phone', (id, n) => `${n + 70},${id},Road ${n},+4366412345${n}0`),
  ],
  [
    'orders.csv',
    rowsOf(
      'order_id,customer_id,email,total',
      (id, n) => `${n + 900},${id},u${customers.indexOf(id)}@acme.example,9.90`,
    ),
  ],
])('several rows of one customer in %s are no users', async (name, rows) => {
  for (const files of [
    { 'customers.csv': whole, [name]: rows },
    { [name]: rows, 'customers.csv': whole },
  ]) {
    const { json } = await inspect(files)
    expect(json).toMatchObject({ users: 5, joined: 8, ready: 5, blocked: {} })
  }
})

test('of several numbers of one customer the first counts, and the others are told', async () => {
  const rows = rowsOf('address_id,customer_id,street,phone', (id, n) => `${n + 70},${id},Road ${n},+4366412345${n}0`)
  const [, second] = await usersOf({ 'customers.csv': whole, 'addresses.csv': rows })
  expect(second).toMatchObject({ phone: '+436641234510' })
  expect(second?.unmapped?.map(({ value }) => value)).toEqual(['+436641234550', '+436641234560'])
})

test('several rows of one user of which one says that the user is kept out are asked about', async () => {
  const rows = rowsOf(
    'address_id,customer_id,phone,banned',
    (id, n) => `${n + 70},${id},+4366412345${n}0,${n === 2 ? 1 : 0}`,
  )
  const { json } = await inspect({ 'customers.csv': whole, 'addresses.csv': rows })
  expect(json).not.toMatchObject({ users: 5, ready: 5 })
})

test.each([
  ['tickets.csv', csv('id,subject,owner_id,status,priority', (id, n) => `${n + 300},Help,${id},closed,high`)],
  ['invoices.csv', csv('id,owner,amount,status', (id, n) => `${n + 300},${id},5.00,cancelled`)],
])('the end of a thing in %s keeps its owner in', async (name, rows) => {
  const { json } = await inspect({ 'customers.csv': whole, [name]: rows })
  expect(json).toMatchObject({ users: 5, joined: 0, ready: 5, blocked: {} })
})
