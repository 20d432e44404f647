import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Columns of MySQL's type ENUM, whose values rows may have by their numbers, from 1 on. */

const login = (at: number) => `${at + 1}, 'u${at}@acme.example', '${madeUpBcrypt(at)}'`
const table = (column: string) => `CREATE TABLE users (id int, email varchar(80), password varchar(80), ${column});\n`
const rows = (values: readonly string[]) =>
  `INSERT INTO users VALUES ${values.map((value, at) => `(${login(at)}, ${value})`).join(', ')};\n`
const status = "status enum('active','banned','deleted') NOT NULL DEFAULT 'active'"

async function inspected(dump: string) {
  const { json } = await inspect({ 'dump.sql': dump })
  return { ready: json?.['ready'], excluded: json?.['excluded'], blocked: json?.['blocked'] }
}

describe('a number is the value that it counts', () => {
  const counted = { ready: 2, excluded: 1, blocked: { disabled: 1 } }

  test.each([
    ['in rows', rows(['1', '2', '3', '1'])],
    ['as texts', rows(["'1'", "'2'", "'3'", "'1'"])],
    ['among words', rows(["'active'", '2', "'deleted'", '1'])],
    [
      'with the names of columns',
      ['1', '2', '3', '1']
        .map((value, at) => `INSERT INTO users (id, email, password, Status) VALUES (${login(at)}, ${value});\n`)
        .join(''),
    ],
    [
      'in INSERT SET',
      ['1', '2', '3', '1']
        .map(
          (value, at) =>
            `INSERT INTO users SET id = ${at}, email = 'u${at}@acme.example', password = '${madeUpBcrypt(at)}', status = ${value};\n`,
        )
        .join(''),
    ],
  ])('%s', async (_, inserted) => {
    expect(await inspected(`${table(status)}${inserted}`)).toEqual(counted)
  })

  test('behind an ALTER TABLE that defines the column', async () => {
    const altered = `${table('status int')}ALTER TABLE users MODIFY COLUMN ${status};\n`
    expect(await inspected(`${altered}${rows(['1', '2', '3', '1'])}`)).toEqual(counted)
  })
})

test('the first of N and Y is the no, also as a number', async () => {
  const dump = `${table("active enum('N','Y') DEFAULT 'Y'")}${rows(['2', '1', "'Y'", "'N'"])}`
  expect(await inspected(dump)).toEqual({ ready: 2, excluded: 0, blocked: { disabled: 2 } })
})

test('a number that is a value itself stays what it is', async () => {
  const dump = `${table("active enum('0','1') DEFAULT '1'")}${rows(["'1'", "'0'", "'1'", "'0'"])}`
  expect(await inspected(dump)).toEqual({ ready: 2, excluded: 0, blocked: { disabled: 2 } })
})

test('a number beyond the list, and one in a column of another type, is asked about', async () => {
  for (const dump of [
    `${table(status)}${rows(['1', '4', '1', '1'])}`,
    `${table('status int')}${rows(['1', '1', '1', '1'])}`,
  ])
    expect((await inspected(dump)).blocked).toMatchObject({ 'unmapped-status': expect.any(Number) })
})
