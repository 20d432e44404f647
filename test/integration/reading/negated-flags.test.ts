import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Flags whose name turns round another, names of accounts in languages, and times of nothing. */

async function inspected(column: string, values: readonly string[]) {
  const rows = values.map((value, at) => `${at + 1},u${at}@acme.example,${madeUpBcrypt(at)},${value}`)
  const { json } = await inspect({ 'users.csv': `id,email,password,${column}\n${rows.join('\n')}\n` })
  return { ready: json?.['ready'], excluded: json?.['excluded'], blocked: json?.['blocked'] }
}

test.each([
  'not_active',
  'isNotActive',
  'notactive',
  'non_actif',
  'nicht_aktiv',
  'account_not_active',
  'no_longer_active',
])('a yes keeps out in %s', async (column) => {
  expect(await inspected(column, ['0', '1', '0', '0', '1'])).toMatchObject({ ready: 3, blocked: { disabled: 2 } })
})

test.each(['not_blocked', 'isNotBanned', 'notlocked', 'never_suspended', 'user_not_disabled'])(
  'a no keeps out in %s',
  async (column) => {
    expect(await inspected(column, ['1', '0', '1', '1', '1'])).toMatchObject({ ready: 4, blocked: { disabled: 1 } })
  },
)

test.each(['notifications', 'not_before', 'never_expires', 'account_no', 'no_of_logins', 'not_on_sale'])(
  'neither does in %s',
  async (column) => {
    expect(await inspected(column, ['1', '0', '1', '1', '1'])).toMatchObject({ ready: 5, blocked: {} })
  },
)

test.each(['Konto aktiv', 'benutzer_aktiv', 'cuenta_activa', 'conta_ativa', 'utente_attivo', 'Konto aktywne'])(
  'a no keeps out in the name of an active account, in any language: %s',
  async (column) => {
    expect(await inspected(column, ['1', '0', '1', '1', '1'])).toMatchObject({ ready: 4, blocked: { disabled: 1 } })
  },
)

test('the state of an account is no place, whatever its words are', async () => {
  const values = ['In good standing', 'On hold', 'In good standing', 'Under review', 'In good standing']
  expect(await inspected('account_state', values)).toMatchObject({ ready: 0, blocked: { 'unmapped-status': 5 } })
  expect(await inspected('state', ['Ohio', 'Texas', 'Ohio', 'Utah', 'Ohio'])).toMatchObject({ ready: 5, blocked: {} })
})

test('codes in the status of a record are asked about', async () => {
  expect(await inspected('rec_status', ['A', 'A', 'D', 'A', 'A'])).toMatchObject({
    ready: 0,
    blocked: { 'unmapped-status': 5 },
  })
})

test('a time of zeros, and the one of a zero in seconds, delete and ban nobody', async () => {
  const [none, zero, past] = ['0000-00-00 00:00:00', '1970-01-01 00:00:00', '2021-05-01 10:00:00']
  expect(await inspected('deleted_at', [none, zero, past, none, none])).toEqual({ ready: 4, excluded: 1, blocked: {} })
  expect(await inspected('banned_at', [none, zero, past, '', ''])).toMatchObject({ ready: 4, blocked: { disabled: 1 } })
})

test('why a user is locked is asked about, and when a door is locked is not', async () => {
  const reasons = ['', 'too many attempts', '', '', '']
  expect(await inspected('lockReason', reasons)).toMatchObject({ ready: 4, blocked: { 'unmapped-status': 1 } })
  expect(await inspected('lock_version', ['1', '2', '1', '1', '3'])).toMatchObject({ ready: 5, blocked: {} })
})
