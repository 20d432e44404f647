import { writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { onTestFinished, describe, expect, test } from 'vitest'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import { createBackgroundWork } from '../../../../electron/engine/session/background-work.ts'
import { documentView } from '../../../../electron/engine/session/document-view.ts'
import { mappingView, recordView } from '../../../../electron/engine/session/mapping-views.ts'
import { noChoices } from '../../../../shared/planning/choices.ts'
import { codeOf, emptyDocument, must } from '../../../support/documents.ts'
import { mappingOf } from '../../../support/made-up-mapping.ts'
import { liveTarget } from '../../../support/rounds.ts'
import { fileIn, temporaryFolder } from '../../../support/temporary-folder.ts'
import { bcrypt } from '../../planning/made-users.ts'
import { nothing } from './nothing-begun.ts'

const csv = `user_id,email,password_hash,note\nu1,ann@example.com,${bcrypt},hello\nu2,ben@example.com,${bcrypt},bye\n`

/** A document that has read a file, and what it showed meanwhile. */
async function readFile(text = csv, mayRead: (path: string) => boolean = () => true) {
  const document = emptyDocument()
  const { database } = document
  const path = fileIn(temporaryFolder(), 'users.csv', text)
  const file = fileTable.add(database, path, 'users.csv', Buffer.byteLength(text))
  const kinds: string[] = []
  const problems: string[] = []
  const work = createBackgroundWork(document, {
    onChange: () => {
      const { kind } = work.state()
      if (kinds.at(-1) !== kind) kinds.push(kind)
    },
    onError: ({ code }) => problems.push(code),
    mayRead,
  })
  onTestFinished(() => work.stop())
  work.begin('read')
  must(await work.settled())
  return { document, database, file, path, kinds, problems, work }
}

const always = () => true

describe('work in the background', () => {
  test('reads and plans, shows each, and rests', async () => {
    const { database, file, kinds, problems, work } = await readFile()
    expect([kinds, problems, work.state()]).toEqual([
      ['reading', 'planning', 'idle'],
      [],
      { kind: 'idle', done: 0, total: 0, reading: null },
    ])
    expect(fileTable.get(database, file)).toMatchObject({ complete: true, records: 2, unreadable: 0, problem: null })
    work.begin('read')
    must(await work.settled())
    expect(kinds).toHaveLength(3)
  })

  test('opens no file that was not chosen on this machine', async () => {
    const { database, file } = await readFile(csv, () => false)
    expect(fileTable.get(database, file)).toMatchObject({ complete: false, records: 0, digest: null })
  })

  test('keeps the problem of a file with the file, and goes on', async () => {
    const { database, file, problems } = await readFile('')
    expect([problems, fileTable.get(database, file)?.problem === null]).toEqual([[], false])
  })

  test('plans again what a decision changes, and nothing where none is changed', async () => {
    const { kinds, work } = await readFile()
    kinds.length = 0
    let taken = 0
    work.decide([], () => void (taken += 1))
    must(await work.settled())
    expect([taken, kinds]).toEqual([1, []])
    work.decide(['disabled'], () => void (taken += 1))
    must(await work.settled())
    expect([taken, kinds]).toEqual([2, ['planning', 'idle']])
    work.outdate([])
    expect(kinds).toHaveLength(2)
  })

  test('plans nothing any more once hashes may be gone', async () => {
    const { database, kinds, work } = await readFile()
    kinds.length = 0
    setSetting(database, 'hashes-removing', 1)
    work.outdate('all')
    work.begin('plan')
    work.begin('read')
    must(await work.settled())
    expect(kinds).toEqual([])
  })

  test('a change waits for its turn, and is followed by planning', async () => {
    const { database, kinds, work } = await readFile()
    kinds.length = 0
    const done: string[] = []
    const clear = async ({ onProgress }: { readonly onProgress: (done: number, total: number) => void }) => {
      onProgress(1, 2)
      done.push(work.state().kind)
    }
    await Promise.all([work.change(() => void done.push('first'), clear), work.change(() => void done.push('second'))])
    must(await work.settled())
    expect([done, kinds.includes('clearing'), work.state().kind]).toEqual([
      ['clearing', 'first', 'second'],
      true,
      'idle',
    ])
    expect(fileTable.get(database, 1)?.complete).toBe(true)
  })

  test('work alone shows how far it is, and plans afterwards only where it changed plans', async () => {
    const { kinds, work } = await readFile()
    kinds.length = 0
    const seen: unknown[] = []
    await work.alone('comparing', async ({ onProgress, isCalledOff }) => {
      onProgress(1, 3)
      seen.push(work.state(), isCalledOff())
      work.stopExcluding()
      seen.push(isCalledOff())
    })
    expect([seen, kinds]).toEqual([
      [{ kind: 'comparing', done: 1, total: 3, reading: null }, false, true],
      ['comparing', 'idle'],
    ])
    await work.alone('excluding', async ({ signal }) => {
      work.stopExcluding()
      seen.push(signal.aborted)
    })
    must(await work.settled())
    expect([seen.at(-1), kinds]).toEqual([true, ['comparing', 'idle', 'excluding', 'planning', 'idle']])
  })
})

describe('a document on screen', () => {
  test('shows its file as it was read', async () => {
    const { document, file, path } = await readFile()
    const trust = { knowsCore: () => false, knowsFile: () => true }
    const view = documentView(document, { ...nothing, version: 7, trust })
    expect(view).toMatchObject({
      name: basename(document.path),
      location: dirname(document.path),
      version: 7,
      target: null,
      baseline: null,
      baselinePending: null,
      started: false,
      rehearsed: false,
      filtered: false,
      scrypt: null,
      scryptHashes: false,
      providers: [],
      tenants: [],
      interruptedExclusion: null,
      needsMapping: [],
    })
    expect([view.inStep, view.undone]).toEqual([undefined, undefined])
    expect(view.files).toMatchObject([
      {
        id: file,
        name: 'users.csv',
        size: Buffer.byteLength(csv),
        format: 'csv',
        compression: 'none',
        provider: 'generic',
        providerTitle: 'Custom table',
        role: 'users',
        records: 2,
        unreadable: 0,
        other: [],
        complete: true,
        truncation: null,
        unreadTables: null,
        unappliedChanges: null,
        lostLogins: null,
        withoutUsers: null,
        problem: null,
        offers: null,
        chosenTable: null,
        readTables: [],
        isOther: false,
        unconfirmedPath: null,
      },
    ])
    expect(view.files[0]?.controlTotals).toMatchObject({ hashesOfUsers: 2, unreadHashes: null })
    expect(path).toContain('users.csv')
  })

  test('says which files give nothing to any user, and whether they are left out', async () => {
    const { document, database, work } = await readFile()
    const others = {
      'countries.csv': 'id,name\n1,Island\n2,Chad\n',
      'banned_users.csv': 'note,since\nspam,2024-01-01\n',
    }
    for (const [name, text] of Object.entries(others))
      fileTable.add(database, fileIn(temporaryFolder(), name, text), name, text.length)
    work.begin('read')
    must(await work.settled())
    const trust = { knowsCore: () => false, knowsFile: () => true }
    const view = documentView(document, { ...nothing, version: 7, trust })
    expect(view.files.map(({ withoutUsers }) => withoutUsers)).toEqual([
      null,
      { text: expect.stringMatching(/^countries\.csv contains no users\. .* It is left out\.$/), leftOut: true },
      { text: expect.stringMatching(/^banned_users\.csv .* Write one row for each of them/), leftOut: false },
    ])
  })

  test('says of no file that it gives nothing to users while another one is being read', async () => {
    const { document } = await readFile('country,name\nis,Island\ntd,Chad\n')
    const trust = { knowsCore: () => false, knowsFile: () => true }
    const isTold = (kind: 'idle' | 'reading' | 'planning') =>
      documentView(document, { ...nothing, trust, work: { ...nothing.work, kind } }).files[0]?.withoutUsers !== null
    expect([isTold('reading'), isTold('planning'), isTold('idle')]).toEqual([false, false, true])
  })

  test('shows what else is known of a file and of the migration', () => {
    const document = emptyDocument()
    const { database } = document
    const odd = '/exports/a\u0007b\u2028.csv'
    const id = fileTable.add(database, odd, 'b.csv', 12)
    fileTable.change(database, id, {
      recognition: { provider: 'auth0', shape: 'export', reason: 'by its columns', role: 'parts' },
      truncation: 'cut',
      truncationAccepted: true,
      tablesExcluded: true,
      unreadTables: [{ table: 'staff', columns: [{ column: 'mail', kind: 'email', rows: 4 }] }],
      other: { group: 1, team: 3 },
      table_override: 'users',
      offers: { kind: 'tables', parts: [{ name: 'users', likely: true }] },
    })
    setSetting(database, 'exclusion', { excluded: true, done: 1, total: 2 })
    setSetting(database, 'user-filter', ['u1'])
    setSetting(database, 'baseline-pending', { path: '/x', name: 'earlier' })
    setSetting(database, 'scrypt', { separator: 'Bw==', rounds: 8, memoryCost: 14, signerKeyLength: 64 })
    setSetting(database, 'scrypt-hashes', true)
    setSetting(database, 'source-providers', [
      { source: 'google-oauth2', users: 2 },
      { source: 'samlp', users: 1 },
      { source: 'okta', users: 1 },
      { source: 'adfs', users: 1 },
    ])
    const providers = { samlp: { kind: 'name', name: 'acme' }, okta: { kind: 'exclude' } } as const
    setSetting(database, 'choices', { ...noChoices, providers })
    targetTable.use(database, liveTarget)
    const trust = { knowsCore: () => true, knowsFile: () => false }
    const view = documentView(document, { ...nothing, connected: true, signerKeyHeld: true, trust })
    expect(view).toMatchObject({
      interruptedExclusion: { excluded: true, done: 1, total: 2 },
      filtered: true,
      baselinePending: 'earlier',
      scrypt: { separator: 'Bw==', signerKeyHeld: true },
      scryptHashes: true,
      target: { kind: 'live', connected: true, confirmed: true },
      providers: [
        { source: 'google-oauth2', users: 2, mapped: 'google', known: true },
        { source: 'samlp', users: 1, mapped: 'acme', known: false },
        { source: 'okta', users: 1, mapped: 'exclude', known: false },
        { source: 'adfs', users: 1, mapped: null, known: false },
      ],
    })
    expect(view.files).toMatchObject([
      {
        provider: 'auth0',
        providerTitle: 'Auth0',
        shape: 'export',
        reason: 'by its columns',
        role: 'parts',
        truncation: { reason: 'cut', accepted: true },
        unreadTables: { tables: [{ table: 'staff' }], excluded: true },
        other: [
          { kind: 'team', records: 3 },
          { kind: 'group', records: 1 },
        ],
        chosenTable: 'users',
        readTables: [],
        unconfirmedPath: '/exports/a\\u{7}b\\u{2028}.csv',
      },
    ])
    for (const kind of ['excluding', 'including'] as const) {
      const work = { kind, done: 0, total: 0, reading: null }
      expect(documentView(document, { ...nothing, work }).interruptedExclusion).toBeNull()
    }
  })
})

describe('the columns of a file', () => {
  test('come with samples, counts and suggestions; those of secrets are masked', async () => {
    const { database, file } = await readFile()
    const view = must(await mappingView(database, file, always))
    expect(view).toMatchObject({
      fileId: file,
      editable: true,
      records: 2,
      decisions: {},
      mayBeNoUsers: false,
      tenants: [],
    })
    expect(view.columns.map(({ path, suggestion }) => [path, suggestion?.target ?? null])).toEqual([
      ['user_id', 'source-id'],
      ['email', 'email'],
      ['password_hash', 'password-hash'],
      ['note', null],
    ])
    const [id, , hash, note] = view.columns
    expect(id?.counts).toEqual({ filled: 2, distinct: 2, exact: true })
    expect([JSON.stringify(hash?.samples).includes(bcrypt), note?.samples]).toEqual([false, ['hello', 'bye']])
    expect(view.mapping?.columns).toHaveLength(3)
  })

  test('are shown of a file of this migration that was chosen here and is unchanged', async () => {
    const { database, file, path } = await readFile()
    expect([
      codeOf(await mappingView(database, file + 1, always)),
      codeOf(await mappingView(database, file, () => false)),
      codeOf(await recordView(database, { fileId: file + 1, index: 0, mapping: null }, always)),
      codeOf(await recordView(database, { fileId: file, index: 0, mapping: null }, () => false)),
    ]).toEqual(['file-unknown', 'file-unconfirmed', 'file-unknown', 'file-unconfirmed'])
    writeFileSync(path, csv.replace('ann', 'eve'))
    expect(codeOf(await mappingView(database, file, always))).not.toBe('no problem')
    const { columns, problem } = must(await recordView(database, { fileId: file, index: 0, mapping: null }, always))
    expect([columns, problem === null]).toEqual([[], false])
  })
})

describe('a record of a file', () => {
  test('is read again from its place, with what the mapping in use or another makes of it', async () => {
    const { database, file } = await readFile()
    const record = async (index: number, mapping: Parameters<typeof recordView>[1]['mapping'] = null) =>
      must(await recordView(database, { fileId: file, index, mapping }, always))
    const second = await record(1)
    expect([second.index, second.total, second.line, second.problem]).toEqual([1, 2, 3, null])
    const made = (view: typeof second) => Object.fromEntries(view.columns.map(({ path, result }) => [path, result]))
    expect(made(second)).toMatchObject({ email: 'ben@example.com', note: null })
    expect(made(await record(0, mappingOf({ note: 'source-id' })))).toMatchObject({ email: null, note: 'hello' })
    expect(await record(2)).toEqual({ index: 2, total: 2, line: 0, columns: [], problem: null })
  })

  test('of a file that was not recognised yet is read as that of a custom table', async () => {
    const { database, file } = await readFile()
    fileTable.change(database, file, { recognition: null, mapping: null })
    const view = must(await recordView(database, { fileId: file, index: 0, mapping: null }, always))
    expect([view.problem, view.columns.map(({ path, result }) => [path, result])]).toEqual([
      null,
      [
        ['user_id', null],
        ['email', null],
        ['password_hash', null],
        ['note', null],
      ],
    ])
  })

  test('is shown with the name that stands for its provider', async () => {
    const text = 'user_id,email,provider,provider_user_id\nu1,ann@example.com,samlp,p1\nu2,ben@example.com,google,p2\n'
    const { database, file } = await readFile(text)
    const mapping = mappingOf({
      user_id: 'source-id',
      email: 'email',
      provider: 'provider',
      provider_user_id: 'provider-user-id',
    })
    const provider = async (index: number) => {
      const view = must(await recordView(database, { fileId: file, index, mapping }, always))
      const column = view.columns.find(({ path }) => path === 'provider')
      return [column?.result, column?.problem === '']
    }
    const before = [await provider(0), await provider(1)]
    setSetting(database, 'choices', { ...noChoices, providers: { samlp: { kind: 'name', name: 'acme' } } })
    const named = await provider(0)
    setSetting(database, 'choices', { ...noChoices, providers: { samlp: { kind: 'exclude' } } })
    const excluded = await provider(0)
    expect([before[1]?.[0], named[0]]).toEqual(['google', 'acme'])
    expect([before[0]?.[0] === 'acme', excluded[0] === 'acme']).toEqual([false, false])
  })

  test('that is in no list of users is found among the unreadable ones', async () => {
    const { database, file } = await readFile('user_id,email\n')
    database.prepare("INSERT INTO unreadable (file_id, line, byte, reason) VALUES (?, 9, 5000, 'x')").run(file)
    const view = must(await recordView(database, { fileId: file, index: 0, mapping: null }, always))
    expect([view.total, view.line]).toEqual([1, 9])
  })
})

test('a folder of the path is named as it is', () => {
  const document = emptyDocument()
  fileTable.add(document.database, join('/exports', 'x'.repeat(5000)), 'x.csv', 1)
  const [file] = documentView(document, nothing).files
  expect(file?.unconfirmedPath).toHaveLength(4096)
})
