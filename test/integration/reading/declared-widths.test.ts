import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

/** A dump with two users, whose column of emails has this type. */
function dumpWith(type: string, emails: readonly [string, string]): string {
  const table = `CREATE TABLE users (\n  id int NOT NULL,\n  email ${type} NOT NULL COMMENT 'of 30 (30)',\n  PRIMARY KEY (id)\n);`
  const rows = emails.map((email, at) => `(${at + 1}, '${email}')`).join(', ')
  return `${table}\nINSERT INTO users (id, email) VALUES ${rows};\n`
}

/** 30 characters, the last of which were cut off. */
const cut = 'ann.longname@students.acme.exa'
const odd = { code: 'email-odd', users: 1 }

test.each([
  'varchar(30)',
  'VARCHAR2(30 CHAR)',
  'character varying(30)',
  'nvarchar ( 30 )',
  '[nvarchar](30)',
  'char(30)',
])('an email that fills its column is unusual, as it may be cut off: %s', async (type) => {
  const { json } = await inspect({ 'users.sql': dumpWith(type, ['ben@acme.example', cut]) })
  expect(json).toMatchObject({ users: 2, ready: 2, findings: expect.arrayContaining([expect.objectContaining(odd)]) })
})

test.each(['varchar(31)', 'text', 'varchar(255)', 'int(30)'])(
  'an email shorter than its column is not: %s',
  async (type) => {
    const { json } = await inspect({ 'users.sql': dumpWith(type, ['ben@acme.example', cut]) })
    expect(JSON.stringify(json)).not.toContain('email-odd')
  },
)

test('an email that a column of fixed width fills with blanks is usual', async () => {
  const { json } = await inspect({
    'users.sql': dumpWith('char(30)', ['ben@acme.example'.padEnd(30), 'ann@acme.example'.padEnd(30)]),
  })
  expect(json).toMatchObject({ users: 2, ready: 2 })
  expect(JSON.stringify(json)).not.toContain('email-odd')
})

test('another value of that length in a column of that width says nothing of the email', async () => {
  const name = 'x'.repeat(16)
  const text = `CREATE TABLE users (id int, name varchar(16), email varchar(99));\nINSERT INTO users (id, name, email) VALUES (1, '${name}', 'ben@acme.example');\n`
  const { json } = await inspect({ 'users.sql': text })
  expect(JSON.stringify(json)).not.toContain('email-odd')
})
