import { isIP } from 'node:net'
import { Client } from 'pg'
import { createMessageLimit, type MessageLimit, overLimitError, postgresMessage } from '../../message-limit.ts'
import { failures, otherFailure } from '../database/failures.ts'
import {
  errorCode,
  type FailedReply,
  failedReply,
  type FailureMeaning,
  networkFailure,
  silentServerText,
} from '../../network-failure.ts'
import type { Encryption } from '../../option-table.ts'
import type { ConnectionSettings } from '../database/database-settings.ts'
import { createRowTap, type RowTap } from './row-tap.ts'

/** Milliseconds until a server that does not answer is given up. */
const connectMs = 20_000

/** Settings of every session: dates as in a dump, bytes as hex, and a read-only snapshot. */
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

/** The error of a server that breaks the protocol. */
const notPostgres = 'NOT_POSTGRES'
/** The error of a server that asks for the password in clear text on a connection that others can read. */
const wantsClearText = 'WANTS_CLEAR_TEXT'

type Connected = { readonly kind: 'connected'; readonly connection: Client } | FailedReply

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

/** Checks that the bytes of a connection pass before the driver gets them. */
type Guards = { readonly limit: MessageLimit; readonly tap: RowTap }
const guards = new WeakMap<Client, Guards>()

/** The driver parses whatever comes, however much that is, and what it throws on the way would end the process. */
function guard(client: Client): void {
  const limit = createMessageLimit(postgresMessage)
  const tap = createRowTap()
  guards.set(client, { limit, tap })
  const connection: unknown = client.connection
  if (!hasInternals(connection)) throw new Error('Another version of the driver: its messages cannot be bounded.')
  const attach = connection.attachListeners.bind(connection)
  connection.attachListeners = (stream) => {
    const guarded = (listener: Listener): Listener => {
      const pass = tap.before(listener)
      return (bytes) => {
        if (!limit.admits(bytes)) return void stream.destroy(overLimitError())
        try {
          pass(bytes)
        } catch {
          stream.destroy(notPostgresError())
        }
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

/** Rows from now on belong to another page. */
export function beginPage(client: Client): void {
  guards.get(client)?.limit.nextPage()
}

/** Rows of a connection, as the server sends them. */
export function rowsOf(client: Client): RowTap {
  const found = guards.get(client)
  if (found === undefined) throw new Error('This connection was made elsewhere, so its rows cannot be taken.')
  return found.tap
}

export function notPostgresError(): Error {
  return withCode(notPostgres)
}

/** Ends a connection at once, whatever it is doing. */
export function destroy(client: Client): void {
  client.connection.stream.destroy()
}

/** Meanings of SQLSTATEs. A server's own text may quote values, so it is not repeated. */
const states: Readonly<Record<string, FailureMeaning>> = {
  OVER_LIMIT: failures.overLimit,
  NOT_POSTGRES: [
    'bad-reply',
    'The server does not answer as PostgreSQL does, or asks for a sign-in that is not supported. Check --host and --port.',
  ],
  WANTS_CLEAR_TEXT: failures.clearText,
  '28P01': failures.refused,
  '28000': ['unauthorized', 'The database does not let this user in from here. Check the user, and pg_hba.conf.'],
  '3D000': failures.noDatabase,
  '42501': ['forbidden', 'This account may not read what was asked for. Grant it SELECT on the table.'],
  '42P01': ['not-found', 'There is no such table, or this account may not see it. Check its name and schema.'],
  '42703': failures.noColumn,
  '42601': failures.noSyntax,
  '25006': failures.wouldChange,
  '22021': [
    'source-error',
    'A text in the database is not valid in its encoding. Repair it, or leave its column out with --columns.',
  ],
  '22P05': ['source-error', 'A text in the database has no form in UTF-8. Leave its column out with --columns.'],
  '53300': failures.tooMany,
  '57P03': ['unreachable', 'The database is starting up.', true],
  '57014': failures.canceled,
  '40001': [
    'source-error',
    'The replica dropped the snapshot. Fetch from the primary, or raise max_standby_streaming_delay.',
    true,
  ],
}

/** The same for classes of SQLSTATEs, their first two characters. */
const classes: Readonly<Record<string, FailureMeaning>> = {
  '0A': ['bad-settings', 'The database does not allow this in a query that only reads. Change the query.'],
  '25': failures.wouldChange,
  '08': failures.lost,
  '28': ['unauthorized', 'The database refuses this user. Check the user and the password.'],
  '42': ['bad-settings', 'The database does not understand the query. Check its names and its syntax.'],
  '53': ['source-error', 'The database has no resources left.', true],
  '57': failures.shutDown,
  '58': ['source-error', 'The database has a fault of its own.', true],
}

/** An error of the driver or of the server as a reply. */
export function postgresFailure(error: unknown): FailedReply {
  const code = errorCode(error)
  const state = /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code) ? code : null
  const known = states[code] ?? (state === null ? undefined : classes[state.slice(0, 2)])
  if (known !== undefined) return failedReply(known)
  const network = networkFailure(error)
  if (network !== null) return { kind: 'failed', ...network }
  return byText(error instanceof Error ? error.message : '') ?? otherFailure(state)
}

/** Errors of the driver have nothing but a text. */
function byText(text: string): FailedReply | null {
  if (text.includes('does not support SSL')) {
    return failedReply(failures.noTls)
  }
  if (/SASL|SCRAM|password/i.test(text)) {
    const sentence = 'The database asks for a password. Give one (--password-file).'
    return { kind: 'failed', code: 'unauthorized', sentence, again: false }
  }
  if (/timeout/i.test(text)) return failedReply(['unreachable', silentServerText, true])
  return /terminated|ended|not queryable|closed/i.test(text) ? failedReply(failures.lost) : null
}
