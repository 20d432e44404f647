import { describe, expect, it, test } from 'vitest'
import { suggestMapping } from '../../../../shared/mapping/suggest-mapping.ts'
import { openWith, readAll, valuesOf } from './support.ts'

const bcrypt = '$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC'
const rows = [
  ['id', 'email', 'hash'],
  ['1', 'ann@acme.example', bcrypt],
  ['2', 'ben@acme.example', ''],
  ['3', 'cleo@acme.example', bcrypt],
] as const
const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
const padded = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)))
const rule = (sign: string, between: string, more = 0) => widths.map((width) => sign.repeat(width + more)).join(between)
const [names = [], ...data] = padded
const records = rows.slice(1).map(([id, email, hash]) => ({ id, email, hash }))
const inFrame = (bar: string, row: readonly string[]) => `${bar} ${row.join(` ${bar} `)} ${bar}`

const mysql = [
  `+${rule('-', '+', 2)}+`,
  inFrame('|', names),
  `+${rule('-', '+', 2)}+`,
  ...data.map((row) => inFrame('|', row)),
  `+${rule('-', '+', 2)}+`,
  '3 rows in set (0.00 sec)',
]

describe('a table as a program prints it', () => {
  it.each([
    ['mysql', mysql],
    ['DBeaver', [`${names.join('|')}|`, `${rule('-', '+')}+`, ...data.map((row) => `${row.join('|')}|`)]],
    ['mysql, behind its prompt', ['mysql> SELECT * FROM users;', ...mysql]],
    ['psql', [` ${names.join(' | ')}`, rule('-', '+', 2), ...data.map((row) => ` ${row.join(' | ')}`), '(3 rows)']],
    [
      'DuckDB',
      [
        `┌${rule('─', '┬', 2)}┐`,
        inFrame('│', names),
        `├${rule('─', '┼', 2)}┤`,
        ...data.map((row) => inFrame('│', row)),
        `└${rule('─', '┴', 2)}┘`,
      ],
    ],
    ['Markdown', [inFrame('|', names), '| --- | :--- | --- |', ...data.map((row) => inFrame('|', row))]],
    [
      'Markdown, below a heading and a text',
      [
        '# Members',
        '',
        'Questions go to the board, not to me.',
        '',
        inFrame('|', names),
        '|---|:---:|---|',
        ...data.map((row) => inFrame('|', row)),
      ],
    ],
    ['sqlite3', [names.join('  '), rule('-', '  '), ...data.map((row) => row.join('  '))]],
    ['columns of fixed width', [names.join('  '), ...data.map((row) => row.join('  '))]],
    ['dsget', [`  ${names.join('  ')}`, ...data.map((row) => `  ${row.join('  ')}`), 'dsget succeeded']],
    ['sqlcmd', [names.join(' '), rule('-', ' '), ...data.map((row) => row.join(' ')), '', '(3 rows affected)']],
  ])('is read by its cells: %s', async (_, lines) => {
    expect(valuesOf(await readAll(`${lines.join('\n')}\n`))).toEqual(records)
  })

  it.each([
    [
      'with rules around totals',
      (rows: string) => `-----\n2 users matched\n-----\n${rows}----\nentries returned 2\n----\n`,
    ],
    ['between blank lines', (rows: string) => `\n\n${rows}\n\n`],
  ])('is read by fields of which the first begins each row: %s', async (_, around) => {
    const row = (name: string, disabled: string, more = '') =>
      `  User login: ${name}\n  Email address: ${name}@acme.example\n${more}  Account disabled: ${disabled}\n`
    const long = '  Groups: one,\n          two: three\n'
    const content = around(`${row('ann', 'False', long)}\n${row('ben', 'True')}`)
    const fields = (name: string) => ({ 'User login': name, 'Email address': `${name}@acme.example` })
    const expected = [
      { ...fields('ann'), Groups: 'one,\ntwo: three', 'Account disabled': 'False' },
      { ...fields('ben'), 'Account disabled': 'True' },
    ]
    for (const text of [content, content.replaceAll('\n', '\r\n')]) {
      const found = await readAll(text)
      expect(valuesOf(found)).toEqual(expected)
      const last = typeof found === 'string' ? undefined : found.at(-1)
      expect(await (await openWith(text)).recordAt(last?.offset ?? 0)).toEqual(expected[1])
    }
  })

  it.each([
    [
      'psql',
      [
        'Expanded display is on.',
        ...rows
          .slice(1)
          .flatMap((row, n) => [
            `-[ RECORD ${n + 1} ]--+-----`,
            ...row.map((cell, at) => `${(rows[0][at] ?? '').padEnd(6)}| ${cell}`),
          ]),
      ],
    ],
    [
      'mysql',
      [
        ...rows
          .slice(1)
          .flatMap((row, n) => [
            `${'*'.repeat(27)} ${n + 1}. row ${'*'.repeat(27)}`,
            ...row.map((cell, at) => `${(rows[0][at] ?? '').padStart(9)}: ${cell}`),
          ]),
        '3 rows in set (0.00 sec)',
      ],
    ],
  ])('is read with a line for each column: %s', async (_, lines) => {
    for (const end of ['\n', '\r\n']) expect(valuesOf(await readAll(lines.join(end) + end))).toEqual(records)
    const found = await readAll(lines.join('\n'))
    const last = typeof found === 'string' ? undefined : found.at(-1)
    expect(await (await openWith(lines.join('\n'))).recordAt(last?.offset ?? 0)).toEqual(records.at(-1))
  })

  it('has values of several lines', async () => {
    const psql = ['-[ RECORD 1 ]', 'email | ann@acme.example', 'note  | one  +', '      | two']
    const mysql = ['****** 1. row ******', 'email: ann@acme.example', ' note: one', 'two']
    for (const lines of [psql, mysql])
      expect(valuesOf(await readAll(lines.join('\n')))).toEqual([{ email: 'ann@acme.example', note: 'one\ntwo' }])
  })

  it('names a line that does not fit, and reads the others', async () => {
    const lines = [...mysql.slice(0, 4), '| 7 | a | b | c |', ...mysql.slice(4)]
    expect(valuesOf(await readAll(lines.join('\n')))).toEqual([
      records[0],
      'This line has 4 cells, the header has 3.',
      ...records.slice(1),
    ])
  })

  it('has its rows found again at their place', async () => {
    const opened = await openWith(mysql.join('\n'))
    const found = await readAll(mysql.join('\n'))
    const last = typeof found === 'string' ? undefined : found.at(-1)
    expect(await opened.recordAt(last?.offset ?? 0)).toEqual(records.at(-1))
  })
})

