import { failedReply, type FailedReply, type FailureMeaning } from '../../failure-meaning.ts'
import { networkFailure } from '../../network-failure.ts'

/** What an error of the server or the driver means. A server's own text may quote values, so it is not repeated. */
const meanings: Readonly<Record<string, FailureMeaning>> = {
  ER_ACCESS_DENIED_ERROR: ['unauthorized', 'The database refuses the user or the password. Check both.'],
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: ['unauthorized', 'The database refuses the user or the password. Check both.'],
  ER_HOST_NOT_PRIVILEGED: ['unauthorized', 'The database lets nobody in from this machine. Allow its address there.'],
  ER_DBACCESS_DENIED_ERROR: [
    'forbidden',
    'This account may not use the database. Check --database, or grant it SELECT.',
  ],
  ER_TABLEACCESS_DENIED_ERROR: ['forbidden', 'This account may not read the table. Grant it SELECT.'],
  ER_COLUMNACCESS_DENIED_ERROR: ['forbidden', 'This account may not read a column. Grant it SELECT, or use --columns.'],
  ER_BAD_DB_ERROR: ['not-found', 'There is no database of that name. Check --database.'],
  ER_NO_SUCH_TABLE: ['not-found', 'There is no such table. Check its name.'],
  ER_BAD_FIELD_ERROR: ['not-found', 'There is no such column. Check the names of the columns.'],
  ER_PARSE_ERROR: ['bad-settings', 'The database does not understand the query. Check its syntax.'],
  ER_DUP_FIELDNAME: ['bad-settings', 'The query has two columns of one name. Give one of them another name with AS.'],
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: [
    'bad-settings',
    'The query would change the database. Only reading is possible.',
  ],
  ER_CON_COUNT_ERROR: ['unreachable', 'The database has too many connections.', true],
  ER_SERVER_SHUTDOWN: ['unreachable', 'The database was shut down.', true],
  ER_QUERY_INTERRUPTED: ['source-error', 'The database canceled the query.', true],
  PROTOCOL_CONNECTION_LOST: ['unreachable', 'The connection to the database was lost.', true],
  OVER_LIMIT: [
    'size-limit',
    'The server sends more in one row or page than is read (64 MB, 512 MB). Leave large columns out, or check that this is the right server.',
  ],
  NOT_MYSQL: ['bad-reply', 'The server does not answer as MySQL does. Check --host and --port.'],
  WANTS_CLEAR_TEXT: [
    'not-encrypted',
    'The server wants to see the password itself, and the connection is not encrypted. Use --tls, or confirm plain text with --allow-plain-text.',
  ],
  HANDSHAKE_NO_SSL_SUPPORT: [
    'not-encrypted',
    'The database does not offer TLS. Turn it on there, or confirm plain text with --allow-plain-text.',
  ],
}

/** An error of the driver or of the server as a reply. */
export function mysqlFailure(error: unknown): FailedReply {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = meanings[code]
  if (known !== undefined) return failedReply(known)
  const network = networkFailure(code === 'HANDSHAKE_SSL_ERROR' ? { code: handshakeCode(error) } : error)
  if (network !== null) return { kind: 'failed', ...network }
  if (/closed state|is closed|destroyed/.test(error instanceof Error ? error.message : ''))
    return { kind: 'failed', code: 'unreachable', sentence: 'The connection to the database was lost.', again: true }
  const named = /^ER_[A-Z_]{3,60}$/.test(code) ? ` (${code})` : ''
  return {
    kind: 'failed',
    code: 'source-error',
    sentence: `The database failed${named}. Look into its log.`,
    again: false,
  }
}

/** What went wrong in a TLS handshake, whose code the driver replaces by one of its own for all. */
function handshakeCode(error: unknown): string {
  const text = error instanceof Error ? error.message : ''
  return handshakeFaults.find(([said]) => said.test(text))?.[1] ?? 'EPROTO'
}

const handshakeFaults: readonly (readonly [RegExp, string])[] = [
  [/altnames/i, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [/expired|not yet valid/i, 'CERT_HAS_EXPIRED'],
  [/self[- ]signed|issuer|verify/i, 'SELF_SIGNED_CERT_IN_CHAIN'],
]
