import { encryptionFor } from '../../encryption.ts'
import type { FetchSecrets, OpenReply, Since } from '../../source.ts'
import { changedRows } from '../database/changed-rows.ts'
import { chosenStatement } from '../database/chosen-statement.ts'
import type { DatabaseSettings, PresetName } from '../database/database-settings.ts'
import { surveyDatabase } from '../database/survey.ts'
import { tablePath } from '../database/table-names.ts'
import { countOf } from '../database/user-statement.ts'
import { isTransactional, mysqlCatalog } from './catalog.ts'
import { connect, destroy } from './connect.ts'
import { mysqlFailure } from './mysql-failure.ts'
import { pagesOf } from './pages.ts'

const noTransactions =
  'The table has no transactions (MyISAM or the like): users who changed while it was read are as of then.'

/** Connects, finds out what the tables look like, and counts. */
export async function openMysql(
  settings: DatabaseSettings,
  secrets: FetchSecrets,
  signal: AbortSignal,
  since: Since | null,
): Promise<OpenReply> {
  const { host, tls, 'allow-plain-text': allowPlainText, 'ca-file': caFile } = settings
  const encryption = encryptionFor({ host, tls, allowPlainText, caFile })
  if (!encryption.ok) return { kind: 'failed', code: 'bad-settings', sentence: encryption.error.message }
  const reconnect = (abort: AbortSignal) => connect(settings, secrets['password'] ?? '', encryption.value, abort)
  const connected = await reconnect(signal)
  if (connected.kind === 'failed') return connected
  const { connection } = connected
  try {
    const catalog = mysqlCatalog(connection)
    const chosen = await chosenStatement(settings, catalog, true)
    if (!chosen.ok) {
      destroy(connection)
      const code = chosen.error.code === 'not-found' ? 'not-found' : 'bad-settings'
      return { kind: 'failed', code, sentence: chosen.error.message }
    }
    const { statement, changeTimes } = await changedRows(chosen.value, since, catalog)
    const [rows] = statement.isCounted ? await catalog.values(countOf(statement)) : []
    const table = settings.table === undefined ? null : (tablePath(settings.table).at(-1) ?? null)
    const isSafe = table === null || (await isTransactional(connection, table))
    const notes = [...statement.notes, ...(isSafe ? [] : [noTransactions])]
    const total = rows === undefined ? null : Number(rows)
    const pages = pagesOf({ ...statement, notes }, connection, reconnect, total)
    return { kind: 'opened', source: changeTimes === null ? pages : { ...pages, changeTimes } }
  } catch (error) {
    destroy(connection)
    return mysqlFailure(error)
  }
}

/** Connects and lists the tables that the account may read. */
export function surveyMysql(presets: readonly PresetName[]) {
  return surveyDatabase(
    presets,
    async (...given) => {
      const connected = await connect(...given)
      if (connected.kind === 'failed') return connected
      const { connection } = connected
      return { kind: 'opened', catalog: mysqlCatalog(connection), close: () => destroy(connection) }
    },
    mysqlFailure,
  )
}
