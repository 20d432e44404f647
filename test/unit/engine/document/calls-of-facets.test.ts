import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Document } from '../../../../electron/engine/document/open-document.ts'
import { plannedRow } from '../../../../electron/engine/document/plans/load-user.ts'
import { readPlanning, settleRow } from '../../../../electron/engine/document/plans/plan-row.ts'
import { acquireExclusively, removeHashes } from '../../../../electron/engine/document/removed-hashes.ts'
import { allRows, sql } from '../../../../electron/engine/document/sqlite.ts'
import { callsText, replaceSource } from '../../../../electron/engine/document/stored-calls.ts'
import { noOtherHolder } from '../../../../electron/engine/import-pipeline/plan-columns.ts'
import { emptyDocument, must } from '../../../support/documents.ts'
import { rounds } from '../../../support/length.ts'
import { choices, correction, user } from '../../planning/arbitraries.ts'
import { bcrypt, identity, user as madeUser } from '../../planning/made-users.ts'
import { choose, correct, moveTo, outdateAll, plan, read, withDocument } from './planned-documents.ts'

const other = bcrypt.replace('abc', 'xyz')
const ann = madeUser({ sourceId: 'u1', email: 'ann@example.com', emailVerified: true, hash: { hash: bcrypt } })

/** The calls of each user in the table of texts. */
function ownCalls({ database }: Document): readonly unknown[] {
  return sql(database, 'SELECT calls FROM user_text ORDER BY user_id')
    .all()
    .flatMap((row) => Object.values(row ?? {}))
}

/** The calls of each user as the document has them, and as a plan of this moment has them. */
function bothCalls({ database }: Document): readonly (readonly [stored: string, planned: string])[] {
  const rows = allRows(
    plannedRow,
    sql(database, 'SELECT id, source, correction FROM user JOIN user_text ON user_id = id'),
  )
  const planning = readPlanning(database)
  return rows.map((row) => {
    const planned = settleRow(database, row, planning, noOtherHolder)
    return [callsText(database, row.id), JSON.stringify(planned.plan.calls)]
  })
}

test('the calls of any user are to the letter those of its plan, as read and as planned again', async () => {
  await fc.assert(
    fc.asyncProperty(user, choices, fc.option(correction, { nil: null }), async (one, chosen, corrected) => {
      await withDocument(async (document) => {
        await plan(document, read(document, [one]))
        const found = [...bothCalls(document)]
        await moveTo(document, null, 'all')
        found.push(...bothCalls(document))
        correct(document, 1, corrected)
        await choose(document, chosen, 'all')
        found.push(...bothCalls(document))
        for (const [stored, planned] of found) expect(stored).toBe(planned)
      })
    }),
    { numRuns: rounds(40, 400) },
  )
})

test('calls that repeat what the user has are not written for each user', async () => {
  const document = emptyDocument()
  const users = [
    ann,
    madeUser({ email: 'Bo@Example.com', identities: [identity('google-oauth2', '17')] }),
    madeUser({ phone: '+14155552671' }),
    madeUser({ standing: 'deleted' }),
    // A hash with another name around it goes out without that.
    madeUser({ email: 'cy@example.com', hash: { hash: `bcrypt$${bcrypt}` } }),
    madeUser({ email: 'di@example.com', hash: { hash: `{CRYPT}${bcrypt}` } }),
  ]
  await plan(document, read(document, users))
  const rewritten = `[{"kind":"import","email":"cy@example.com","passwordHash":"${bcrypt}","family":"bcrypt"}]`
  expect(ownCalls(document)).toEqual(['', '', '', '', rewritten, ''])
  expect(bothCalls(document).map(([stored]) => stored)).toEqual(bothCalls(document).map(([, planned]) => planned))
  await moveTo(document, null, 'all')
  expect(ownCalls(document).slice(0, 4)).toEqual(['', '', '', ''])
  correct(document, 1, { hash: { hash: other } })
  await choose(document, readPlanning(document.database).choices, 'all')
  expect([ownCalls(document)[0], bothCalls(document).every(([stored, planned]) => stored === planned)]).toEqual([
    expect.stringContaining(other),
    true,
  ])
})

