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
  const dump = `${users('estado_id')}${lookup('estados', ['Activo', 'Bloqueado', 'Moroso'])}`
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
  expect(await of(['Activo', 'Moroso', 'Inactivo'])).toEqual(['estado_id=2'])
  expect(await of(['Nuevo', 'Moroso', 'En mora'])).toEqual(['estado_id=1', 'estado_id=2', 'estado_id=3'])
})

type Lookup = { readonly column: string; readonly table: string; readonly key: string; readonly more?: string }

const codes = ['A', 'G', 'X']
const codeOf = (at: number) => codes[kindOf(at) - 1]

/** A dump whose users have codes that another table names; `words`: the names of A (27 users), G (2) and X (1). */
function coded({ column, table, key, more = '' }: Lookup, words: readonly string[]): string {
  const rows = some.map((at) => `(${at}, 'user${at}@acme.example', '${madeUpBcrypt(at)}', '${codeOf(at)}')`)
  const named = words.map((word, at) => `('${codes[at]}', '${word}')`)
  return `CREATE TABLE users (id int, email varchar(90), password varchar(90), ${column} varchar(9)${more});
INSERT INTO users (id, email, password, ${column}) VALUES ${rows.join(', ')};
INSERT INTO ${table} (${key}, descr) VALUES ${named.join(', ')};
`
}

/** The values that are asked about, and how many users are disabled. */
async function standingIn(dump: string) {
  const { json } = await inspect({ 'all.sql': dump })
  const findings = (json?.['findings'] ?? []) as readonly { code: string; group: string; users: number }[]
  return {
    asked: findings.filter(({ code }) => code === 'unmapped-status').map(({ group }) => group),
    disabled: findings.find(({ code }) => code === 'disabled')?.users ?? 0,
  }
}

test.each<[string, Lookup]>([
  ['the same name as its key', { column: 'status_kz', table: 'kunden_status', key: 'status_kz' }],
  ['the names of its table and its key', { column: 'status_kz', table: 'kunden_status', key: 'kz' }],
  ['the name of its table', { column: 'status_id', table: 'statuses', key: 'code' }],
  ['the name of its table alone', { column: 'status', table: 'user_status', key: 'kuerzel' }],
  ['the same in the plural', { column: 'estado', table: 'estados', key: 'sigla' }],
  [
    'a foreign key to it',
    {
      column: 'status_code',
      table: 'list_values',
      key: 'short',
      more: ', FOREIGN KEY (status_code) REFERENCES list_values (short)',
    },
  ],
])('a lookup table settles the codes that its words name, and the others are asked about: %s', async (_, lookup) => {
  const { column } = lookup
  expect(await standingIn(coded(lookup, ['aktiv', 'gesperrt', 'Interessent']))).toEqual({
    asked: [`${column}=X`],
    disabled: 2,
  })
  expect(await standingIn(coded(lookup, ['actif', 'prospect', 'bloqué']))).toEqual({
    asked: [`${column}=G`],
    disabled: 1,
  })
  expect(await standingIn(coded(lookup, ['activo', 'bloqueado', 'inactivo']))).toEqual({ asked: [], disabled: 3 })
})

test('codes are asked about where no table, two tables or a table without one of them name them', async () => {
  const column = 'status_kz'
  const [one, two] = [
    coded({ column, table: 'kunden_status', key: 'kz' }, ['aktiv', 'gesperrt', 'gekündigt']),
    `INSERT INTO bestell_status (kz, descr) VALUES ('A', 'gesperrt'), ('G', 'aktiv'), ('X', 'aktiv');\n`,
  ]
  const all = { asked: ['status_kz=A', 'status_kz=G', 'status_kz=X'], disabled: 0 }
  expect((await standingIn(`${one}${two}`)).asked.toSorted()).toEqual(all.asked)
  expect((await standingIn(one.replace("('X', 'gekündigt')", "('Y', 'gekündigt')"))).asked.toSorted()).toEqual(
    all.asked,
  )
  expect((await standingIn(one.replaceAll('kunden_status', 'farben'))).asked.toSorted()).toEqual(all.asked)
})
