import { join } from 'node:path'
import * as z from 'zod'
import { inspectCommand } from '../../electron/cli/commands/inspect.ts'
import { openSession, readInto } from '../../electron/cli/open-migration.ts'
import { parseArguments } from '../../electron/cli/options/command-spec.ts'
import { readExportOptions } from '../../electron/cli/run-order.ts'
import { createDocument } from '../../electron/engine/document/open-document.ts'
import { allRows, sql } from '../../electron/engine/document/sqlite.ts'
import { readStoredUser } from '../../electron/engine/import-pipeline/stored-user.ts'
import { createTrustStore } from '../../electron/engine/trust/trust-store.ts'
import type { User } from '../../shared/users/user.ts'
import { must } from './documents.ts'
import { thisMachine } from './machine/this-machine.ts'
import { startRehearsalHere } from './rehearsal-here.ts'
import { folderOf, temporaryFolder } from './temporary-folder.ts'

const userRow = z.object({ source: z.string(), parts: z.string() })
const textsSchema = z.array(z.string())

/** The users that files give, each with the parts joined from other files. */
export async function usersOf(
  files: Readonly<Record<string, string>>,
  more: readonly string[] = [],
): Promise<readonly User[]> {
  const cwd = folderOf(files)
  const io = { out: () => {}, err: () => {}, env: {}, cwd, signal: new AbortController().signal, ask: null }
  const given = must(parseArguments([...Object.keys(files), ...more], inspectCommand.spec))
  const what = must(await readExportOptions(given, { ...io, firstLine: () => Promise.resolve(null) }))
  const parts = { trust: createTrustStore(thisMachine), startRehearsal: startRehearsalHere, random: () => 0 }
  const session = openSession(must(createDocument(join(temporaryFolder(), 'd.migration'))), parts, { onWork: () => {} })
  try {
    must(await readInto(session, { ...what, cwd, signal: io.signal, only: null }))
    const { database } = session.document
    const rows = sql(
      database,
      `SELECT t.source, (SELECT json_group_array(p.part) FROM partial_record AS p WHERE p.user_id = t.user_id) AS parts
       FROM user_text AS t ORDER BY t.user_id`,
    )
    return allRows(userRow, rows).map((row) => readStoredUser(row.source, textsSchema.parse(JSON.parse(row.parts))))
  } finally {
    await session.end()
  }
}
