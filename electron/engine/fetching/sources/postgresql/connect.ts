import { isIP } from 'node:net'
import { Client } from 'pg'
import type { Encryption } from '../../encryption.ts'
import type { ConnectionSettings } from '../database/database-settings.ts'
import type { FailedReply } from '../../failure-meaning.ts'
import { createMessageLimit, type MessageLimit, overLimitError, postgresMessage } from '../../message-limit.ts'
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
  // A database without an encoding refuses bytes that are not UTF-8; as raw bytes they arrive, and are counted. This
  // first query takes the snapshot, and from then on the transaction is read-only for good.
  "SELECT CASE current_setting('server_encoding') WHEN 'SQL_ASCII' THEN set_config('client_encoding', 'SQL_ASCII', true) END",
]

/** What an error says of a server that does not keep to the protocol. */
export const notPostgres = 'NOT_POSTGRES'
/** What an error says of a server that wants to see the password itself, where others can see it too. */
export const wantsClearText = 'WANTS_CLEAR_TEXT'

export type Connected = { readonly kind: 'connected'; readonly connection: Client } | FailedReply

/** Connects and begins the read-only transaction. */
export async function connect(
  settings: ConnectionSettings,
  password: string,
  encryption: Encryption,
  signal: AbortSignal,
): Promise<Connected> {
  let isClearText = false
  const mayNotShow = encryption.kind === 'plain' && !settings['allow-plain-text']
  const client = new Client({
    host: settings.host,
    port: settings.port ?? 5432,
    database: settings.database,
    user: settings.user,
    // A function: with an empty text the driver would look for a file of passwords in the home folder.
    password: () => {
      if (isClearText && mayNotShow) throw withCode(wantsClearText)
      return password
    },
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
  guard(client)
  client.connection.on('authenticationCleartextPassword', () => (isClearText = true))
  // A connection that is lost between two requests is noticed by the next one.
  client.on('error', () => undefined)
  const abort = () => destroy(client)
  signal.addEventListener('abort', abort)
  try {
    await client.connect()
    for (const statement of setup) await client.query(statement)
    return { kind: 'connected', connection: client }
  } catch (error) {
    destroy(client)
    return postgresFailure(error)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

type Listener = (bytes: Buffer) => void
/** The part of a stream that the driver reads from, and its way to listen to one. */
type Readable = {
  readonly on: (event: string, listener: Listener) => unknown
  readonly destroy: (error: Error) => unknown
}
type Internals = { attachListeners: (stream: Readable) => void }

const limits = new WeakMap<Client, MessageLimit>()

/** The driver parses whatever comes, however much that is, and what it throws on the way would end the process. */
function guard(client: Client): void {
  const limit = createMessageLimit(postgresMessage)
  limits.set(client, limit)
  const connection: unknown = client.connection
  if (!hasInternals(connection)) throw new Error('Another version of the driver: its messages cannot be bounded.')
  const attach = connection.attachListeners.bind(connection)
  connection.attachListeners = (stream) => {
    const guarded =
      (listener: Listener): Listener =>
      (bytes) => {
        if (!limit.admits(bytes)) return void stream.destroy(overLimitError())
        try {
          listener(bytes)
        } catch {
          stream.destroy(withCode(notPostgres))
        }
      }
    const on = (event: string, listener: Listener) => stream.on(event, event === 'data' ? guarded(listener) : listener)
    attach({ on, destroy: (error) => stream.destroy(error) })
  }
}

function hasInternals(connection: unknown): connection is Internals {
  return typeof connection === 'object' && connection !== null && 'attachListeners' in connection
}

function withCode(code: string): Error {
  return Object.assign(new Error(code), { code })
}

/** What comes from now on belongs to another page. */
export function beginPage(client: Client): void {
  limits.get(client)?.nextPage()
}

/** Ends a connection at once, whatever it is doing. */
export function destroy(client: Client): void {
  client.connection.stream.destroy()
}
