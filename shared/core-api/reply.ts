import { readRefusedUsers } from './bulk-replies.ts'
import { bulkMessage, quotesMany } from './bulk-messages.ts'
import type { OperationName } from './operations.ts'
import type { ReplyOutcome, RetryReason, StopCause } from './outcome.ts'
import { readSuccess } from './read-success.ts'
import { storable } from './redact.ts'
import type { RawReply, ReplyContext } from './raw-reply.ts'
import { readRetryAfter } from './retry-after.ts'

type Read = (operation: OperationName, reply: RawReply, context: ReplyContext) => ReplyOutcome
type Row = {
  readonly from: number
  readonly to: number
  readonly html?: true
  /** Only where the core says this. */
  readonly text?: RegExp
  readonly read: Read
}

/** What real cores say of an app or a tenant that they do not have. */
export const unknownTenant = /^\s*AppId or tenantId not found/i

/** What databases say when they are busy, locked, restarting or out of connections: the core could do it a moment later. */
const passingDatabaseTrouble = new RegExp(
  [
    'SQLTransient\\w*Exception',
    'SQLITE_(?:LOCKED|BUSY)',
    'database (?:table )?is locked',
    'deadlock (?:detected|found)',
    'too many (?:connections|clients)',
    'remaining connection slots',
    'could not serialize',
    'connection is not available',
    'the database system is (?:starting up|shutting down|in recovery)',
    'terminating connection due to',
    'lock wait timeout exceeded',
  ].join('|'),
  'i',
)

/** "Replies" of the rules, row by row; the first that fits counts. */
const rows: readonly Row[] = [
  { from: 200, to: 299, read: (operation, reply, context) => readSuccess(operation, reply, context) },
  { from: 300, to: 399, read: stop('wrong-address') },
  { from: 401, to: 401, read: stop('api-key-rejected') },
  { from: 402, to: 402, read: stop('licence-required') },
  { from: 403, to: 403, read: stop('forbidden') },
  // A core that is starting answers with its server's page; a proxy without a core behind it does too.
  { from: 404, to: 404, html: true, read: retry('html') },
  { from: 404, to: 404, read: stop('wrong-address') },
  { from: 408, to: 408, read: retry('timeout') },
  { from: 425, to: 425, read: retry('server-error') },
  { from: 429, to: 429, read: retry('rate-limited') },
  // Replies that would be the same for any user.
  { from: 400, to: 400, text: unknownTenant, read: stop('wrong-address') },
  { from: 400, to: 400, text: /^\s*cdi-version .{1,40}(?:not supported|is lower than)/i, read: stop('wrong-address') },
  { from: 400, to: 499, read: failed },
  { from: 500, to: 500, text: passingDatabaseTrouble, read: retry('database') },
  { from: 500, to: 599, read: retry('server-error') },
]

/** What a reply means. The same table for every operation and dialect. */
export function readReply(operation: OperationName, reply: RawReply, context: ReplyContext): ReplyOutcome {
  const fits = (row: Row) =>
    reply.status >= row.from &&
    reply.status <= row.to &&
    (row.html === undefined || isHtml(reply.body)) &&
    (row.text === undefined || row.text.test(reply.body.slice(0, 2000)))
  const row = rows.find(fits)
  return (row?.read ?? retry('unexpected-reply'))(operation, reply, context)
}

/** A page for a browser. The type alone does not tell: real cores send their plain sentences as text/html. */
export function isHtml(body: string): boolean {
  return /^\s*</.test(body)
}

function retry(why: RetryReason): Read {
  return (operation, reply, context) => ({
    kind: 'retry',
    why,
    httpStatus: reply.status,
    retryAfterMs: readRetryAfter(reply.headers, context.now),
    reached: true,
    message: said(operation, reply, context),
  })
}

function stop(why: StopCause): Read {
  return (operation, reply, context) => ({
    kind: 'stop',
    why,
    httpStatus: reply.status,
    message: said(operation, reply, context),
  })
}

function failed(operation: OperationName, reply: RawReply, context: ReplyContext): ReplyOutcome {
  const refused = operation === 'bulk-stage' && reply.status === 400 ? readRefusedUsers(reply.body, context) : null
  return refused ?? { kind: 'failed', httpStatus: reply.status, message: said(operation, reply, context) }
}

function said(operation: OperationName, reply: RawReply, context: ReplyContext): string {
  if (quotesMany(operation)) return bulkMessage(reply.body, reply.status)
  return storable(reply.body, context.secrets) || `HTTP ${reply.status} without a text`
}
