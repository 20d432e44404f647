import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'

const hash = '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01232'

function folderWith(files: Readonly<Record<string, string>>): string {
  const cwd = temporaryFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content)
  return cwd
}

test('a second table of a dump that looks like users is named as one, with what to do', async () => {
  const dump = `CREATE TABLE customers (id int, email text, passwort text);
INSERT INTO customers VALUES (1,'ann@example.com','${hash}'),(2,'ben@example.com','${hash}');
CREATE TABLE staff (nr int, mail text, pass text);
INSERT INTO staff VALUES (7,'cleo@example.com','${hash}');
CREATE TABLE orders (id int, total int);
INSERT INTO orders VALUES (1,3);
`
  const mapping = mappingOf({ mail: 'email', nr: 'source-id' })
  const cwd = folderWith({ 'shop.sql': dump, 'staff.json': JSON.stringify(mapping) })
  const { out } = await cli(['inspect', 'shop.sql'], { cwd })
  expect(out).toContain('Tables: customers')
  expect(out).toMatch(/table not used: staff \(looks like users too, 1 row: .*give a mapping of its columns\)/)
  expect(out).toContain('table not used: orders (does not look like users, 1 row)')
  const other = await cli(['inspect', 'shop.sql', '--mapping', 'staff.json', '--json'], { cwd })
  expect(other.json).toMatchObject({ users: 1, files: [{ mapping: { tables: ['staff'] } }] })
})

test('a saved mapping reads a later file with more columns, and says what is new', async () => {
  const mapping = mappingOf({ email: 'email', pw: 'password-hash' })
  const later = `email,pw,phone,city\nann@example.com,${hash},+4915112345678,Bern\nben@example.com,${hash},+4915112345679,Ulm\n`
  const cwd = folderWith({ 'later.csv': later, 'saved.json': JSON.stringify(mapping) })
  const { json } = await cli(['inspect', 'later.csv', '--mapping', 'saved.json', '--json'], { cwd })
  expect(json).toMatchObject({ users: 2, loginMethods: { emailPassword: 2 } })
  expect(JSON.stringify(json)).toContain('phone number, not imported: phone; new: the mapping does not name it')
})

test('rows of a dump without column names are reported by the columns of the product whose table it is', async () => {
  const cwd = join(import.meta.dirname, '../../fixtures/exports/keycloak')
  const { json } = await cli(['inspect', 'data-only.sql', '--json'], { cwd })
  const text = JSON.stringify(json)
  expect(text).toContain('"column":"public.user_entity.email","becomes":"Email"')
  expect(text).not.toContain('"public.user_entity.2"')
})
