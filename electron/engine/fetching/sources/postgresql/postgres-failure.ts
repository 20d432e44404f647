import { failedReply, type FailedReply, type FailureMeaning } from '../../failure-meaning.ts'
import { networkFailure } from '../../network-failure.ts'

/** What an SQLSTATE means. A server's own text may quote values, so it is not repeated. */
const states: Readonly<Record<string, FailureMeaning>> = {
  OVER_LIMIT: [
    'size-limit',
    'The server sends more in one row or page than is read (64 MB, 512 MB). Leave large columns out, or check that this is the right server.',
  ],
  NOT_POSTGRES: [
    'bad-reply',
    'The server does not answer as PostgreSQL does, or asks for a sign-in that is not supported. Check --host and --port.',
  ],
  WANTS_CLEAR_TEXT: [
    'not-encrypted',
    'The server wants to see the password itself, and the connection is not encrypted. Use --tls, or confirm plain text with --allow-plain-text.',
  ],
  '28P01': ['unauthorized', 'The database refuses the user or the password. Check both.'],
  '28000': ['unauthorized', 'The database does not let this user in from here. Check the user, and pg_hba.conf.'],
  '3D000': ['not-found', 'There is no database of that name. Check --database.'],
  '42501': ['forbidden', 'This account may not read what was asked for. Grant it SELECT on the table.'],
  '42P01': ['not-found', 'There is no such table, or this account may not see it. Check its name and schema.'],
  '42703': ['not-found', 'There is no such column. Check the names of the columns.'],
  '42601': ['bad-settings', 'The database does not understand the query. Check its syntax.'],
  '25006': ['bad-settings', 'The query would change the database. Only reading is possible.'],
  '22021': [
    'source-error',
    'A text in the database is not valid in its encoding. Repair it, or leave its column out with --columns.',
  ],
  '22P05': ['source-error', 'A text in the database has no form in UTF-8. Leave its column out with --columns.'],
  '53300': ['unreachable', 'The database has too many connections.', true],
  '57P03': ['unreachable', 'The database is starting up.', true],
  '57014': ['source-error', 'The database canceled the query.', true],
  '40001': [
    'source-error',
    'The replica dropped the snapshot. Fetch from the primary, or raise max_standby_streaming_delay.',
    true,
  ],
}

/** The same for classes of SQLSTATEs, their first two characters. */
const classes: Readonly<Record<string, FailureMeaning>> = {
  '0A': ['bad-settings', 'The database does not allow this in a query that only reads. Change the query.'],
  '25': ['bad-settings', 'The query would change the database. Only reading is possible.'],
  '08': ['unreachable', 'The connection to the database was lost.', true],
  '28': ['unauthorized', 'The database refuses this user. Check the user and the password.'],
  '42': ['bad-settings', 'The database does not understand the query. Check its names and its syntax.'],
  '53': ['source-error', 'The database has no resources left.', true],
  '57': ['unreachable', 'The database was shut down.', true],
  '58': ['source-error', 'The database has a fault of its own.', true],
}

/** An error of the driver or of the server as a reply. */
export function postgresFailure(error: unknown): FailedReply {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const state = /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code) ? code : null
  const known = states[code] ?? (state === null ? undefined : classes[state.slice(0, 2)])
  if (known !== undefined) return failedReply(known)
  const network = networkFailure(error)
  if (network !== null) return { kind: 'failed', ...network }
  return byText(error instanceof Error ? error.message : '') ?? other(state)
}

/** Errors of the driver have nothing but a text. */
function byText(text: string): FailedReply | null {
  if (text.includes('does not support SSL')) {
    const sentence = 'The database does not offer TLS. Turn it on there, or confirm plain text with --allow-plain-text.'
    return { kind: 'failed', code: 'not-encrypted', sentence, again: false }
  }
  if (/SASL|SCRAM|password/i.test(text)) {
    const sentence = 'The database asks for a password. Give one.'
    return { kind: 'failed', code: 'unauthorized', sentence, again: false }
  }
  return /terminated|timeout|ended|not queryable|closed/i.test(text)
    ? { kind: 'failed', code: 'unreachable', sentence: 'The connection to the database was lost.', again: true }
    : null
}

function other(state: string | null): FailedReply {
  const sentence = `The database failed${state === null ? '' : ` (${state})`}. Look into its log.`
  return { kind: 'failed', code: 'source-error', sentence, again: false }
}
