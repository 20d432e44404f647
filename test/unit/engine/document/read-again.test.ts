import { expect, test } from 'vitest'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { createReadingJudge } from '../../../../electron/engine/document/plans/judge-while-reading.ts'
import { readFile } from '../../../../electron/engine/document/read-file.ts'
import { oneNumber, sql } from '../../../../electron/engine/document/sqlite.ts'
import { emptyDocument } from '../../../support/documents.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'

const many = Array.from({ length: 1200 }, (_, at) => at)
const orders = `order_id,customer_email,total,shipped_at\n${many.map((at) => `${at},user${at % 900}@acme.example,${at}.50,2024-01-02`).join('\n')}\n`
const dump = `CREATE TABLE bookings (booking_id int, email text, price text);\n${many
  .map((at) => `INSERT INTO bookings VALUES (${at}, 'user${at % 900}@acme.example', '${at}.50');`)
  .join('\n')}\n`

/** Reads the file of a document; with a stop, only its beginning. */
function readingOf(name: string, text: string) {
  const document = emptyDocument()
  const { database } = document
  const id = fileTable.add(database, fileIn(temporaryFolder(), name, text), name, text.length)
  const read = (isStopped = false) => {
    const stop = new AbortController()
    const onProgress = () => (isStopped ? stop.abort() : undefined)
    return readFile(document, id, { signal: stop.signal, judging: createReadingJudge(database), onProgress })
  }
  const doubted = () =>
    oneNumber(sql(database, `SELECT count(*) AS n FROM user_text WHERE json_type(source, '$.mayBeOther') IS NOT NULL`))
  return { database, id, read, doubted }
}

test.each([
  ['orders.csv', orders],
  ['bookings.sql', dump],
])('a reading that was stopped doubts the same table when it begins again: %s', async (name, text) => {
  const { database, id, read, doubted } = readingOf(name, text)
  expect((await read(true)).ok).toBe(false)
  expect(fileTable.get(database, id)).toMatchObject({ complete: false, recognition: { provider: 'generic' } })
  expect((await read()).ok).toBe(true)
  expect(doubted()).toBe(many.length)
  const reason = fileTable.get(database, id)?.recognition?.reason
  expect(reason).toContain('it may hold something other than users')
  expect((await read()).ok).toBe(true)
  expect([doubted(), fileTable.get(database, id)?.recognition?.reason]).toEqual([many.length, reason])
})

test('a table that the operator mapped is doubted no more when it is read again', async () => {
  const { database, id, read, doubted } = readingOf('orders.csv', orders)
  expect((await read()).ok).toBe(true)
  const mapping = {
    version: 1 as const,
    columns: [{ path: 'customer_email', target: 'email' as const }],
    fixedProvider: null,
  }
  fileTable.change(database, id, { mapping })
  expect((await read()).ok).toBe(true)
  expect(doubted()).toBe(0)
})
