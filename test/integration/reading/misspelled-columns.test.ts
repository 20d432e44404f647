import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/** The answer about six users whose last column has this name and these values. */
async function inspected(header: string, values: readonly string[]) {
  const rows = values.map((value, at) => `${at + 1},u${at}@acme.example,${madeUpBcrypt(at)},${value}`)
  const { json } = await inspect({ 'users.csv': `${header}\n${rows.join('\n')}\n` })
  return json
}

test.each(['actve', 'is_actve', 'isactve', 'ENALBED'])('a no in %s disables its user', async (column) => {
  const json = await inspected(`id,emial,pasword,${column}`, ['1', '0', '1', '1', '0', '1'])
  expect(json).toMatchObject({ users: 6, ready: 4, blocked: { disabled: 2 } })
})

test.each(['userSatus', 'stauts', 'account_statsu'])('numbers in %s are asked about', async (column) => {
  const json = await inspected(`id,email,passwrod,${column}`, ['1', '0', '1', '1', '2', '1'])
  expect(json).toMatchObject({ users: 6, ready: 0, blocked: { 'unmapped-status': 6 } })
})

test.each(['stats', 'statue', 'looked', 'locker'])('numbers in %s are not', async (column) => {
  const json = await inspected(`id,email,password,${column}`, ['7', '0', '3', '1', '2', '1'])
  expect(json).toMatchObject({ users: 6, ready: 6, blocked: {} })
})
