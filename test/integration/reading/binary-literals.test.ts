import { expect, test } from 'vitest'
import { decodeText } from '../../../electron/engine/reading/encoding.ts'
import { cli } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

/* Dumps with bytes that are no text between quotation marks. Each character of these texts is a byte. */

const utf8 = (text: string) => Buffer.from(text).toString('latin1')
const picture = `\x89PNG\\r\\n\\Z\\n\\0\\0\\0\\rIHDR\x08\x06\xda\x28\xff\xc3\x28`
const symbols = '\x9b\x80\x95\xbf\xd7'

function dump(charset: string, name: string, bytes: string, type = 'longblob'): string {
  return `SET NAMES ${charset};
CREATE TABLE users (id int, name varchar(60), email varchar(90), password varchar(80), data ${type});
INSERT INTO users VALUES (1,'${name}','ann@acme.example','${madeUpBcrypt(1)}','${bytes}');
INSERT INTO users VALUES (2,'${name}','ben@acme.example','${madeUpBcrypt(2)}','');
`
}

async function inspected(text: string) {
  const { out } = await cli(['inspect', 'all.sql'], { cwd: folderOf({ 'all.sql': Buffer.from(text, 'latin1') }) })
  return [/sql, ([\w-]+), \d+ records/.exec(out)?.[1], /encoded twice|check the letters/.test(out)]
}

test.each([
  ['a picture', dump('utf8', 'Ann', picture)],
  ['a picture beside names', dump('utf8mb4', utf8('Jürgen Müller'), picture)],
  ['a packed address', dump('utf8', utf8('Zoë Gößner'), 'mJ\x9b\\"', 'varbinary(16)')],
  ['a key', dump('utf8', 'Ann', symbols, 'binary(5)')],
])('the bytes of %s say nothing of the encoding', async (_, text) => {
  expect(await inspected(text)).toEqual(['utf-8', false])
})

test.each([
  ['names', dump('utf8', 'J\xfcrgen M\xfcller', '')],
  ['names beside a picture', dump('latin1', 'J\xfcrgen M\xfcller', picture)],
])('letters of Windows-1252 are still told: %s', async (_, text) => {
  expect(await inspected(text)).toEqual(['windows-1252', false])
})

test('text that was encoded twice is still told beside a picture', async () => {
  expect(await inspected(dump('utf8', utf8(utf8('Jürgen Müller')), picture))).toEqual(['utf-8', true])
})

test('text beside bytes keeps its letters, in whatever encoding each is', () => {
  const decode = (text: string) => decodeText(Buffer.from(text, 'latin1'))
  expect(decode(`(1,'${utf8('jürgen@acme.example')}','${picture}')`)).toContain("(1,'jürgen@acme.example','‰PNG")
  expect(decode(`"${utf8('Zoë')}";"Ma\xf1ana"`)).toBe('"Zoë";"Mañana"')
  expect(decode(`Jos\xe9 CAF\xc9\xae`)).toBe('José CAFÉ®')
})
