import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closeDocument, createDocument, openDocument } from '../../../../electron/engine/document/open-document.ts'
import { currentSchema, schemaOf } from '../../../../electron/engine/document/schema.ts'
import { joinParts } from '../../../../electron/engine/document/export-parts.ts'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { setSetting } from '../../../../electron/engine/document/settings.ts'
import { userCounts } from '../../../../electron/engine/queries/counts.ts'
import { must, versionsOf } from '../../../support/documents.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('parts without a user in a document of version 2 stay unmatched, and join when their file is read again', async () => {
  const path = join(temporaryFolder(), 'earlier.migration')
  const earlier = must(createDocument(path, undefined, schemaOf(versionsOf(currentSchema, 2))))
  earlier.database
    .exec(`INSERT INTO file (id, path, name, complete, records, other) VALUES (1, '/a.sql', 'a.sql', 1, 2, '{"bot":1}');
    INSERT INTO partial_record (file_id, line, byte, keys, part) VALUES (1, 2, 9, '["django:2"]', '{}')`)
  closeDocument(earlier)
  const { database, ...rest } = must(openDocument(path))
  expect(userCounts.records(database)).toMatchObject({ records: 2, unmatched: 1, other: 1 })
  database.exec("INSERT INTO other_key (file_id, key) VALUES (1, 'django:2')")
  setSetting(database, 'joined', false)
  expect(await joinParts(database)).toBe(false)
  expect(userCounts.records(database)).toMatchObject({ records: 2, unmatched: 0, other: 2 })
  expect(fileTable.get(database, 1)?.other).toEqual({ bot: 1, 'row of an entry that is no user': 1 })
  closeDocument({ database, ...rest })
})
