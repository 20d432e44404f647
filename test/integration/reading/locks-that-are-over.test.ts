import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/** Inspects 12 users, of which one has the first value and one the second. */
async function inspected(column: string, values: readonly [string, string]) {
  const rows = Array.from({ length: 12 }, (_, at) =>
    [at + 1, `u${at}@acme.example`, madeUpBcrypt(at), at === 4 ? values[0] : at === 8 ? values[1] : ''].join(','),
  )
  return (await inspect({ 'users.csv': `id,email,password,${column}\n${rows.join('\n')}\n` })).json
}

const names = [
  'gesperrt_bis',
  'gesperrtBis',
  'suspended_till',
  'blocked_to',
  'locked_expires_at',
  'locked_until',
  'ban_until',
  'ban_end_date',
  'suspension_end',
  'bloqueado_hasta',
  'blocage_jusqu_au',
  'sospeso_fino_al',
  'zablokowany_do',
  'заблокирован_до',
]

describe.each(names)('the end of a lock, %s', (column) => {
  test('lets its user in where it has passed, without a question', async () => {
    const json = await inspected(column, ['2019-05-31', '2020-01-31 10:00:00'])
    expect(json).toMatchObject({ users: 12, ready: 12, blocked: {} })
  })

  test('keeps its user out where it is to come', async () => {
    const json = await inspected(column, ['2019-05-31', '2091-01-31'])
    expect(json).toMatchObject({ users: 12, ready: 11, blocked: { disabled: 1 } })
  })
})

test.each(['permanent', 'forever', 'unbefristet'])('a lock that never ends keeps its user out: %s', async (word) => {
  const json = await inspected('banned_until', ['2019-05-31', word])
  expect(json).toMatchObject({ ready: 11, blocked: { disabled: 1 } })
})

test('when a lock began is no end of it', async () => {
  expect(await inspected('blocked_at', ['2019-05-31', '2020-01-31'])).toMatchObject({
    ready: 10,
    blocked: { disabled: 2 },
  })
})
