import { type FailedReply, type FailureMeaning, failedReply } from '../../network-failure.ts'

/** Failures that every database has; each driver knows them by codes of its own. */
export const failures = {
  refused: ['unauthorized', 'The database refuses the user or the password. Check both.'],
  noDatabase: ['not-found', 'There is no database of that name. Check --database.'],
  noColumn: ['not-found', 'There is no such column. Check the names of the columns.'],
  noSyntax: ['bad-settings', 'The database does not understand the query. Check its syntax.'],
  wouldChange: ['bad-settings', 'The query would change the database. Only reading is possible.'],
  tooMany: ['unreachable', 'The database has too many connections.', true],
  shutDown: ['unreachable', 'The database was shut down.', true],
  canceled: ['source-error', 'The database canceled the query.', true],
  lost: ['unreachable', 'The connection to the database was lost.', true],
  overLimit: [
    'size-limit',
    'The server sends more in one row or page than is read (64 MB, 512 MB). Leave large columns out, or check that this is the right server.',
  ],
  clearText: [
    'not-encrypted',
    'The server asks for the password in plain text, and the connection is not encrypted. Use --tls, or confirm plain text with --allow-plain-text.',
  ],
  noTls: [
    'not-encrypted',
    'The database does not offer TLS. Turn it on there, or confirm plain text with --allow-plain-text.',
  ],
} as const satisfies Readonly<Record<string, FailureMeaning>>

/** A failure of another kind; `name`: its code, where that is known to hold no value. */
export function otherFailure(name: string | null): FailedReply {
  return failedReply(['source-error', `The database failed${name === null ? '' : ` (${name})`}. Look into its log.`])
}
