import { expect, test } from 'vitest'
import { addFile, changeFile } from '../../../../electron/engine/document/files.ts'
import { documentView } from '../../../../electron/engine/session/document-view.ts'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { mayRepeat } from '../../../../electron/engine/session/run-round.ts'
import { emptyDocument } from '../../../support/documents.ts'
import { mappingOf } from '../../../support/made-up-mapping.ts'
import { nothing } from './nothing-begun.ts'

test.each([
  ['a custom table of which nothing is a login', 'generic', 'source-id', true],
  ['a custom table with an email', 'generic', 'email', false],
  ['an export of a known provider', 'auth0', 'source-id', false],
] as const)('%s is to be mapped, or not', (_, provider, target, isWanted) => {
  const document = emptyDocument()
  const id = addFile(document.database, '/exports/members.csv', 'members.csv', 12)
  const recognition = { provider, shape: '', reason: '', role: 'users' } as const
  changeFile(document.database, id, { recognition, mapping: mappingOf({ c1: target }) })
  expect(documentView(document, nothing).needsMapping).toEqual(isWanted ? [id] : [])
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
  const id = addFile(document.database, '/exports/members.csv', 'members.csv', 12)
  const recognition = { provider, shape: '', reason: '', role: 'users' } as const
  changeFile(document.database, id, { recognition, mapping: mappingOf({ c1: 'email' }, { ignored: [...ignored] }) })
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