test('findings about a kind of hash are kept once for all users, those about one user with that user', async () => {
  const document = emptyDocument()
  const cut = bcrypt.slice(0, 40)
  const users = [
    madeUser({ email: 'a@example.com', hash: { hash: '{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3' } }),
    madeUser({ email: 'b@example.com', hash: { hash: cut } }),
    madeUser({ email: 'c@example.com', hash: { hash: bcrypt }, phone: '+999123' }),
    madeUser({ sourceId: 'x'.repeat(300), email: 'd@example.com', hash: { hash: bcrypt } }),
  ]
  await plan(document, read(document, users))
  const own = sql(document.database, 'SELECT user_id, code FROM user_finding ORDER BY user_id').all()
  expect(own.every((row) => Number(Object.values(row ?? {})[0]) > 2)).toBe(true)
  expect(own.length).toBeGreaterThan(0)
  const all = sql(document.database, 'SELECT DISTINCT user_id FROM finding ORDER BY user_id').all()
  expect(all.map((row) => Object.values(row ?? {})[0])).toEqual([1, 2, 3, 4])
})

test('each user has its own calls where only some of many have any', async () => {
  const document = emptyDocument()
  const users = Array.from({ length: 47 }, (_, n) =>
    madeUser({
      sourceId: n % 5 === 0 ? null : `u${n}`,
      email: `u${n}@example.com`,
      hash: { hash: n % 3 === 0 ? `bcrypt$${bcrypt}` : bcrypt },
    }),
  )
  await plan(document, read(document, users))
  expect(ownCalls(document).map((calls) => calls !== '')).toEqual(users.map((_, n) => n % 3 === 0))
  expect(bothCalls(document).map(([stored]) => stored)).toEqual(
    users.map((one) => expect.stringContaining(`"${one.email}"`)),
  )
})

test('calls stay those that were planned where another source takes the place of theirs', async () => {
  const document = emptyDocument()
  const { database } = document
  await plan(
    document,
    read(document, [ann, madeUser({ email: 'bo@example.com', identities: [identity('google', '17')] })]),
  )
  const before = [callsText(database, 1), callsText(database, 2)]
  replaceSource(database, 1, JSON.stringify({ email: 'eve@example.com', hash: { hash: other } }))
  replaceSource(database, 2, '{}')
  expect([callsText(database, 1), callsText(database, 2)]).toEqual(before)
  expect(before).toEqual([expect.stringContaining(bcrypt), expect.stringContaining('"17"')])
  outdateAll(document)
  await plan(document)
  expect([callsText(database, 1), callsText(database, 2), ownCalls(document)]).toEqual([
    expect.stringMatching(/eve@example\.com.*xyzdefg/),
    '[]',
    ['', ''],
  ])
})

test('calls are written out where a part of another file may hold the hash', async () => {
  const document = emptyDocument()
  const { database } = document
  await plan(document, read(document, [{ ...ann, hash: null }]))
  database.exec(`INSERT INTO partial_record (file_id, line, byte, keys, part, user_id)
    VALUES (1, 9, 0, '[]', '{"hash":{"hash":"${bcrypt}"}}', 1)`)
  outdateAll(document)
  await plan(document)
  expect(ownCalls(document)).toEqual([expect.stringContaining(bcrypt)])
})

test.each([bcrypt, `{CRYPT}${bcrypt}`])('calls are listed without %s once the hashes were removed', async (hash) => {
  const document = emptyDocument()
  await plan(document, read(document, [{ ...ann, hash: { hash } }]))
  await acquireExclusively(document)
  must(await removeHashes(document, { now: 1, signal: new AbortController().signal, onProgress: () => undefined }))
  expect(callsText(document.database, 1)).toBe(
    '[{"kind":"import","email":"ann@example.com","passwordHash":"","family":"bcrypt"}]',
  )
})
