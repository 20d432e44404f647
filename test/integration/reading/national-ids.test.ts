import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

const some = [1, 2, 3, 4, 5, 6, 7]

async function columnsOf(header: string, value: (at: number) => string) {
  const rows = some.map((at) => `${value(at)},user${at}@acme.example`)
  const { json } = await inspect({ 'users.csv': `${header},email\n${rows.join('\n')}\n` })
  const [file] = (json?.['files'] ?? []) as readonly {
    mapping: {
      columns: readonly { column: string; becomes: string }[]
      unused: readonly { column: string; mayBe?: string }[]
    }
  }[]
  const { columns = [], unused = [] } = file?.mapping ?? {}
  return {
    sourceId: columns.filter(({ becomes }) => becomes === 'source-id').map(({ column }) => column),
    asked: unused.filter(({ mayBe }) => mayBe === 'source-id').map(({ column }) => column),
  }
}

const names = [
  'cpf',
  'numero_dni',
  'cedula',
  'TC Kimlik No',
  'cnp',
  'pesel',
  'rut',
  'passport_no',
  'ssn',
  'national_id',
  'NationalIdNumber',
  'social_security_number',
  'rodne_cislo',
  'codice_fiscale',
  'aadhaar_no',
  'Personnummer',
  'id_card_no',
  'customer_ssn',
]

describe('a number that the state gave out is no source ID unless it is chosen', () => {
  test.each(names)('%s alone is asked about', async (name) => {
    expect(await columnsOf(name, (at) => `8501011234${at}`)).toEqual({ sourceId: [], asked: [name] })
  })

  test.each(names)('%s beside an ID is left', async (name) => {
    const found = await columnsOf(`${name},id`, (at) => `8501011234${at},${at + 40}`)
    expect(found).toEqual({ sourceId: ['id'], asked: [] })
  })

  test.each(names)('%s beside a user name is left, and that one is asked about', async (name) => {
    const found = await columnsOf(`${name},username`, (at) => `8501011234${at},user${at}`)
    expect(found).toEqual({ sourceId: [], asked: ['username'] })
  })

  test('also where it is the primary key of a dump', async () => {
    const rows = some.map((at) => `('8501011234${at}', 'user${at}@acme.example')`).join(', ')
    const dump = `CREATE TABLE users (pesel char(11) PRIMARY KEY, email text);\nINSERT INTO users (pesel, email) VALUES ${rows};\n`
    const { json } = await inspect({ 'all.sql': dump })
    expect(JSON.stringify(json)).not.toContain('"becomes":"source-id"')
  })
})

test.each([
  'id',
  'customer_id',
  'employee_no',
  'Kundennummer',
  'personal_id',
  'tax_office_id',
  'run_no',
  'registration_no',
])('%s is a key as before', async (name) => {
  const { sourceId, asked } = await columnsOf(name, (at) => `8501011234${at}`)
  expect([...sourceId, ...asked]).toEqual([name])
})
