import { describe, expect, it } from 'vitest'
import { unusedColumn } from '../../../shared/mapping/shown/column-report.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

type Columns = Readonly<Record<string, readonly string[]>>

function columnsOf(columns: Columns) {
  const header = Object.keys(columns)
  const rows = Math.max(...Object.values(columns).map(({ length }) => length))
  const record = (row: number) => Object.fromEntries(header.map((name) => [name, columns[name]?.[row] ?? '']))
  return suggestMapping({ header, records: Array.from({ length: rows }, (_, row) => record(row)) }).columns
}

/** The target and the confidence of one column of a table. */
function suggested(columns: Columns, column: string): string | undefined {
  const suggestion = columnsOf(columns).find(({ path }) => path === column)?.suggestion
  return suggestion === null || suggestion === undefined ? undefined : `${suggestion.target} ${suggestion.confidence}`
}

const addresses = (host: string) => ['ann', 'ben', 'cleo', 'dan', 'eve'].map((name) => `${name}@${host}.example`)
const names = ['diego', 'BL', 'ana']

describe('a column called email', () => {
  it.each([
    'email',
    'correo',
    'Correo electrónico',
    'courriel',
    'e-posta',
    'posta elettronica',
    'メールアドレス',
    'Эл. почта',
    'Adres e-mail',
    'Sähköposti',
  ])('keeps what is no address, to be corrected: %s', (name) => {
    expect(suggested({ nombre: ['Diego', 'Berta', 'Ana'], [name]: names }, name)).toBe('email likely')
  })

  it.each(['correo activo', 'email_type', 'mail server', 'Correo postal'])('is none with another noun: %s', (name) => {
    expect(suggested({ nombre: ['Diego', 'Berta', 'Ana'], [name]: names }, name)).toBeUndefined()
  })

  it('is none where its values are answers or numbers', () => {
    expect(suggested({ nombre: ['Diego', 'Berta'], correo: ['si', 'no'] }, 'correo')).toBeUndefined()
    expect(suggested({ nombre: ['Diego', 'Berta'], correo: ['12', '14'] }, 'correo')).toBeUndefined()
  })
})

describe('a column that has a word for email among others', () => {
  it.each([
    'E-mail de acesso',
    'Email corporativo',
    'Correo institucional',
    'Courriel du salarié',
    'workemail',
    'Zakelijk e-mailadres',
  ])('is taken where most of its values are addresses: %s', (name) => {
    const broken = [...addresses('acme').slice(0, 3), 'dan(at)acme.example', 'eve acme.example']
    expect(suggested({ nome: names, [name]: broken }, name)).toBe('email likely')
  })

  it('ranks before columns of addresses whose names say nothing', () => {
    const columns = { 'E-mail de acesso': addresses('acme'), chefe: addresses('boss') }
    expect(suggested(columns, 'E-mail de acesso')).toBe('email likely')
    expect(suggested(columns, 'chefe')).not.toBe('email likely')
  })

  it('is taken where a few users share an address', () => {
    const shared = [...addresses('acme'), ...addresses('acme').slice(0, 1)]
    expect(suggested({ kennung: shared }, 'kennung')).toBe('email likely')
    expect(suggested({ chefe: Array.from({ length: 3 }, () => shared.slice(0, 2)).flat() }, 'chefe')).toBe(
      'email unsure',
    )
  })
})

describe('an address beside the name of its user', () => {
  it('makes its column one of emails', () => {
    const values = ['Ann Lee ann@acme.example', 'Ben (ben@acme.example)', 'cleo@acme.example - Cleo']
    expect(suggested({ id: ['1', '2', '3'], kontakt: values }, 'kontakt')).toBe('email likely')
    const lists = values.map((value, at) => `${value}, Dan dan${at}@acme.example`)
    expect(suggested({ id: ['1', '2', '3'], gruppe: lists }, 'gruppe')).not.toBe('email likely')
  })

  it('is named where few others stand in its column', () => {
    const values = ['Ann', 'Ben ben@acme.example', 'Cleo']
    const column = columnsOf({ id: ['1', '2', '3'], nome: values }).find(({ path }) => path === 'nome')
    expect(column && unusedColumn(column, false).reason).toBe(
      'it may be an email, but that is not sure: 1 of 3 samples are email addresses, though the name “nome” does not say so',
    )
  })
})

describe('another column of nothing but addresses', () => {
  it.each(['voPersonExternalID', 'Anschrift', 'x'])('is named as one, whatever it is called: %s', (name) => {
    const columns = columnsOf({ email: addresses('acme'), [name]: addresses('acme') })
    const column = columns.find(({ path }) => path === name)
    expect(column && unusedColumn(column, false).reason).toMatch(/^it may be an email/)
  })
})

it.each(['query.item.jid', 'roster.item.jid', 'friends.item.email'])(
  'an address in the list of the people that a user knows is none of the user: %s',
  (column) =>
    expect(suggested({ name: names, [column]: addresses('acme').slice(0, 3) }, column)).not.toBe('email likely'),
)

it.each(['jid', 'account.jid', 'item.email'])('an address elsewhere is that of the user: %s', (column) =>
  expect(suggested({ name: names, [column]: addresses('acme').slice(0, 3) }, column)).toMatch(
    /^email (?:likely|exact)$/,
  ),
)

it('of the addresses at home and at work, the one that more users have is theirs', () => {
  const [first = '', ...rest] = addresses('home')
  const columns = { name: [...names, 'x', 'y'], 'Home Email': [first, ...rest], 'Work Email': [first, '', '', '', ''] }
  expect(suggested(columns, 'Home Email')).toBe('email likely')
  const turned = { ...columns, 'Home Email': columns['Work Email'], 'Work Email': columns['Home Email'] }
  expect(suggested(turned, 'Work Email')).toBe('email likely')
})
