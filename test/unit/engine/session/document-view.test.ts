import { expect, test } from 'vitest'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { setFileFact } from '../../../../electron/engine/document/source-facts.ts'
import { documentView } from '../../../../electron/engine/session/document-view.ts'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { mayRepeat } from '../../../../electron/engine/session/run-round.ts'
import { noChoices } from '../../../../shared/planning/choices.ts'
import { emptyDocument } from '../../../support/documents.ts'
import { mappingOf } from '../../../support/made-up-mapping.ts'
import { nothing } from './nothing-begun.ts'

test.each([
  ['a custom table of which nothing is a login', 'generic', 'source-id', true],
  ['a custom table with an email', 'generic', 'email', false],
  ['a custom table with a phone number', 'generic', 'phone', false],
  ['a custom table with an ID at a provider', 'generic', 'provider-user-id', false],
  ['an export of a known provider', 'auth0', 'source-id', false],
] as const)('%s is to be mapped, or not', (_, provider, target, isWanted) => {
  const document = emptyDocument()
  const id = fileTable.add(document.database, '/exports/members.csv', 'members.csv', 12)
  const recognition = { provider, shape: '', reason: '', role: 'users' } as const
  fileTable.change(document.database, id, { recognition, mapping: mappingOf({ c1: target }) })
  expect(documentView(document, nothing).needsMapping).toEqual(isWanted ? [id] : [])
})

test('a custom table that only says more of users in another file is not to be mapped', () => {
  const document = emptyDocument()
  const id = fileTable.add(document.database, '/exports/statuses.csv', 'statuses.csv', 12)
  const recognition = { provider: 'generic', shape: '', reason: '', role: 'parts' } as const
  fileTable.change(document.database, id, { recognition, mapping: mappingOf({ c1: 'source-id', c2: 'disabled' }) })
  expect(documentView(document, nothing).needsMapping).toEqual([])
})

test('a migration is in step with its source from the first pass to the cut-over', () => {
  const document = emptyDocument()
  const inStep = () => documentView(document, nothing).inStep
  const before = inStep()
  const source = { kind: 'path', path: '/dumps' } as const
  setSetting(document.database, 'follow', { source, everyMinutes: 5, signIn: 'can', file: null })
  const following = inStep()
  setSetting(document.database, 'cut-over', { target: 1, at: 1, pass: 1, lastRead: 1, lastWrite: null, verified: null })
  expect([before, following, inStep()]).toEqual([undefined, true, undefined])
})

test.each([
  ['an email of a custom table', 'unmapped-email', 'generic', 0, [], false],
  ['an email that blocks', 'unmapped-email', 'generic', 1, [], true],
  ['a hash of a custom table', 'unmapped-hash', 'generic', 0, [], true],
  ['a hash that its mapping ignores', 'unmapped-hash', 'generic', 0, ['c9'], false],
  ['a hash of a known provider', 'unmapped-hash', 'auth0', 0, [], false],
] as const)('a field that nothing reads is asked about, or not: %s', (_, code, provider, blocked, ignored, asks) => {
  const document = emptyDocument()
  const id = fileTable.add(document.database, '/exports/members.csv', 'members.csv', 12)
  const recognition = { provider, shape: '', reason: '', role: 'users' } as const
  fileTable.change(document.database, id, {
    recognition,
    mapping: mappingOf({ c1: 'email' }, { ignored: [...ignored] }),
  })
  setSetting(document.database, 'unmapped-fields', [
    { file: id, code, field: 'c9', users: 3, blocked },
    { file: id + 1, code, field: 'c9', users: 3, blocked: 0 },
    { file: id, code: 'other', field: 'c9', users: 3, blocked: 1 },
  ])
  const fields = documentView(document, nothing).unmappedFields
  expect(fields).toEqual([
    { fileId: id, code, path: 'c9', users: 3, blocked, asks, chosen: null },
    { fileId: id + 1, code, path: 'c9', users: 3, blocked: 0, asks: false, chosen: null },
  ])
})

test.each([
  [{ kind: 'users', ids: [1] }, true],
  [{ kind: 'filter', filter: { states: ['in-doubt'] }, except: [] }, true],
  [{ kind: 'filter', filter: { states: ['failed'] }, except: [] }, false],
  [{ kind: 'filter', filter: {}, except: [] }, false],
  [{ kind: 'all' }, false],
  [{ kind: 'failed' }, false],
] as const)('users without an answer are sent again where they were chosen as such: %j', (scope, expected) => {
  expect(mayRepeat(scope as Parameters<typeof mayRepeat>[0])).toBe(expected)
})

test('a provider of the source is shown as it was decided, else by the name that the core has for it', () => {
  const document = emptyDocument()
  const sources = ['google-oauth2', 'okta', 'samlp', 'adfs']
  setSetting(
    document.database,
    'source-providers',
    sources.map((source) => ({ source, users: 2 })),
  )
  const providers = { okta: { kind: 'name', name: 'acme' }, samlp: { kind: 'exclude' } } as const
  setSetting(document.database, 'choices', { ...noChoices, providers })
  expect(documentView(document, nothing).providers).toEqual([
    { source: 'google-oauth2', users: 2, mapped: 'google', known: true },
    { source: 'okta', users: 2, mapped: 'acme', known: false },
    { source: 'samlp', users: 2, mapped: 'exclude', known: false },
    { source: 'adfs', users: 2, mapped: null, known: false },
  ])
})

test('a file tells what of it is not read, and how many hashes its users have', () => {
  const { document, view } = withFile()
  fileTable.change(document.database, view().id, {
    unreadTables: [{ table: 'accounts', columns: [{ column: 'pw', kind: 'password-hash', rows: 2 }] }],
  })
  const account = { name: 'a', emails: 0, places: [] }
  setFileFact(document.database, view().id, 'control-totals', {
    emails: 0,
    hashes: 6,
    accounts: [
      { ...account, kind: 'users', hashes: 2 },
      { ...account, kind: 'users', hashes: 3 },
      { ...account, kind: 'comment', hashes: 1 },
    ],
  })
  expect(view()).toMatchObject({
    unreadTables: { tables: [{ table: 'accounts', logins: expect.stringContaining('2') }], excluded: false },
    controlTotals: { hashesOfUsers: 5 },
  })
})

/** A document with one file. */
function withFile() {
  const document = emptyDocument()
  fileTable.add(document.database, '/exports/app.sql', 'app.sql', 12)
  const view = () => {
    const [file] = documentView(document, nothing).files
    if (file === undefined) throw new Error('no file')
    return file
  }
  return { document, view }
}
