import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = Array.from({ length: 30 }, (_, at) => at + 1)
const kindOf = (at: number) => (at === 7 ? 3 : at % 15 === 2 ? 2 : 1)
const users = (column: string) =>
  `INSERT INTO users (id, email, password, ${column}) VALUES ${some.map((at) => `(${at}, 'user${at}@acme.example', '${madeUpBcrypt(at)}', ${kindOf(at)})`).join(', ')};\n`
const lookup = (table: string, words: readonly string[], isCounted = false) =>
  isCounted
    ? `INSERT INTO ${table} (description) VALUES ${words.map((word) => `('${word}')`).join(', ')};\n`
    : `INSERT INTO ${table} (id, label) VALUES ${words.map((word, at) => `(${at + 1}, '${word}')`).join(', ')};\n`

async function asked(dump: string) {
  const { json } = await inspect({ 'all.sql': dump })
  const findings = (json?.['findings'] ?? []) as readonly { readonly code: string }[]
  return findings.filter(({ code }) => code === 'may-keep-out' || code === 'unmapped-status').length > 0
}

test.each([
  ['document_type', ['Identity card', 'Passport', 'Residence permit']],
  ['membership_kind', ['Gold', 'Silver', 'Bronze']],
])(
  'numbers that a table of the dump names are not asked about where no word says who is kept out: %s',
  async (name, words) => {
    expect(await asked(`${users(`${name}_id`)}${lookup(name, words)}`)).toBe(false)
    expect(await asked(`${users(`${name}_id`)}${lookup(name, words, true)}`)).toBe(false)
  },
)

test('numbers are asked about where a word may say so, a row is missing, or nothing names them', async () => {
  const column = users('document_type_id')
  expect(await asked(`${column}${lookup('document_type', ['Passport', 'Blocked', 'Identity card'])}`)).toBe(true)
  expect(await asked(`${column}${lookup('document_type', ['Passport', 'Identity card'])}`)).toBe(true)
  expect(await asked(`${column}${lookup('colors', ['Red', 'Green', 'Blue'])}`)).toBe(true)
  expect(await asked(column)).toBe(true)
})

test.each([
  ['state_id beside the key of a city', 'city_id, state_id', '69, 2', false],
  ['user_state_id beside that of a country', 'country_id, user_state_id', '1, 2', false],
  ['state beside a city, which may be a status', 'city_id, state', '69, 2', true],
  ['state_id alone', 'team_id, state_id', '69, 2', true],
  ['estado_id beside a city in words', 'cidade, estado_id', "'Belo Horizonte', 2", false],
  ['id_estado beside a postal code', 'cep, id_estado', "'30110', 2", false],
  ['estado_id beside a key of a group', 'grupo_id, estado_id', '69, 2', true],
])('%s', async (_, columns, cells, is) => {
  const rows = some.map((at) => `(${at}, 'user${at}@acme.example', '${madeUpBcrypt(at)}', ${cells})`)
  expect(await asked(`INSERT INTO users (id, email, password, ${columns}) VALUES ${rows.join(', ')};\n`)).toBe(is)
})

test.each(['estado_id', 'id_estado', 'state_id'])('beside a status, %s says where a user lives', async (column) => {
  const rows = some.map((at) => `(${at}, 'user${at}@acme.example', '${madeUpBcrypt(at)}', ${kindOf(at)}, 7)`)
  const { json } = await inspect({
    'all.sql': `INSERT INTO users (id, email, password, ${column}, status) VALUES ${rows.join(', ')};\n`,
  })
  const found = JSON.stringify(json?.['findings'])
  expect(found).toContain('status=7')
  expect(found).not.toContain(column)
})

test('a key of states whose table says who is blocked is none of a place', async () => {
  const dump = `${users('estado_id')}${lookup('estados', ['Activo', 'Bloqueado', 'Pendiente'])}`
  expect(await asked(dump)).toBe(true)
})

test('a number of a status is asked about where the table that names it says neither that it lets users in nor where they live', async () => {
  const states = [
    'Jalisco',
    'Puebla',
    'Sonora',
    'Colima',
    'Nayarit',
    'Oaxaca',
    'Tabasco',
    'Yucatan',
    'Sinaloa',
    'Durango',
  ]
  const of = async (words: readonly string[]) => {
    const { json } = await inspect({ 'all.sql': `${users('estado_id')}${lookup('estados', words)}` })
    return ((json?.['findings'] ?? []) as readonly { readonly code: string; readonly group: string }[])
      .filter(({ code }) => code === 'unmapped-status')
      .map(({ group }) => group)
      .toSorted()
  }
  expect(await of(states)).toEqual([])
  expect(await of(['Activo', 'Moroso', 'Inactivo'])).toEqual(['estado_id=2', 'estado_id=3'])
  expect(await of(['Nuevo', 'Moroso', 'En mora'])).toEqual(['estado_id=1', 'estado_id=2', 'estado_id=3'])
})
