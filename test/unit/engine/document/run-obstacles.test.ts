import { expect, test } from 'vitest'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { incompleteFiles } from '../../../../electron/engine/document/incomplete-files.ts'
import { passwordCheckTable } from '../../../../electron/engine/document/password-checks.ts'
import { type PostRunFinding, postRunTable } from '../../../../electron/engine/document/post-run-findings.ts'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { setFileFact } from '../../../../electron/engine/document/source-facts.ts'
import { changeFaults } from '../../../../electron/engine/reading/sql/changes/sql-changes.ts'
import { noChoices } from '../../../../shared/planning/choices.ts'
import { emptyDocument } from '../../../support/documents.ts'
import { keepUser } from '../../../support/planned-users.ts'
import { importOf, plannedDocument } from '../../../support/rounds.ts'

function withFile() {
  const { database } = emptyDocument()
  const id = fileTable.add(database, '/exports/dump.sql', 'dump.sql', 12)
  fileTable.change(database, id, { complete: true, format: 'sql' })
  const obstacle = () => {
    const found = incompleteFiles.runObstacle(database)
    return found === null || found.ok ? null : found.error.code
  }
  return { database, id, obstacle }
}

test('nothing stands in the way of a run with files that were read whole', () => {
  expect(withFile().obstacle()).toBeNull()
})

test('a file that cannot be read does, and one of another kind does not', () => {
  const { database, obstacle } = withFile()
  const other = fileTable.add(database, '/exports/hashes.csv', 'hashes.csv', 0)
  fileTable.change(database, other, { problem: { code: 'file-empty', message: 'This file is empty.' } })
  expect(obstacle()).toBe('file-not-read')
  fileTable.change(database, other, { problem: { code: 'file-of-other-kind', message: 'This is a picture.' } })
  expect(obstacle()).toBeNull()
})

test('a truncated file does, until its read part is accepted', () => {
  const { database, id, obstacle } = withFile()
  fileTable.change(database, id, { truncation: 'cut' })
  expect(obstacle()).toBe('file-truncated')
  incompleteFiles.acceptTruncations(database)
  expect(obstacle()).toBeNull()
})

test('tables with logins that are not read do, until they are excluded', () => {
  const { database, id, obstacle } = withFile()
  fileTable.change(database, id, {
    unreadTables: [{ table: 'staff', columns: [{ column: 'mail', kind: 'email', rows: 1 }] }],
  })
  expect([obstacle(), incompleteFiles.undecidedTables(database)?.name]).toEqual(['tables-undecided', 'dump.sql'])
  fileTable.change(database, id, { complete: false })
  expect(incompleteFiles.undecidedTables(database)).toBeUndefined()
  fileTable.change(database, id, { complete: true })
  incompleteFiles.excludeTables(database)
  expect([obstacle(), incompleteFiles.undecidedTables(database)]).toEqual([null, undefined])
})

test('hashes that are not read do, until the operator continues without them', () => {
  const { database, id, obstacle } = withFile()
  const account = { kind: 'statement', name: 'SELECT', emails: 0, hashes: 2, places: ['line 3'] } as const
  setFileFact(database, id, 'control-totals', {
    emails: 0,
    hashes: 2,
    accounts: [{ ...account, places: [...account.places] }],
  })
  expect([obstacle(), incompleteFiles.undecidedHashes(database)?.name]).toEqual(['hashes-undecided', 'dump.sql'])
  fileTable.change(database, id, { complete: false })
  expect(incompleteFiles.undecidedHashes(database)).toBeUndefined()
  fileTable.change(database, id, { complete: true })
  setSetting(database, 'choices', { ...noChoices, unreadHashes: { 'dump.sql': 'exclude' } })
  expect([obstacle(), incompleteFiles.undecidedHashes(database)]).toEqual([null, undefined])
})

const byDatabase = / that only a database can evaluate$/

test('statements that were not applied do, by their number and first places, until they are ignored', () => {
  const { database, id, obstacle } = withFile()
  const add = (line: number, kind: string, reason = 'Some sentence.') =>
    database
      .prepare('INSERT INTO unreadable (file_id, line, byte, kind, reason) VALUES (?, ?, ?, ?, ?)')
      .run(id, line, line, kind, reason)
  const text = (file = id) => incompleteFiles.unappliedChanges(database, file)?.text.replace(byDatabase, '') ?? null
  // Its sentence is none of its kind.
  add(1, 'record', changeFaults.change.reason)
  expect([text(), incompleteFiles.undecidedChanges(database), obstacle()]).toEqual([null, undefined, null])
  add(2, 'unapplied-change')
  expect(text()).toBe('1 statement (line 2)')
  for (const line of [3, 4, 5]) add(line, 'other-file')
  add(6, 'unapplied-change')
  expect(text()).toBe('5 statements (line 2, line 3, line 4, line 5, line 6)')
  add(7, 'unapplied-change')
  add(8, 'unapplied-change')
  expect(text()).toBe('7 statements (line 2, line 3, line 4, line 5, line 6, and 2 more)')
  expect([obstacle(), text(id + 1)]).toEqual(['changes-undecided', null])
  setSetting(database, 'choices', { ...noChoices, unappliedChanges: { 'dump.sql': 'ignore' } })
  expect([obstacle(), incompleteFiles.undecidedChanges(database)]).toEqual([null, undefined])
})

test('removed hashes come before anything else', () => {
  const { database, id, obstacle } = withFile()
  fileTable.change(database, id, { truncation: 'cut' })
  setSetting(database, 'hashes-removing', 1)
  expect(obstacle()).toBe('hashes-removed')
})

