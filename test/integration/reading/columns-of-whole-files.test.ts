import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'

/* Of these columns, the whole file tells more than its first records. */

const some = Array.from({ length: 240 }, (_, at) => at)

/** A table of users whose column has one value in the first 60 rows and, from then on, those given one after the other. */
function table(column: string, first: string, later: readonly string[], more: readonly string[] = []) {
  const value = (at: number) => (at < 60 ? first : (later[at % later.length] ?? ''))
  const rows = some.map((at) => [at + 1, `u${at}@acme.example`, `Name ${at}`, value(at), ...more].join(','))
  return ['id,email,nome', column, ...more.map((_, at) => `more${at}`)].join(',') + `\n${rows.join('\n')}\n`
}

type Finding = { readonly code: string; readonly title: string }
type Unused = { readonly column: string; readonly reason: string }

async function judged(files: Parameters<typeof inspect>[0]) {
  const { json } = await inspect(files)
  const findings = (json?.['findings'] ?? []) as readonly Finding[]
  const [file] = (json?.['files'] ?? []) as readonly { readonly mapping: { readonly unused: readonly Unused[] } }[]
  return {
    asked: findings.flatMap(({ code, title }) => (code.startsWith('may-') ? [title] : [])),
    reason: (column: string) => file?.mapping.unused.find((one) => one.column === column)?.reason ?? '',
  }
}

describe('a status that only later rows show is asked about', () => {
  test.each([
    ['Stato', 'Existing', ['Created', 'Duplicate', 'Pending']],
    ['Estado', 'Actualizado', ['Nuevo', 'Activo']],
  ])('under a name that places have as well: %s', async (column, first, later) => {
    const { asked } = await judged({ 'users.csv': table(column, first, later) })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatch(new RegExp(`^${column}: .*\\. Not used\\. Does it keep people out\\?$`))
  })

  test.each([
    ['Stato', 'Lombardia', ['Lazio', 'Veneto']],
    ['state', 'TX', ['OK', 'CA']],
    ['Estado', 'Sonora', ['Jalisco', '']],
  ])('and places are not: %s %s', async (column, first, later) => {
    const { asked } = await judged({ 'users.csv': table(column, first, later) })
    expect(asked).toEqual([])
  })

  test('and the mapping that is offered keeps no user out whom a value lets in', async () => {
    const later = ['attivo', 'Nuovo', 'Bozza', 'Nuovo']
    const { out } = await cli(['inspect', 'users.csv'], {
      cwd: folderOf({ 'users.csv': table('Stato', 'Nuovo', later) }),
    })
    expect(out).toContain(`{"path":"Stato","target":"disabled","values":["VALUE"]}`)
  })

  test('and it stands before other columns that set users apart', async () => {
    const rows = table('Stato', 'Existing', ['Created', 'Pending']).split('\n')
    const text = rows.map((row, at) => (row === '' ? row : `${row},${at === 0 ? 'Tipo' : at % 9 === 0 ? 'A' : 'B'}`))
    const { asked } = await judged({ 'users.csv': text.join('\n') })
    expect(asked[0]).toMatch(/^Stato:/)
  })
})

