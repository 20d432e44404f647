import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileTable } from '../../../../electron/engine/document/files.ts'
import { createReadingJudge } from '../../../../electron/engine/document/plans/judge-while-reading.ts'
import { closeDocument, createDocument, type Document } from '../../../../electron/engine/document/open-document.ts'
import { readFile } from '../../../../electron/engine/document/read-file.ts'
import { sql } from '../../../../electron/engine/document/sqlite.ts'
import { mappingView } from '../../../../electron/engine/session/mapping-views.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { sampleExports } from '../../../support/data/sample-exports.ts'

/** A document that one file was read into, and what that answered. */
async function readInto(path: string, said: string | null = null) {
  const document = createDocument(join(temporaryFolder(), 'one.migration'))
  if (!document.ok) throw new Error(document.error.message)
  const id = fileTable.add(document.value.database, path, 'one', 0)
  fileTable.change(document.value.database, id, { provider_override: said })
  const { database } = document.value
  const options = {
    signal: new AbortController().signal,
    judging: createReadingJudge(database),
    onProgress: () => {},
  }
  return { document: document.value, id, result: await readFile(document.value, id, options) }
}

function fileOf(document: Document, id: number) {
  const file = fileTable.get(document.database, id)
  return {
    recognition: file?.recognition,
    records: file?.records,
    unreadable: file?.unreadable,
    problem: file?.problem,
  }
}

describe('a dump', () => {
  it('names the tables that were read and those that were not, and keeps the place of each row', async () => {
    const { document, id } = await readInto(join(sampleExports, 'django/pg-dump.sql'))
    expect(fileOf(document, id)).toEqual({
      recognition: {
        provider: 'django',
        shape: 'tables public.auth_user, public.socialaccount_socialaccount of a dump',
        reason: 'in its table public.auth_user, it has the columns last_login and is_superuser of Django’s users',
        role: 'users',
      },
      records: 11,
      unreadable: 0,
      problem: null,
    })
    const places = sql(
      document.database,
      'SELECT line, byte FROM user UNION ALL SELECT line, byte FROM partial_record',
    ).all()
    expect(places).toHaveLength(9)
    expect(places[0]).toEqual({ line: 18, byte: 390 })
    // Its columns are known: nothing is mapped by hand.
    const view = await mappingView(document.database, id, () => true)
    expect(view.ok && [view.value.editable, view.value.mapping]).toEqual([false, null])
    closeDocument(document)
  })

  it('without users is refused with a sentence', async () => {
    const path = join(temporaryFolder(), 'posts.sql')
    writeFileSync(path, "INSERT INTO posts (id, title) VALUES (1, 'Hello');")
    const { document, id, result } = await readInto(path)
    expect(result.ok ? '' : result.error.code).toBe('file-without-logins')
    expect(fileOf(document, id)).toEqual({
      recognition: null,
      records: 0,
      unreadable: 0,
      problem: { code: 'file-without-logins', message: expect.stringContaining('looks like users') as unknown },
    })
    closeDocument(document)
  })

  it('of a table of one’s own is mapped by the columns of that table', async () => {
    const path = join(temporaryFolder(), 'own.sql')
    writeFileSync(
      path,
      "INSERT INTO letters (id, email) VALUES (1, 'x@acme.example');\nINSERT INTO members (id, mail_address, password_hash) VALUES (7, 'ann@acme.example', NULL), (8, 'ben@acme.example');",
    )
    const { document, id } = await readInto(path)
    expect(fileOf(document, id)).toMatchObject({ recognition: { provider: 'generic' }, records: 3, unreadable: 1 })
    const view = await mappingView(document.database, id, () => true)
    expect(view.ok && view.value.columns.map((column) => column.path)).toEqual(['id', 'mail_address', 'password_hash'])
    expect(view.ok && view.value.editable).toBe(true)
    closeDocument(document)
  })
})

describe('dumpdata of Django', () => {
  it('counts users, their logins and the entries of other models', async () => {
    const { document, id } = await readInto(join(sampleExports, 'django/dumpdata.json'))
    expect(fileTable.get(document.database, id)).toMatchObject({
      records: 10,
      other: { 'table contenttypes.contenttype': 1, 'table auth.permission': 1, 'table sessions.session': 1 },
    })
    closeDocument(document)
  })
})
