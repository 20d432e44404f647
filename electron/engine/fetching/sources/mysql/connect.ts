import { connect as connectSocket, isIP, type Socket } from 'node:net'
import { authPlugins, type Connection, createConnection, type TypeCastField } from 'mysql2'
import * as z from 'zod'
import { createMessageLimit, type MessageLimit, mysqlMessage, overLimitError } from '../../message-limit.ts'
import { failures, otherFailure } from '../database/failures.ts'
import { errorCode, type FailedReply, failedReply, type FailureMeaning, networkFailure } from '../../network-failure.ts'
import type { Encryption } from '../../option-table.ts'
import type { JsonObject, JsonValue } from '../../source.ts'
import type { ConnectionSettings } from '../database/database-settings.ts'
import { jsonOrText } from '../database/user-statement.ts'

/** Milliseconds until a server that does not answer is given up. */
const connectMs = 20_000

/** A snapshot in which nothing can be changed. Lists of identities are not cut, and slow reading does not end the connection. */
const setup = [
  "SET SESSION time_zone = '+00:00'",
  'SET SESSION group_concat_max_len = 67108864',
  'SET SESSION net_write_timeout = 3600',
  'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
  'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
]

/** A connection in its snapshot. */
export type MysqlConnection = {
  /** Bytes that arrive after this call belong to another page. */
  readonly beginPage: () => void
  /** The rows of one statement; none for one that has no result. */
  readonly rows: (query: string, values?: readonly string[]) => Promise<readonly JsonObject[]>
  /** The rows of one statement and their columns. */
  readonly result: (query: string, values: readonly string[]) => Promise<Result>
  /** The rows of one statement as they come. */
  readonly stream: (query: string, highWaterMark: number) => AsyncIterator<JsonObject>
  /** Ends the connection at once, and tells those who wait for it, which the driver does not. */
  readonly destroy: () => void
}

type Connected = { readonly kind: 'connected'; readonly connection: MysqlConnection } | FailedReply

export async function connect(
  settings: ConnectionSettings,
  password: string,
  encryption: Encryption,
  signal: AbortSignal,
): Promise<Connected> {
  const { host, port = 3306, user, database } = settings
  const ca = encryption.kind === 'plain' || encryption.ca === null ? {} : { ca: [...encryption.ca] }
  const tls =
    encryption.kind === 'plain'
      ? {}
      : { ssl: { rejectUnauthorized: true, verifyIdentity: true, minVersion: 'TLSv1.2', ...ca } as const }
  const socket = connectSocket(host.startsWith('/') ? { path: host } : { host, port, keepAlive: true, noDelay: true })
  const connection = createConnection({
    host: nameOf(host),
    port,
    stream: socket,
    user,
    password,
    database,
    charset: 'utf8mb4',
    connectTimeout: connectMs,
    multipleStatements: false,
    // A server may ask the driver for files of this machine.
    flags: ['-LOCAL_FILES'],
    typeCast: valueOf,
    ...tls,
    ...(encryption.kind === 'plain' && !settings['allow-plain-text'] ? { authPlugins: challengesOnly } : {}),
  })
  const limit = guard(connection, socket)
  // A connection that is lost between two requests is noticed by the next one.
  connection.on('error', () => undefined)
  const destroy = () => {
    // The driver's own way to end a connection waits until the server ends it too.
    connection.destroy()
    socket.destroy()
    connection.emit('error', lost())
  }
  signal.addEventListener('abort', destroy)
  try {
    await untilLost<void>(connection, (resolve, reject) => {
      connection.connect((error) => (error === null ? resolve() : reject(error)))
    })
    for (const statement of setup) await resultOf(connection, statement, [])
    return {
      kind: 'connected',
      connection: {
        beginPage: () => limit.nextPage(),
        rows: async (query, values = []) => (await resultOf(connection, query, values)).rows,
        result: (query, values) => resultOf(connection, query, values),
        stream: (query, highWaterMark) => streamRows(connection, query, highWaterMark),
        destroy,
      },
    }
  } catch (error) {
    destroy()
    return mysqlFailure(error)
  } finally {
    signal.removeEventListener('abort', destroy)
  }
}

type PacketParser = { readonly execute: (bytes: Buffer) => void }