describe('a column that is empty or the same at first is judged by what comes later', () => {
  test.each([['via'], ['Origine']])('names of third parties: %s', async (column) => {
    const { asked } = await judged({ 'users.csv': table(column, 'local', ['google', 'facebook', 'local']) })
    expect(asked).toEqual([`This column may name the third party that users sign in with: ${column}`])
  })

  test('names of third parties beside many other new values', async () => {
    const ids = some.map((at) => (at < 60 ? '' : `${10n ** 20n + BigInt(at) * 7919n}`))
    const via = some.map((at) => (at < 60 ? 'formulaire' : (['google', 'apple', 'formulaire'][at % 3] ?? '')))
    const rows = some.map((at) => `${at + 1},u${at}@acme.example,${via[at]},${ids[at]}`)
    const { asked } = await judged({ 'users.csv': `id,email,inscription,externe\n${rows.join('\n')}\n` })
    expect(asked).toContain('This column may name the third party that users sign in with: inscription')
  })

  test('secrets of authenticator apps', async () => {
    const secrets = some.map((at) => `JBSWY3DPEHPK3PX${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[at % 31]}`).slice(0, 8)
    const rows = some.map((at) => `${at + 1},u${at}@acme.example,${secrets[at - 200] ?? ''}`)
    const { asked } = await judged({ 'users.csv': `id,email,x\n${rows.join('\n')}\n` })
    expect(asked).toEqual(['This column may hold secrets of authenticator apps: x'])
  })

  test('phone numbers of one country', async () => {
    const rows = some.map((at) => `${at + 1},u${at}@acme.example,${at < 60 ? '' : `06${12_345_678 + at * 9173}`}`)
    const { json } = await inspect({ 'users.csv': `id,email,tlf\n${rows.join('\n')}\n` })
    expect(json).toMatchObject({ findings: expect.arrayContaining([expect.objectContaining({ group: 'tlf' })]) })
  })

  test('phone numbers under words for a phone in Indonesia, Turkey, Poland and elsewhere', async () => {
    const words = [
      'hp',
      'mb_hp',
      'no_hp',
      'noHP',
      'tlp',
      'no_telp',
      'telepon',
      'no_telepon',
      'nomor_telepon',
      'notelp',
      'ponsel',
      'wa',
      'no_wa',
      'gsm',
      'cep_tel',
      'tel_no',
      'fone',
      'fon',
      'tfno',
      'dienthoai',
    ]
    for (const word of words) {
      const rows = some.slice(0, 6).map((at) => `${at + 1},Budi ${at},081${23_456_780 + at * 9173}`)
      const { json } = await inspect({ 'users.csv': `id,nama,${word}\n${rows.join('\n')}\n` })
      expect([word, json?.['users'], json?.['blocked']]).toEqual([word, 6, { 'phone-invalid': 6 }])
    }
  })

  test('and its reason says nothing of the first records alone', async () => {
    const { reason } = await judged({ 'users.csv': table('citta', '', ['Roma', 'Milano']) })
    expect(reason('citta')).toBe('nothing in its name or values says a login')
    const none = await judged({ 'users.csv': table('citta', '', ['']) })
    expect(none.reason('citta')).toBe('empty in every record that was read')
  })

  test('and of columns without a record that they are not known', async () => {
    const { json } = await inspect({ 'things.csv': 'colour,size\nred,1,x\nblue,2,y\n' })
    const unused = ['colour', 'size'].map((column) => ({ column, reason: 'no record could be read' }))
    expect(json).toMatchObject({ users: 0, unreadable: 2, files: [{ mapping: { unused } }] })
  })
})

describe('a key that comes again behind the first rows is none', () => {
  test.each(['legajo', 'dienststelle', 'nim'])('%s', async (column) => {
    const rows = some.map((at) => `Name ${at},u${at}@acme.example,${20_231 + (at % 80) * 7}`)
    const { asked, reason } = await judged({ 'users.csv': `nome,email,${column}\n${rows.join('\n')}\n` })
    expect(asked).toEqual([])
    expect(reason(column)).toMatch(/its values are not unique \(80 different in 240 records\)/)
  })

  test('and where it was taken for one, its reason says so', async () => {
    const rows = some.map((at) => `Name ${at},u${at}@acme.example,${20_231 + (at % 80) * 7}`)
    const { json } = await inspect({ 'users.csv': `nome,email,dept_no\n${rows.join('\n')}\n` })
    expect(JSON.stringify(json?.['files'])).toContain(
      'in the whole file, its values are not unique (80 different in 240 records)',
    )
  })

  test('or that later rows lack', async () => {
    const rows = some.map((at) => `Name ${at},u${at}@acme.example,${at < 150 ? 20_231 + at * 7 : ''}`)
    const { asked, reason } = await judged({ 'users.csv': `nome,email,legajo\n${rows.join('\n')}\n` })
    expect(asked).toEqual([])
    expect(reason('legajo')).toMatch(/only 150 of 240 records have one/)
  })

  test('and one that never does is asked about', async () => {
    const rows = some.map((at) => `Name ${at},u${at}@acme.example,${20_231 + at * 7}`)
    const { asked } = await judged({ 'users.csv': `nome,email,legajo\n${rows.join('\n')}\n` })
    expect(asked).toEqual(['This column may be a key of the users: legajo'])
  })
})

