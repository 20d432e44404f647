import { mkdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { madeUpCsv, usersWithHashes } from '../../support/made-up-csv.ts'
import { folderOf, temporaryFolder } from '../../support/temporary-folder.ts'
import { refusal, refused } from './refusals.ts'

const choose =
  'Choose the CSV, JSON, NDJSON, SQL, LDIF, YAML, XML, XLSX or BSON file or the SQLite database that the provider gave you.'
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(3000, 7)])
const words =
  'This file has no records, only column names or an empty list. If the old system has none of these either, leave the file out; otherwise export it again.'

describe('a file that is no export of users', () => {
  const commands = [['inspect'], ['inspect', '--json'], ['run', '--core', 'http://127.0.0.1:9', '--yes', '--json']]

  test.each([
    ['an empty file', '', 'This file is empty. Export it again.'],
    ['blanks', ' \n\n', 'This file is empty. Export it again.'],
    ['column names alone', 'id,email\n', words],
    ['an empty list', '[]', words],
    ['a picture', png, `This is a picture (PNG), not an export of users. ${choose}`],
    ['NULs', Buffer.alloc(2000), `This is not a text file, so it cannot be an export of users. ${choose}`],
    [
      'a web page',
      '<!DOCTYPE html><html>Link expired</html>',
      'This is a web page, not an export of users. Perhaps the download link had expired: download the export again.',
    ],
    [
      'XML',
      '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
      'This is the error of a storage (AccessDenied), not an export of users. Perhaps the download link had expired: download the export again.',
    ],
    [
      'XML with its users in a comment',
      '<?xml version="1.0"?>\n<tomcat-users>\n<!--\n<role rolename="tomcat"/>\n<user username="tomcat" password="<change>" roles="tomcat"/>\n<user username="both" password="<change>" roles="tomcat,role1"/>\n-->\n</tomcat-users>\n',
      'All users of this XML are in a comment (<!-- … -->), so none of them is active. Choose the file that your server uses, or remove the marks of the comment.',
    ],
    [
      'XML with other things in a comment',
      '<?xml version="1.0"?>\n<!-- <host name="a"/> --><hosts><host name="b"/></hosts>\n',
      'This is XML, not an export of users. None of its elements looks like a user, by an email address, a user name or a password: export the users as CSV or JSON.',
    ],
    [
      'an encrypted file',
      Buffer.concat([Buffer.from('85010c03aabbccddeeff0011', 'hex'), Buffer.alloc(400, 200)]),
      'This file is encrypted. Decrypt it with the key you gave the provider (for example `gpg --decrypt`), and choose the result.',
    ],
    [
      'a zip archive that was cut',
      Buffer.from('PK\u0003\u0004 and so on', 'latin1'),
      'This zip archive was cut or is damaged: its end is missing. Download or copy it again.',
    ],
    [
      'gzip without content',
      gzipSync('x').subarray(0, 10),
      'The compressed file ends too early: everything from here on is missing. Download or copy it again.',
    ],
    ['a million columns', `${'a,'.repeat(1_000_000)}\n`, `The first line is too long for a table. ${choose}`],
    [
      'twenty thousand columns',
      `${'a,'.repeat(20_000)}\n${'1,'.repeat(20_000)}\n`,
      `This table has more than 10,000 columns, so it is not a table of users. ${choose}`,
    ],
    [
      'hash parameters',
      'hash_config {\n  algorithm: SCRYPT,\n}\n',
      'These are hash parameters, not users. Enter them as the hash parameters of the project (--scrypt-parameters on the command line).',
    ],
  ])('is refused in one line: %s', async (_, content, sentence) => {
    for (const [command = '', ...options] of commands) {
      const folder = folderOf({ 'users.csv': content })
      expect(await refusal([command, 'users.csv', ...options], folder)).toEqual(refused(`users.csv: ${sentence}`))
    }
  })

  test('is refused in one line: a folder, a file that is not there, a device', async () => {
    const folder = temporaryFolder()
    mkdirSync(`${folder}/users.csv`)
    const sentences = [
      ['users.csv', 'users.csv: This is a folder. Choose the export file in it.'],
      [
        'gone.csv',
        'gone.csv: This file was not found. It may have been moved or renamed, or its drive disconnected. Choose it again.',
      ],
      ['/dev/null', 'null: This is a device or a pipe, not a file. Choose the export file itself.'],
    ] as const
    for (const [file, sentence] of sentences) {
      if (file === '/dev/null' && process.platform === 'win32') continue
      for (const [command = '', ...options] of commands) {
        expect(await refusal([command, file, ...options], folder)).toEqual(refused(sentence))
      }
    }
  })
})

