import { encryptionFor } from '../../encryption.ts'
import type { FetchSecrets, OpenReply, Since } from '../../source.ts'
import { changedRows } from '../database/changed-rows.ts'
import { chosenStatement } from '../database/chosen-statement.ts'
import type { DatabaseSettings, PresetName } from '../database/database-settings.ts'
import { surveyDatabase } from '../database/survey.ts'
import { countOf } from '../database/user-statement.ts'
import { postgresCatalog } from './catalog.ts'
import { connect, destroy } from './connect.ts'
import { pagesOf } from './pages.ts'
import { postgresFailure } from './postgres-failure.ts'

/** Connects, finds out what the tables look like, and counts. */
export async function openPostgres(
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
  const { client } = connected
  try {
    const catalog = postgresCatalog(client)
    const chosen = await chosenStatement(settings, catalog, false)
    if (!chosen.ok) {
      destroy(client)
      const code = chosen.error.code === 'not-found' ? 'not-found' : 'bad-settings'
      return { kind: 'failed', code, sentence: chosen.error.message }
    }
    const { statement, changeTimes } = await changedRows(chosen.value, since, catalog)
    const [rows] = statement.isCounted ? await catalog.values(countOf(statement)) : []
    const [encoding] = await catalog.values("SELECT current_setting('server_encoding')")
    const known = { total: rows === undefined ? null : Number(rows), mayBeInvalid: encoding === 'SQL_ASCII' }
    const pages = pagesOf(statement, client, reconnect, known)
    return { kind: 'opened', source: changeTimes === null ? pages : { ...pages, changeTimes } }
  } catch (error) {
    destroy(client)
    return postgresFailure(error)
  }
}

/** Connects and lists the tables that the account may read. */
export function surveyPostgres(presets: readonly PresetName[]) {
  return surveyDatabase(
    presets,
    async (...given) => {
      const connected = await connect(...given)
      if (connected.kind === 'failed') return connected
      const { client } = connected
      return { kind: 'opened', catalog: postgresCatalog(client), close: () => destroy(client) }
    },
    postgresFailure,
  )
}
