import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const total = 400
const isLate = (at: number) => at === 250 || at === 390

async function inspected(column: string, usual: (at: number) => string, late: string) {
  const rows = Array.from(
    { length: total },
    (_, at) => `${at + 1},u${at}@acme.example,${madeUpBcrypt(at)},${isLate(at) ? late : usual(at)}`,
  )
  const { json } = await inspect({ 'users.csv': `id,email,password,${column}\n${rows.join('\n')}\n` })
  return { json, text: JSON.stringify(json) }
}

describe('a word behind the first rows that keeps its user out holds that user back', () => {
  test.each([
    ['rolle', (at: number) => (at % 9 === 0 ? 'admin' : 'user'), 'gesperrt'],
    ['info', () => 'ok', 'banned'],
    ['info', () => '', 'banned'],
    ['state', (at: number) => (at % 2 === 0 ? 'CA' : 'NY'), 'banned'],
    ['Stato', () => 'Nuovo', 'sospeso'],
    ['Estado', () => 'Actualizado', 'Cerrado'],
    ['state', () => 'Imported', 'Suspended'],
    ['anmerkung', () => '', 'Gesperrt'],
    ['role', (at: number) => `r${at % 15}`, 'banned'],
    ['merkmal', (at: number) => (at % 2 === 0 ? 'normal' : 'wichtig'), 'blokkert'],
  ])('%s', async (column, usual, late) => {
    const { json, text } = await inspected(column, usual, late)
    expect(json).toMatchObject({ users: total, ready: total - 2, blocked: { 'unmapped-status': 2 } })
    expect(text).toContain(`${column}=${late}`)
  })
})

test.each([
  ['order_state', 'closed'],
  ['email_state', 'blocked'],
  ['city', 'Closed'],
])('but not a word about something else than the account: %s', async (column, late) => {
  const { json } = await inspected(column, (at) => (at % 2 === 0 ? 'Roma' : 'Milano'), late)
  expect(json).toMatchObject({ users: total, ready: total })
})
