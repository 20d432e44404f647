import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Phone numbers under a name that does not say so: counted as possible ones, and asked about where nothing else lets their users in. */

const ofGermany = ['01712345601', '01607741190', '01519988123', '01520012345']
const ofUsers = (name: string, numbers: readonly string[]) => ({
  'users.csv': `id,email,${name}\n${numbers.map((one, at) => `${at + 1},u${at}@acme.example,${one}`).join('\n')}\n`,
})
const found = (field: string, users: number) =>
  expect.objectContaining({ code: 'unmapped-phone', group: field, users, blocks: false })

test.each([
  ['fnum', ofGermany],
  ['kontakt2', ['0171 2345601', '0160/7741190', '0151-9988123']],
  ['nr', ['(415) 555-2671', '(212) 555-0143', '(650) 555-7788']],
  ['liên hệ', ['0912 345 678', '0987 654 321', '0903 112 233']],
  ['kontak', ['00628123456789', '00628567891234', '00628991122334']],
  ['fnum', ['9812345678', '9977112233', '9001122334']],
  ['kom', ['600 120 770', '511 332 908', '723 115 640']],
  ['cel2', ['415-555-2671', '212-555-0143', '650-555-7788']],
  ['связь', ['8 (901) 123-40-67', '8 (912) 555-41-02', '8 (921) 777-10-33']],
  ['ruf2', ['98112 43217', '99001 12233', '70112 23344']],
  ['nbr', ['22 34 56 78', '41 02 33 90', '98 11 20 45']],
])('in a column called %s, beside an email: %j', async (name, numbers) => {
  const { json, out } = await inspect(ofUsers(name, numbers))
  expect(json, out).toMatchObject({
    ready: numbers.length,
    findings: expect.arrayContaining([found(name, numbers.length)]),
  })
})

test.each([
  ['matricula', ofGermany],
  ['account_no', ofGermany],
  ['cuenta', ofGermany],
  ['card_number', ofGermany],
  ['cpf', ['01712345601', '02607741190', '03519988123']],
  ['nr', ['1045', '1046', '1047']],
  ['saldo', ['600 120 770', '511 332 908', '723 115 640']],
  ['umsatz', ['1 200', '45 000', '600 120 770']],
  ['ssn', ['123-45-6789', '234-56-7890', '345-67-8901']],
  ['seen', ['1700000001', '1712345678', '1723456789']],
  ['points', ['9812345678', '9977112233', '9001122334']],
  ['fnum', ['0000000000', '0000000000', '1234567890']],
  ['customer_no', ['9812345678', '9977112233', '9001122334']],
])('numbers of something else by their name or form are none: %s %j', async (name, numbers) => {
  const { json } = await inspect(ofUsers(name, numbers))
  expect(JSON.stringify(json?.['findings'])).not.toContain('unmapped-phone')
})

test('users with nothing else are asked about, and sent once the numbers are imported', async () => {
  const file = {
    'users.csv': `id,username,fnum,password\n${ofGermany.map((one, at) => `${at + 1},user${at},${one},${madeUpBcrypt(at)}`).join('\n')}\n`,
  }
  const { json, out } = await inspect(file)
  expect(json, out).toMatchObject({ ready: 0, blocked: { 'hash-without-contact': 4 } })
  const decided = ['unmapped-phone:fnum=import', 'hash-without-email=passwordless-by-phone']
  const more = ['--country', 'DE', ...decided.flatMap((one) => ['--decide', one])]
  expect((await inspect(file, more)).json).toMatchObject({ ready: 4, loginMethods: { passwordless: 4 } })
})

test('a column of them is no source ID', async () => {
  const rows = ofGermany.map((one, at) => `user${at}@acme.example,${one}`)
  const { json } = await inspect({ 'users.csv': `email,fnum\n${rows.join('\n')}\n` })
  expect(JSON.stringify(json?.['files'])).not.toContain('Source ID')
})