/** The driver keeps packets until they are whole, however large that is, and what it throws on the way would end the process. */
function guard(connection: Connection, socket: Socket): MessageLimit {
  const limit = createMessageLimit(mysqlMessage())
  const parser: unknown = Reflect.get(connection, 'packetParser')
  if (!isParser(parser)) throw new Error('Another version of the driver: its packets cannot be bounded.')
  const lose = (error: Error) => {
    connection.emit('error', error)
    socket.destroy(error)
  }
  const execute = (bytes: Buffer) => {
    if (!limit.admits(bytes)) return lose(overLimitError())
    try {
      parser.execute(bytes)
    } catch {
      lose(Object.assign(new Error('The server does not follow the protocol.'), { code: 'NOT_MYSQL' }))
    }
  }
  Reflect.set(connection, 'packetParser', { execute })
  return limit
}

function isParser(parser: unknown): parser is PacketParser {
  return typeof parser === 'object' && parser !== null && 'execute' in parser
}

type AuthPlugin = ReturnType<typeof authPlugins.caching_sha2_password>

/** Ways to sign in that show a server nothing of the password but the answer to its challenge. */
const challengesOnly = {
  caching_sha2_password: (surroundings: Parameters<AuthPlugin>[0]) => {
    const answer = authPlugins.caching_sha2_password()(surroundings)
    // The server does not remember the account, and wants the password itself, at most under a key of its own.
    return (data: Buffer) => (data.length === 1 && data[0] === 4 ? refuse() : answer(data))
  },
  sha256_password: () => refuse,
  mysql_clear_password: () => refuse,
}

function refuse(): never {
  throw Object.assign(new Error('Only challenges are answered.'), { code: 'WANTS_CLEAR_TEXT' })
}

/**
 * The name that the certificate of a server is compared with. For an address the driver would take `localhost`; it
 * compares names only. A dot behind it, as names may have, makes a name of an address, which Node then compares with
 * the addresses of the certificate.
 */
function nameOf(host: string): string {
  return isIP(host) === 0 ? host : `${host}.`
}

const rowList = z.array(z.record(z.string(), z.custom<JsonObject[string]>()))
const fieldList = z.array(z.object({ name: z.string(), columnType: z.number(), flags: z.number() }))

/** The columns of a result. */
export type Fields = Readonly<z.infer<typeof fieldList>>

type Result = { readonly rows: readonly JsonObject[]; readonly fields: Fields }

function resultOf(connection: Connection, query: string, values: readonly string[]): Promise<Result> {
  return untilLost(connection, (resolve, reject) => {
    connection.query(query, [...values], (error, rows, fields) => {
      if (error !== null) return reject(error)
      const found = rowList.safeParse(rows)
      resolve({ rows: found.success ? found.data : [], fields: fieldList.safeParse(fields).data ?? [] })
    })
  })
}

/** The driver tells a lost connection to itself alone, and the rows would never end. */
function streamRows(connection: Connection, query: string, highWaterMark: number): AsyncIterator<JsonObject> {
  const readable = connection.query(query).stream({ highWaterMark })
  const lose = (error: unknown) => void readable.destroy(error instanceof Error ? error : lost())
  connection.on('error', lose)
  readable.on('close', () => connection.off('error', lose))
  const rows: AsyncIterable<JsonObject> = readable
  return rows[Symbol.asyncIterator]()
}

/** An answer of a connection; rejects when the connection ends before. */
function untilLost<T>(
  connection: Connection,
  ask: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
): Promise<T> {
  let lose: (error: unknown) => void = () => undefined
  return new Promise<T>((resolve, reject) => {
    lose = reject
    connection.on('error', lose)
    ask(resolve, reject)
  }).finally(() => connection.off('error', lose))
}

function lost(): Error {
  return Object.assign(new Error('The connection was lost.'), { code: 'PROTOCOL_CONNECTION_LOST' })
}

const small = new Set(['TINY', 'SHORT', 'LONG', 'INT24', 'YEAR'])
const bytes = new Set(['TINY_BLOB', 'MEDIUM_BLOB', 'LONG_BLOB', 'BLOB', 'VAR_STRING', 'STRING', 'VARCHAR', 'GEOMETRY'])

