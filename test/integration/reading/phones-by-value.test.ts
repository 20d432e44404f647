import { describe, expect, test } from 'vitest'
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
  ['Cep', ['0531 123 41 61', '0532 456 42 62', '0533 789 43 63']],
  ['06-nummer', ['06-12345670', '06-22334455', '06-98812310']],
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
  ['cep', ['01310-100', '04538-133', '05407-002']],
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

test('bare numbers are some beside a column of phones with as many digits', async () => {
  const rows = ['612345678,912334455', '622345178,913221100', '633341278,916677889']
  const file = (name: string) => ({
    'socios.csv': `id,email,movil,${name}\n${rows.map((row, at) => `${at + 1},u${at}@acme.example,${row}`).join('\n')}\n`,
  })
  const { json, out } = await inspect(file('fijo'))
  expect(json, out).toMatchObject({ findings: expect.arrayContaining([found('fijo', 3)]) })
  expect(JSON.stringify((await inspect(file('puntos_total'))).json?.['findings'])).not.toContain('unmapped-phone')
})

test.each([
  ['with an extension', ['+1 415 555 0100 ext. 10', '+1 415 555 0110 x11', '+1 415 555 0120 #12']],
  ['that a spreadsheet rounded', ['4,91712E+11', '4,91713E+11', '4.91714E+11']],
])('phone numbers %s are none that a code is sent to, and are asked about', async (_, numbers) => {
  const csv = `id;email;phone\n${numbers.map((one, at) => `${at + 1};u${at}@acme.example;${one}`).join('\n')}\n`
  const { json, out } = await inspect({ 'users.csv': csv })
  expect(json, out).toMatchObject({ ready: 0, blocked: { 'phone-unusable': 3 } })
  const { json: without } = await inspect({ 'users.csv': csv }, ['--decide', 'phone-unusable=skip'])
  expect(without).toMatchObject({ ready: 3 })
})

test('a header of two abbreviations is one name', async () => {
  const csv = `ev.č.;E-mail\n91501;ann@acme.example\n91507;ben@acme.example\n91512;cy@acme.example\n`
  const { json } = await inspect({ 'clenove.csv': csv })
  expect(JSON.stringify(json)).toContain('"column":"ev.č.","becomes":"source-id"')
})

describe('a table without column names and with mobile numbers in a row', () => {
  const names = ['Nora', 'Ilja', 'Pia']
  const without = (numbers: readonly string[]) => ({
    'users.csv': `${numbers.map((one, at) => `${names[at]},${one}`).join('\n')}\n`,
  })

  test.each([
    ['of Korea', ['01024450611', '01024450612', '01024450613'], 'KR'],
    ['of Germany', ['01512345671', '01512345672'], 'DE'],
  ])('has users who sign in with them: %s', async (_, numbers, country) => {
    const { json, out } = await inspect(without(numbers), ['--country', country])
    expect(json, out).toMatchObject({ users: numbers.length, ready: numbers.length, unreadable: 0 })
  })

  test('says so beside an email', async () => {
    const rows = [1, 2, 3].map((at) => `${at},user${at}@acme.example,0102445061${at}`)
    const { json, out } = await inspect({ 'users.csv': `${rows.join('\n')}\n` })
    expect(json).toMatchObject({ users: 3 })
    expect(out).toMatch(/"column": "3",\s+"reason": "it may be a phone number/)
  })

  test.each([
    ['filled up with zeros', ['0120000001', '0120000002', '0120000003']],
    ['counted', ['1200001', '1200002', '1200003']],
  ])('has none where numbers are %s', async (_, numbers) => {
    expect((await inspect(without(numbers))).json).toMatchObject({ users: 0 })
  })
})