test('only files that were not read to their end are tried again', () => {
  const { database, id } = withFile()
  const refused = { code: 'file-not-text', message: 'This is a picture.' }
  const other = fileTable.add(database, '/exports/b.sql', 'b.sql', 1)
  for (const one of [id, other]) fileTable.change(database, one, { problem: refused })
  incompleteFiles.clearErrors(database)
  expect(fileTable.list(database).map(({ problem }) => problem)).toEqual([refused, null])
})

test('a password check holds for the hash that is sent, one of each user, and the newest two hundred', () => {
  const { document } = plannedDocument([[importOf('a@example.com')], [], [importOf('c@example.com')]])
  const { database } = document
  const hash = passwordCheckTable.hashToSend(database, 1) ?? ''
  const check = { family: 'bcrypt', variant: '2b', at: 1, matched: true } as const
  expect([passwordCheckTable.hashToSend(database, 2), passwordCheckTable.of(database, 1)]).toEqual([null, null])
  passwordCheckTable.save(database, { ...check, user: 3 }, passwordCheckTable.hashToSend(database, 3) ?? '')
  passwordCheckTable.save(database, { ...check, user: 1, matched: false }, hash)
  passwordCheckTable.save(database, { ...check, user: 1 }, hash)
  passwordCheckTable.save(database, { ...check, user: 2 }, hash)
  expect(passwordCheckTable.list(database)).toEqual([
    { ...check, user: 3 },
    { ...check, user: 1 },
  ])
  passwordCheckTable.save(database, { ...check, user: 1 }, 'another hash')
  expect([passwordCheckTable.of(database, 1), passwordCheckTable.of(database, 3)?.user]).toEqual([null, 3])
  passwordCheckTable.drop(database, 'argon2')
  expect(passwordCheckTable.list(database)).toHaveLength(1)
  passwordCheckTable.drop(database, 'bcrypt')
  expect(passwordCheckTable.list(database)).toEqual([])
  passwordCheckTable.save(database, { ...check, user: 3 }, passwordCheckTable.hashToSend(database, 3) ?? '')
  for (let n = 0; n < 199; n++) passwordCheckTable.save(database, { ...check, user: 1000 + n }, 'x')
  expect(passwordCheckTable.list(database)).toHaveLength(1)
  passwordCheckTable.save(database, { ...check, user: 2000 }, 'x')
  expect(passwordCheckTable.list(database)).toEqual([])
})

function withFindings() {
  const { database } = emptyDocument()
  const file = fileTable.add(database, '/exports/users.csv', 'users.csv', 12)
  for (const id of [1, 2, 3]) keepUser(database, { id, file, email: `user${id}@example.com` })
  const record = (
    kind: 'verify' | 'undo',
    userId: number,
    outcome: PostRunFinding['outcome'],
    more: Partial<PostRunFinding> = {},
  ) =>
    postRunTable.record(database, 1, kind, {
      userId,
      key: 'k',
      coreUserId: `c${userId}`,
      outcome,
      message: 'm',
      at: 5,
      ...more,
    })
  return { database, file, record }
}

test('what a look-up found is kept with the user of the export, the newest of each kind, until the next look-up', () => {
  const { database, file, record } = withFindings()
  record('verify', 2, 'missing')
  record('verify', 1, 'missing', { message: 'x'.repeat(501) })
  record('verify', 2, 'found')
  record('undo', 1, 'removed')
  const rows = [...postRunTable.pages(database, 1, 'verify')].flat()
  expect(rows.map(({ userId, outcome, message }) => [userId, outcome, message.length])).toEqual([
    [1, 'missing', 500],
    [2, 'found', 1],
  ])
  expect(rows[1]).toEqual({
    userId: 2,
    key: 'k',
    outcome: 'found',
    message: 'm',
    at: 5,
    coreUserId: 'c2',
    sourceId: 'u2',
    email: 'user2@example.com',
    phone: null,
    fileId: file,
    file: 'users.csv',
    line: 3,
    byte: 0,
  })
  expect([
    [...postRunTable.missingAmong(database, 1, [1, 2, 3])],
    [...postRunTable.missingAmong(database, 1, [2])],
    [...postRunTable.missingAmong(database, 2, [1])],
  ]).toEqual([['1 k'], [], []])
  postRunTable.forget(database, 1, 'verify')
  expect([
    [...postRunTable.pages(database, 1, 'verify')].length,
    [...postRunTable.pages(database, 1, 'undo')].flat().length,
  ]).toEqual([0, 1])
})

test('problems are the results that are not as wanted, of one outcome or of all, as many as asked for', () => {
  const { database, record } = withFindings()
  record('verify', 1, 'found')
  record('verify', 2, 'missing')
  record('verify', 3, 'unanswered')
  record('undo', 1, 'removed')
  record('undo', 2, 'gone')
  record('undo', 3, 'linked')
  const users = (...args: [kind: 'verify' | 'undo', most: number, outcome?: PostRunFinding['outcome']]) =>
    postRunTable.problems(database, 1, args[0], args[1], args[2] ?? null).map(({ userId }) => userId)
  expect([
    users('verify', 9),
    users('verify', 1),
    users('verify', 9, 'unanswered'),
    users('undo', 9),
    users('undo', 9, 'left'),
  ]).toEqual([[2, 3], [2], [3], [3], []])
})

test('results come a thousand at a time, in the order of the export', () => {
  const { database, file } = withFindings()
  for (let id = 4; id <= 1001; id++) keepUser(database, { id, file })
  for (let id = 1001; id > 0; id--)
    postRunTable.record(database, 1, 'verify', {
      userId: id,
      key: 'k',
      coreUserId: 'c',
      outcome: 'found',
      message: '',
      at: 1,
    })
  const pages = [...postRunTable.pages(database, 1, 'verify')]
  expect([pages.map((page) => page.length), pages[1]?.[0]?.userId]).toEqual([[1000, 1], 1001])
})
