import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Values that a comment apart from their column explains: the question shows its words, and the operator decides. */

const several = [1, 1, 2, 1, 0, 1]
const one = [1, 1, 1, 1, 1, 1]

const created = 'CREATE TABLE users (id int, email text, password text, status int)'
const inserted = (values: readonly number[], table = 'users') =>
  `INSERT INTO ${table} VALUES ${values.map((value, at) => `(${at + 1}, 'u${at}@acme.example', '${madeUpBcrypt(at)}', ${value})`).join(', ')};\n`
const csv = (values: readonly number[]) =>
  `id,email,password,status\n${values.map((value, at) => `${at + 1},u${at}@acme.example,${madeUpBcrypt(at)},${value}\n`).join('')}`
const yaml = (values: readonly number[], line: (value: number) => string) =>
  `users:\n${values.map((value, at) => `  - id: ${at + 1}\n    email: u${at}@acme.example\n    password: '${madeUpBcrypt(at)}'\n${line(value)}\n`).join('')}`
const legend = 'status: 0 = pending, 1 = active, 2 = banned'

const files: readonly (readonly [where: string, file: string, content: (values: readonly number[]) => string])[] = [
  ['above CREATE TABLE', 'a.sql', (values) => `-- Users of the shop\n-- ${legend}\n${created};\n${inserted(values)}`],
  [
    'above DROP TABLE',
    'a.sql',
    (values) => `/* ${legend} */\nDROP TABLE IF EXISTS users;\n${created};\n${inserted(values)}`,
  ],
  ['between table and rows', 'a.sql', (values) => `${created};\n\n# ${legend}\n${inserted(values)}`],
  [
    'on the table, in MySQL',
    'a.sql',
    (values) => `${created} ENGINE=InnoDB COMMENT='people; ${legend}';\n${inserted(values)}`,
  ],
  [
    'on the table, in PostgreSQL',
    'a.sql',
    (values) => `${created};\nCOMMENT ON TABLE users IS '${legend}';\n${inserted(values)}`,
  ],
  [
    'in several lines',
    'a.sql',
    (values) =>
      `/*\n * status:\n *   0 = pending\n *   1 = active\n *   2 = banned\n */\n${created};\n${inserted(values)}`,
  ],
  ['above a header of CSV', 'a.csv', (values) => `# ${legend}\n${csv(values)}`],
  ['at the beginning of YAML', 'a.yaml', (values) => `# ${legend}\n${yaml(values, (value) => `    status: ${value}`)}`],
  [
    'above a key of YAML',
    'a.yaml',
    (values) => yaml(values, (value) => `    # 0 = pending, 1 = active, 2 = banned\n    status: ${value}`),
  ],
]

describe('the question about a value shows the words that the file has for it', () => {
  test.each(files)('%s', async (_, file, content) => {
    const { json } = await inspect({ [file]: content(several) })
    expect(json).toMatchObject({ users: 6, ready: 0, blocked: { 'unmapped-status': 6 } })
    const told = JSON.stringify(json?.['findings'])
    for (const words of ['status=0 (pending)', 'status=1 (active)', 'status=2 (banned)']) expect(told).toContain(words)
  })
})

describe('one value of all users that is explained as active needs no question', () => {
  test.each([
    ...files,
    [
      'beside a value of YAML',
      'a.yaml',
      (values: readonly number[]) => yaml(values, (value) => `    status: ${value} # 1 = enabled`),
    ],
  ] as typeof files)('%s', async (_, file, content) => {
    expect((await inspect({ [file]: content(one) })).json).toMatchObject({ users: 6, ready: 6, blocked: {} })
  })

  test('one that is explained as pending, or as nothing known, is asked about', async () => {
    for (const words of ['0 = active, 1 = pending', '0 = active, 1 = on hold', '0 = active, 2 = banned']) {
      const { json } = await inspect({ 'a.csv': `# status: ${words}\n${csv(one)}` })
      expect(json).toMatchObject({ ready: 0, blocked: { 'unmapped-status': 6 } })
    }
  })
})

test.each([
  ['another thing', `-- order status: 0 = new, 1 = active\n${created};\n${inserted(one)}`],
  [
    'another table',
    `-- ${legend}\nCREATE TABLE orders (id int, status int);\nINSERT INTO orders VALUES (1, 1);\n${created};\n${inserted(one)}`,
  ],
  ['another table that it names', `-- orders.${legend}\n${created};\n${inserted(one)}`],
  [
    'something behind the rows',
    `${created};\n${inserted(one)}-- ${legend}\nCREATE TABLE orders (id int, status int);\n`,
  ],
])('a comment on %s explains nothing', async (_, dump) => {
  const { json } = await inspect({ 'a.sql': dump })
  expect(json).toMatchObject({ users: 6, ready: 0, blocked: { 'unmapped-status': 6 } })
  expect(JSON.stringify(json?.['findings'])).not.toContain('(active)')
})
