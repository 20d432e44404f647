import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

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