describe('an object is not called empty', () => {
  const users = (more: (at: number) => object) =>
    JSON.stringify(some.map((at) => ({ id: at + 1, email: `u${at}@acme.example`, ...more(at) })))

  test.each([
    ['no value beside it', { limit: null }],
    ['a list of objects beside an empty one', { limit: [] }],
    ['an object without members', { limit: {} }],
  ])('whose fields are columns of their own: %s', async (_, other) => {
    const limit = Array.isArray(other.limit) ? [{ height: 31 }] : { height: 31 }
    const { reason } = await judged({ 'users.json': users((at) => (at % 5 === 0 ? { limit } : other)) })
    expect(reason('limit')).toBe('an object: its fields are columns of their own')
  })

  test('but a column without any value is', async () => {
    const { reason } = await judged({ 'users.json': users(() => ({ limit: null, other: [] })) })
    expect([reason('limit'), reason('other')]).toEqual([
      'empty in every record that was read',
      'empty in every record that was read',
    ])
  })

  test('among the few values of a column', async () => {
    const mode = (at: number) => (at % 8 === 0 ? { until: 9 } : at % 9 === 0 ? null : 'std')
    const { json } = await inspect({ 'users.json': users((at) => ({ mode: mode(at) })) })
    const [file] = (json?.['files'] ?? []) as readonly { readonly mapping: { readonly possibleFlags: unknown } }[]
    expect(file?.mapping.possibleFlags).toContainEqual(
      expect.objectContaining({
        column: 'mode',
        values: [
          { value: 'std', records: 187 },
          { value: '(an object)', records: 30 },
        ],
        empty: 23,
      }),
    )
  })
})

describe('a number of people that is longer or written otherwise than most is asked about as their key', () => {
  const check = (digits: string) => {
    const sum = `${digits}0`
      .split('')
      .toReversed()
      .reduce((total, digit, at) => {
        const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2)
        return total + (doubled > 9 ? doubled - 9 : doubled)
      }, 0)
    return `${digits}${(10 - (sum % 10)) % 10}`
  }
  const forms: Readonly<Record<string, (at: number) => string>> = {
    'with a check digit, as cards have': (at) => check(String(400_000_000_000_000 + at * 79_193)),
    'in groups': (at) => `4000 1200 ${1000 + at * 7}`,
    'with a year and a place': (at) => `2021/${1000 + at * 7}/MUC`,
    'longer than any that a program makes': (at) => `M${String(at * 7919).padStart(80, '0')}`,
  }
  const rows = (form: (at: number) => string) =>
    some.slice(0, 16).map((at) => `${form(at)},u${at}@acme.example,Ann ${at}`)
  const file = (name: string, form: (at: number) => string) => `${name},E-Mail,Name\n${rows(form).join('\n')}\n`

  test.each(Object.entries(forms))('%s', async (_, form) => {
    const { asked } = await judged({ 'members.csv': file('Member No', form) })
    expect(asked).toEqual(['This column may be a key of the users: Member No'])
  })

  test('and is none under the name of a card, an account or anything else', async () => {
    for (const name of ['Credit Card No', 'Account Number', 'Motto', 'Device No']) {
      for (const form of Object.values(forms)) {
        const { asked } = await judged({ 'members.csv': file(name, form) })
        expect([name, asked.filter((one) => !one.endsWith('Device No'))]).toEqual([name, []])
      }
    }
  })
})

test('a column of a known export that is empty in the first records is used where later ones show so', async () => {
  const header = 'id,name,email,email_verified_at,password,remember_token,deleted_at,nickname'
  const rows = some.map((at) =>
    [
      at + 1,
      `Ann ${at}`,
      `u${at}@acme.example`,
      '2023-01-01 10:00:00',
      '',
      'x',
      at === 200 ? '2024-02-02 10:00:00' : '',
      '',
    ].join(','),
  )
  const { json } = await inspect({ 'users.csv': `${header}\n${rows.join('\n')}\n` })
  const [file] = (json?.['files'] ?? []) as readonly {
    readonly mapping: { readonly columns: readonly unknown[]; readonly unused: readonly Unused[] }
  }[]
  expect(json).toMatchObject({ users: 240, excluded: 1 })
  expect(file?.mapping.columns).toContainEqual(expect.objectContaining({ column: 'deleted_at', becomes: 'Deleted' }))
  expect(file?.mapping.unused.map(({ column }) => column)).toContain('nickname')
})