/** A value as JSON can hold it: ids, decimals and times as their text, bytes that are no text as hex, one bit as yes or no. */
function valueOf(field: TypeCastField): JsonValue {
  if (field.type === 'BIT') {
    const bits = field.buffer()
    if (bits === null) return null
    return field.length === 1 ? bits[0] === 1 : `0x${bits.toString('hex')}`
  }
  if (bytes.has(field.type)) {
    const found = field.buffer()
    return found === null ? null : textOrHex(found)
  }
  const text = field.string('utf8')
  if (text === null) return null
  if (field.type === 'JSON') return jsonOrText(text)
  return small.has(field.type) ? Number(text) : text
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Columns of bytes often hold text, such as hashes; what is none is written as PostgreSQL does. */
function textOrHex(found: Buffer): string {
  try {
    const text = decoder.decode(found)
    // oxlint-disable-next-line no-control-regex -- bytes that no text has
    if (!/[\u0000-\u0008\u000e-\u001f]/.test(text)) return text
  } catch {
    // Not UTF-8.
  }
  return `\\x${found.toString('hex')}`
}

/** Meanings of errors of the server or the driver. A server's own text may quote values, so it is not repeated. */
const meanings: Readonly<Record<string, FailureMeaning>> = {
  ER_ACCESS_DENIED_ERROR: failures.refused,
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: failures.refused,
  ER_HOST_NOT_PRIVILEGED: ['unauthorized', 'The database lets nobody in from this machine. Allow its address there.'],
  ER_DBACCESS_DENIED_ERROR: [
    'forbidden',
    'This account may not use the database. Check --database, or grant it SELECT.',
  ],
  ER_TABLEACCESS_DENIED_ERROR: ['forbidden', 'This account may not read the table. Grant it SELECT.'],
  ER_COLUMNACCESS_DENIED_ERROR: ['forbidden', 'This account may not read a column. Grant it SELECT, or use --columns.'],
  ER_BAD_DB_ERROR: failures.noDatabase,
  ER_NO_SUCH_TABLE: ['not-found', 'There is no such table. Check its name.'],
  ER_BAD_FIELD_ERROR: failures.noColumn,
  ER_PARSE_ERROR: failures.noSyntax,
  ER_DUP_FIELDNAME: ['bad-settings', 'The query has two columns of one name. Give one of them another name with AS.'],
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: failures.wouldChange,
  ER_CON_COUNT_ERROR: failures.tooMany,
  ER_SERVER_SHUTDOWN: failures.shutDown,
  ER_QUERY_INTERRUPTED: failures.canceled,
  PROTOCOL_CONNECTION_LOST: failures.lost,
  OVER_LIMIT: failures.overLimit,
  NOT_MYSQL: ['bad-reply', 'The server does not answer as MySQL does. Check --host and --port.'],
  WANTS_CLEAR_TEXT: failures.clearText,
  HANDSHAKE_NO_SSL_SUPPORT: failures.noTls,
}

/** An error of the driver or of the server as a reply. */
export function mysqlFailure(error: unknown): FailedReply {
  const code = errorCode(error)
  const known = meanings[code]
  if (known !== undefined) return failedReply(known)
  const network = networkFailure(code === 'HANDSHAKE_SSL_ERROR' ? { code: handshakeCode(error) } : error)
  if (network !== null) return { kind: 'failed', ...network }
  if (/closed state|is closed|destroyed/.test(error instanceof Error ? error.message : ''))
    return failedReply(failures.lost)
  return otherFailure(/^ER_[A-Z_]{3,60}$/.test(code) ? code : null)
}

/** The cause of a failed TLS handshake, whose code the driver replaces with one code for all. */
function handshakeCode(error: unknown): string {
  const text = error instanceof Error ? error.message : ''
  return handshakeFaults.find(([pattern]) => pattern.test(text))?.[1] ?? 'EPROTO'
}

const handshakeFaults: readonly (readonly [RegExp, string])[] = [
  [/altnames/i, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [/expired|not yet valid/i, 'CERT_HAS_EXPIRED'],
  [/self[- ]signed|issuer|verify/i, 'SELF_SIGNED_CERT_IN_CHAIN'],
]
