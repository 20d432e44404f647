import type { Result } from '../../../../../shared/result.ts'
import { type Encryption, encryptionFor } from '../../option-table.ts'
import type { FailedReply } from '../../network-failure.ts'
import type { FetchSecrets, OpenReply, Since } from '../../source.ts'
import { changedRows, chosenStatement } from './chosen-statement.ts'
import type { ConnectionSettings, DatabaseSettings } from './database-settings.ts'
import { pagesOf, type RowReader } from './pages.ts'
import { type Catalog, countOf, type UserStatement } from './user-statement.ts'

/** A kind of database; `C`: a connection of its driver, with a read-only transaction begun. */
export type DatabaseDriver<C> = {
  readonly connect: (
    settings: ConnectionSettings,
    password: string,
    encryption: Encryption,
    signal: AbortSignal,
  ) => Promise<{ readonly kind: 'connected'; readonly connection: C } | FailedReply>
  readonly catalog: (connection: C) => Catalog
  /** The reply for an error of the driver. */
  readonly failure: (error: unknown) => FailedReply
  /** Ends a connection at once. */
  readonly destroy: (connection: C) => void
  /** A backslash in a text of SQL escapes the next character. */
  readonly escapesByBackslash: boolean
  /** Looks at what is to be read. `notes`: further sentences for the end. */
  readonly prepare: (
    connection: C,
    settings: DatabaseSettings,
  ) => Promise<{
    readonly reader: (connection: C, statement: UserStatement) => RowReader
    readonly notes: () => readonly string[]
  }>
}

/** Connects, finds out what the tables look like, and counts. */
export async function openDatabase<C>(
  driver: DatabaseDriver<C>,
  settings: DatabaseSettings,
  secrets: FetchSecrets,
  signal: AbortSignal,
  since: Since | null,
): Promise<OpenReply> {
  const encryption = encryptionOf(settings)
  if (!encryption.ok) return { kind: 'failed', code: 'bad-settings', sentence: encryption.error.message }
  const connect = (abort: AbortSignal) => driver.connect(settings, secrets['password'] ?? '', encryption.value, abort)
  const connected = await connect(signal)
  if (connected.kind === 'failed') return connected
  const { connection } = connected
  const abort = () => driver.destroy(connection)
  signal.addEventListener('abort', abort)
  try {
    const catalog = driver.catalog(connection)
    const chosen = await chosenStatement(settings, catalog, driver.escapesByBackslash)
    if (!chosen.ok) {
      driver.destroy(connection)
      const code = chosen.error.code === 'not-found' ? 'not-found' : 'bad-settings'
      return { kind: 'failed', code, sentence: chosen.error.message }
    }
    const { statement, changeTimes } = await changedRows(chosen.value, since, catalog)
    const [rows] = statement.isCounted ? await catalog.values(countOf(statement)) : []
    const { reader, notes } = await driver.prepare(connection, settings)
    const pages = pagesOf({
      statement,
      first: reader(connection, statement),
      reconnect: async (abort) => {
        const again = await connect(abort)
        return again.kind === 'failed' ? again : { kind: 'connected', reader: reader(again.connection, statement) }
      },
      failure: driver.failure,
      total: rows === undefined ? null : Number(rows),
      notes,
    })
    return { kind: 'opened', source: changeTimes === null ? pages : { ...pages, changeTimes } }
  } catch (error) {
    driver.destroy(connection)
    return driver.failure(error)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

export function encryptionOf(settings: ConnectionSettings): Result<Encryption> {
  const { host, tls, 'allow-plain-text': allowPlainText, 'ca-file': caFile } = settings
  return encryptionFor({ host, tls, allowPlainText, caFile })
}
