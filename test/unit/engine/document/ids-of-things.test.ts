import { expect, test } from 'vitest'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { joinLoginFiles } from '../../../../electron/engine/document/joins/login-files.ts'
import { markSameIds } from '../../../../electron/engine/document/joins/same-ids.ts'
import { createReadingJudge } from '../../../../electron/engine/document/plans/judge-while-reading.ts'
import { readFile } from '../../../../electron/engine/document/read-file.ts'
import { sql } from '../../../../electron/engine/document/sqlite.ts'
import { emptyDocument, must } from '../../../support/documents.ts'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'

const ten = Array.from({ length: 10 }, (_, at) => at + 1)
const mail = (at: number) => `user${at}@acme.example`
const phone = (at: number) => `+4915112345${at + 10}0`
const code = (at: number) => `5f0c0ffe-1234-4abc-8def-${String(at).padStart(12, '0')}`

/** A file with ten rows. */
function list(name: string, header: string, row: (at: number) => string): readonly [name: string, text: string] {
  return [name, `${[header, ...ten.map(row)].join('\n')}\n`]
}

/** How many rows were joined of files that were read in this order, and how many users are asked about for their ID. */
async function outcomeOf(...files: readonly (readonly [name: string, text: string])[]) {
  const document = emptyDocument()
  const { database } = document
  for (const [name, text] of files) {
    const file = fileTable.add(database, fileIn(temporaryFolder(), name, text), name, text.length)
    const judging = createReadingJudge(database)
    must(await readFile(document, file, { signal: new AbortController().signal, judging, onProgress: () => undefined }))
  }
  await joinLoginFiles(database)
  markSameIds(database)
  const asked = `SELECT 1 FROM user_text WHERE json_type(source, '$.sameIdElsewhere') = 'text'`
  return {
    joined: sql(database, 'SELECT 1 FROM partial_record').all().length,
    asked: sql(database, asked).all().length,
  }
}

const people = list('users.csv', 'user_id,nick,email', (at) => `${at},u${at},${mail(at)}`)
const hashes = list('2.csv', 'id_usuario,clave', (at) => `${at},${madeUpBcrypt(at)}`)
const apart = { joined: 0, asked: 0 }
const together = { joined: 10, asked: 0 }

test.each([
  ['restaurants', people, list('1.csv', 'restaurant_id,title,phone', (at) => `${at},Place ${at},${phone(at)}`)],
  [
    'rooms, by the name of their file',
    people,
    list('rooms.csv', 'room_id,colour,phone', (at) => `${at},red,${phone(at)}`),
  ],
  ['Fahrzeuge', people, list('fahrzeuge.csv', 'fahrzeug_id,farbe,telefon', (at) => `${at},rot,${phone(at)}`)],
  ['stores that are closed', people, list('1.csv', 'store_id,phone,blocked', (at) => `${at},${phone(at)},${at === 3}`)],
  [
    'shops with an address, whose people have hashes',
    hashes,
    list('1.csv', 'id_tienda,email', (at) => `${at},${mail(at)}`),
  ],
])('numbers of people are none of %s', async (_, one, other) => {
  expect([await outcomeOf(one, other), await outcomeOf(other, one)]).toEqual([apart, apart])
})

test.each([
  [
    'the ID has one name in both',
    list('1.csv', 'restaurant_id,title,email', (at) => `${at},Place ${at},${mail(at)}`),
    list('2.csv', 'restaurant_id,hash', (at) => `${at},${madeUpBcrypt(at)}`),
  ],
  [
    'the IDs are codes that a program made',
    list('1.csv', 'id_tienda,email', (at) => `${code(at)},${mail(at)}`),
    list('2.csv', 'user_id,hash', (at) => `${code(at)},${madeUpBcrypt(at)}`),
  ],
  ['both are of people', people, list('profiles.csv', 'account_id,phone', (at) => `${at},${phone(at)}`)],
  [
    'both are of people, also by the name of the file',
    people,
    list('members.csv', 'member_id,phone', (at) => `${at},${phone(at)}`),
  ],
  ['one is a mere ID', list('1.csv', 'id,name,email', (at) => `${at},Ann ${at},${mail(at)}`), hashes],
])('rows are of the users of another file where %s', async (_, one, other) => {
  expect([await outcomeOf(one, other), await outcomeOf(other, one)]).toEqual([together, together])
})
