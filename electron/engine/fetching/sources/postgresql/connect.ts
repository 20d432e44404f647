import { isIP } from 'node:net'
import { Client } from 'pg'
import type { Encryption } from '../../encryption.ts'
import type { DatabaseSettings } from '../database/database-settings.ts'
import type { FailedReply } from '../../failure-meaning.ts'
import { postgresFailure } from './postgres-failure.ts'

/** Milliseconds until a server that does not answer is given up. */
const connectMs = 20_000

/** What every value is read as: dates as in a dump, bytes as hex, and a snapshot in which nothing can be changed. */
const setup = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  "SET LOCAL datestyle = 'ISO, YMD'",
  "SET LOCAL timezone = 'UTC'",
  "SET LOCAL intervalstyle = 'postgres'",
  'SET LOCAL bytea_output = hex',
  'SET LOCAL extra_float_digits = 1',
  'SET LOCAL statement_timeout = 0',
  'SET LOCAL idle_in_transaction_session_timeout = 0',
  // Rows without an order come in the same one when they are read again.
  'SET LOCAL synchronize_seqscans = off',
  // A database without an encoding refuses what is not UTF-8; as bytes it comes, and is counted. This first query takes the
  // snapshot, and from then on nobody can make the transaction write.
  "SELECT CASE current_setting('server_encoding') WHEN 'SQL_ASCII' THEN set_config('client_encoding', 'SQL_ASCII', true) END",
]

export type Connected = { readonly kind: 'connected'; readonly client: Client } | FailedReply

/** Connects and begins the read-only transaction. */
export async function connect(
  settings: DatabaseSettings,
  password: string,
  encryption: Encryption,
  signal: AbortSignal,
): Promise<Connected> {
  const client = new Client({
    host: settings.host,
    port: settings.port ?? 5432,
    database: settings.database,
    user: settings.user,
    // A function: with an empty text the driver would look for a file of passwords in the home folder.
    password: () => password,
    ssl:
      encryption.kind === 'plain'
        ? false
        : {
            // The driver passes the host itself on, which is what the certificate of an address is compared with.
            ...(isIP(encryption.servername) === 0 ? { servername: encryption.servername } : {}),
            rejectUnauthorized: true,
            ...(encryption.ca === null ? {} : { ca: [...encryption.ca] }),
          },
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'user-migration',
    client_encoding: 'UTF8',
  })
  // A connection that is lost between two requests is noticed by the next one.
  client.on('error', () => undefined)
  const abort = () => destroy(client)
  signal.addEventListener('abort', abort)
  try {
    await client.connect()
    for (const statement of setup) await client.query(statement)
    return { kind: 'connected', client }
  } catch (error) {
    destroy(client)
    return postgresFailure(error)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Ends a connection at once, whatever it is doing. */
export function destroy(client: Client): void {
  client.connection.stream.destroy()
}