describe('an export without a single user', () => {
  test.each([
    [
      'cut in its first record',
      '[{"localId":"a","em',
      'The only record is unreadable: users.csv, entry 1  The file ends in the middle of this record: it was cut, and what followed is missing. Export or copy it again.',
    ],
    [
      'a table of something else',
      'colour,size\nred,1\nblue,2\n',
      'All 2 records are unreadable: users.csv:2  No column looks like an email, a phone number or an ID. If one holds these, map it on Map columns or with --mapping; otherwise choose the export with the users. (and 1 more like it)',
    ],
    [
      'nothing but brackets',
      '['.repeat(100_000),
      'The only record is unreadable: users.csv, entry 1  The file ends in the middle of this record: it was cut, and what followed is missing. Export or copy it again.',
    ],
  ])('is not run, and leaves no migration behind: %s', async (_, content, sentence) => {
    const args = ['run', 'users.csv', '--core', 'http://127.0.0.1:9', '--yes']
    expect(await refusal(args, folderOf({ 'users.csv': content }))).toEqual(
      refused(`This export contains no users. ${sentence}`),
    )
  })

  test('is told from a file that only adds to users of another one', async () => {
    const hashes = '{"_id":{"$oid":"1"},"email":"ann@acme.example","passwordHash":"$2b$10$x","connection":"Users"}\n'
    expect(
      await refusal(
        ['run', 'hashes.ndjson', '--core', 'http://127.0.0.1:9', '--yes'],
        folderOf({ 'hashes.ndjson': hashes }),
      ),
    ).toEqual(refused('These records only complete other users. Add the file with the users.'))
  })
})

describe('a file of which a part can be read', () => {
  const table = 'id,email\n1,ann@acme.example\n2,zoë@acme.example\n3,cia@acme.example\n'
  const utf16 = Buffer.from(table, 'utf16le')

  test.each([
    [
      'cut JSON',
      '[{"email":"ann@acme.example"},\n{"email":"be',
      1,
      ['users.csv:2  The file ends in the middle of this record'],
    ],
    [
      'ragged rows',
      'id,email\n1,ann@acme.example\n2\n3,ben@acme.example,x\n4,cia@acme.example\n',
      2,
      ['users.csv:3  This row has 1 cell, the header has 2.', 'users.csv:4  This row has 3 cells, the header has 2.'],
    ],
    [
      'a quotation mark that is never closed',
      'id,email\n1,"ann@acme.example\n2,ben@acme.example\n3,cia@acme.example\n',
      2,
      ['users.csv:2  A quotation mark is opened in this line and never closed.'],
    ],
    ['UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), 3, []],
    ['UTF-16 without one', utf16, 3, []],
    ['UTF-16 the other way round', Buffer.from(utf16).swap16(), 3, []],
    ['UTF-16 with half a character at its end', Buffer.concat([utf16, Buffer.from([0x41])]), 3, []],
    [
      'gzip that was cut',
      gzipSync(madeUpCsv(usersWithHashes(20_000))).subarray(0, 40_000),
      null,
      ['The compressed file ends too early: everything from here on is missing.'],
    ],
  ])('is read as far as it goes, and the rest is named with its line: %s', async (_, content, users, reasons) => {
    const folder = folderOf({ 'users.csv': content })
    const { code, out, err } = await cli(['inspect', 'users.csv'], { cwd: folder })
    const { json } = await cli(['inspect', 'users.csv', '--json'], { cwd: folder })
    const { records, unreadable } = { records: Number(json?.['records']), unreadable: Number(json?.['unreadable']) }
    // A slow machine is told how far reading is.
    const message = err.replaceAll(/^(?:Reading the export|Planning): .*\n/gm, '')
    expect({
      code,
      err: message,
      users: json?.['users'],
      unreadable,
      missing: reasons.filter((one) => !out.includes(one)),
    }).toEqual({
      code: 0,
      err: '',
      users: users ?? records - 1,
      unreadable: reasons.length,
      missing: [],
    })
  })
})

describe('a file that goes with the export', () => {
  const table = 'id,email\n1,ann@acme.example\n'
  const run = ['run', 'users.csv', '--core', 'http://127.0.0.1:9', '--yes']

  test.each([
    [['inspect', 'users.csv', '--mapping', 'gone'], 'Cannot read the mapping from gone. Check the path.'],
    [['inspect', 'users.csv', '--mapping', '.'], 'Cannot read the mapping from .. Check the path.'],
    [
      ['inspect', 'users.csv', '--mapping', 'users.csv'],
      'This file is not a mapping: it is not JSON. Choose one that this app saved.',
    ],
    [
      ['inspect', 'users.csv', '--scrypt-parameters', 'users.csv'],
      'Not found: base64_salt_separator, rounds, mem_cost. Give the whole block, from hash_config to the closing brace.',
    ],
    [[...run, '--api-key-file', 'gone'], 'Cannot read the API key from gone. Check the path.'],
    [[...run, '--api-key-file', 'users.csv'], 'The API key contains a line break. Enter only the key, on one line.'],
    [[...run, '--only', 'gone'], 'Cannot read the users from gone. Check the path.'],
    [[...run, '--only', 'users.csv'], 'None of the listed users is in this export. Check the list and the files.'],
    [['hashes', 'gone'], 'Cannot read the file with the hashes. Check its name and permissions.'],
  ])('is refused in one line: %j', async (args, sentence) => {
    expect(await refusal(args, folderOf({ 'users.csv': table }))).toEqual(refused(sentence))
  })

  test.skipIf(process.platform !== 'linux')('is read no further than it may be long, whatever it is', async () => {
    for (const option of ['--mapping', '--scrypt-parameters']) {
      const { code, err } = await refusal(
        ['inspect', 'users.csv', option, '/dev/zero'],
        folderOf({ 'users.csv': table }),
      )
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(/^\/dev\/zero is too large to be the [a-z ]+\. Check the file\.\n$/),
      ])
    }
  })
})
