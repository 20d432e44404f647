import { expect, test } from 'vitest'
import { addFile, changeFile } from '../../../../electron/engine/document/files.ts'
import { documentView } from '../../../../electron/engine/session/document-view.ts'
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