describe('a list of addresses and secrets with blanks between them', () => {
  it.each([
    ['the address first', `ann@acme.example ${bcrypt}\nben@acme.example   ${bcrypt}\n`],
    ['the secret first', `${bcrypt}  ann@acme.example\n${bcrypt}  ben@acme.example\n`],
  ])('is read with %s', async (_, text) => {
    expect(valuesOf(await readAll(text))).toEqual(
      ['ann', 'ben'].map((name) => ({ email: `${name}@acme.example`, password: bcrypt })),
    )
  })

  it.each([
    'ask ann@acme.example about it\nor write ben@acme.example a letter\n',
    'id email\n1 ann@acme.example\n',
    'email,name\nann@acme.example,Ann 1\n',
  ])('is no other text: %s', async (text) => {
    const found = valuesOf(await readAll(text))
    expect(JSON.stringify(found)).not.toContain('"password"')
  })
})

test('a number that a database prints with its rows is their key', async () => {
  const rows = [1, 2, 3].map((nr) => ` ${nr}  | u${nr}@acme.example`)
  const psql = [' nr |      mail', '----+---------------', ...rows, '(3 rows)', ''].join('\n')
  const suggestion = suggestMapping((await openWith(psql)).sample).columns[0]?.suggestion
  expect(suggestion).toMatchObject({ target: 'source-id', confidence: 'likely' })
})
