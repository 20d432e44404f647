import { describe, expect, test } from 'vitest'
import { labelledLogins } from '../../../shared/mapping/unmapped/labelled-logins.ts'
import { maskSample } from '../../../shared/mapping/shown/mask-sample.ts'
import { inspect } from '../../support/cli.ts'

/* Logins behind labels within notes and descriptions. */

const found = (text: string) => labelledLogins(text).map(({ kind, value }) => `${kind} ${value}`)

describe('a login behind its label in a text is found', () => {
  test.each([
    ['Mot de passe: hunter2', ['password-hash hunter2']],
    [
      'new customer, his Kennwort: Sommer2019!, Tel.: 0170 1234567',
      ['password-hash Sommer2019!', 'phone 0170 1234567'],
    ],
    ['password=Tr0ub4dor&3', ['password-hash Tr0ub4dor&3']],
    ['密码：abc12345', ['password-hash abc12345']],
    ['Passwort: geheim', ['password-hash geheim']],
    ['Email: ann@acme.example; Phone: +49 170 1234567', ['email ann@acme.example', 'phone +49 170 1234567']],
  ])('%s', (text, logins) => {
    expect(found(text)).toEqual(logins)
  })
})

test.each([
  'Password: expired on 2020-01-01',
  'Meeting at 10:00: bring the password',
  'Forgot password: 3 times',
  'reset password token: abc123def',
  'Order: AB-1234; Size: 42',
  'https://acme.example/a:b',
])('nothing is found in %s', (text) => {
  expect(found(text)).toEqual([])
})

test('a sample with a labelled password is masked', () => {
  expect(maskSample('notes', 'Mot de passe: hunter2')).not.toContain('hunter2')
  expect(maskSample('notes', 'Size: 42')).toBe('Size: 42')
})

test('logins in notes are told with their counts, and a password holds its user', async () => {
  const rows = [
    '1,ann@acme.example,Mot de passe: hunter2',
    '2,ben@acme.example,Email: b@acme.example',
    '3,cleo@acme.example,',
  ]
  const { json, out } = await inspect({ 'users.csv': `id,email,notes\n${rows.join('\n')}\n` })
  expect(json).toMatchObject({ users: 3, ready: 2, blocked: { 'unmapped-hash': 1 } })
  expect(out).toContain('unmapped-email:notes')
  expect(out).not.toContain('hunter2')
})

test('rows of a name and a text with logins are users', async () => {
  const text = (name: string) => `"Email: ${name}@acme.example; Phone: +49 170 1234567; Password: ${name}2020!"`
  const { json } = await inspect({ 'users.csv': `name,description\nAnn,${text('ann')}\nBen,${text('ben')}\n` })
  expect(json).toMatchObject({ users: 2, ready: 0, unreadable: 0 })
})
