import * as z from 'zod'
import type { ParsedInput, QueryChannel } from '../../../shared/ipc/contract.ts'
import { followView, passUsers } from './follow-view.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { noDocument, unknownChannel } from '../worker-protocol.ts'
import { planSummaries } from '../document/plans/summaries.ts'
import { closeDocument, type Document, openForReading } from '../document/open-document.ts'
import { describeFailure } from '../document/check-document.ts'
import { countHashes, keepsTotpSecrets } from '../document/removed-hashes.ts'
import { getSetting } from '../document/settings.ts'
import { type Database, oneNumber, sql, allRows } from '../document/sqlite.ts'
import { targetTable } from '../document/targets.ts'
import { mayReadFor } from '../trust/trust.ts'
import type { TrustStore } from '../trust/trust-store.ts'
import { postRunView } from './post-run-view.ts'
import { createUserColumns, type UserColumns } from './user-index/user-columns.ts'
import { createUsersViews, type UsersViews } from './user-index/users-view.ts'
import { correctedReady, hashesRequiredReason, userCounts } from './counts.ts'
import { failureGroups } from './failures.ts'
import { corrections } from './judge-correction.ts'
import { previewView } from './preview.ts'
import { reportView } from './report-view.ts'
import { skippedRecords, sourceRecords } from './source-records.ts'
import { filterUsers, type SelectedScope, selectedIds } from './users-filter.ts'
import { userDetail } from './user-detail.ts'
import { usersPage } from './users-page.ts'
import { migratedUsers, usersRange } from './users-range.ts'
import { isReady, withFacet, withProgress } from '../document/facets.ts'

/** A document with what is kept of it in memory. */
type CachedDocument = {
  readonly database: Database
  readonly columns: UserColumns
  readonly views: UsersViews
  /** The last answer to a question without input, as long as nothing has changed. */
  readonly kept: Map<string, { readonly stamp: string; readonly answer: Result<unknown> }>
}

/** Questions whose answer has to be read from a file first. */
type SlowChannel = 'users:source'
type QuickChannel = Exclude<QueryChannel, SlowChannel>

const maxVanished = 200
const emailsAtOnce = 4000

/** Answers questions about one document; each answer is as the contract says. */
const answers: { readonly [C in QuickChannel]: (cached: CachedDocument, input: ParsedInput<C>) => Result<unknown> } = {
  'preview:get': (cached) => unchanged(cached, 'preview:get', () => ok(previewView(cached.database))),
  'export:skipped-records': ({ database }, { fileId, skip }) => {
    return ok(skippedRecords.list(database, fileId, skip))
  },
  'export:skipped-reasons': (cached) =>
    unchanged(cached, 'export:skipped-reasons', () => ok(skippedRecords.reasons(cached.database))),
  'export:skipped-places': ({ database }, input) => ok(skippedRecords.places(database, input)),
  'baseline:missing': ({ database }, { after }) => {
    const users = planSummaries.listMissing(database, after, maxVanished)
    return ok({ users: [...users], next: users.length < maxVanished ? null : (users.at(-1)?.key ?? null) })
  },
  'users:page': ({ database, views }, order) => {
    return ok(usersPage(database, views, targetTable.current(database)?.id ?? null, order))
  },
  'users:range': ({ database, views }, order) => {
    return usersRange(database, views, targetTable.current(database)?.id ?? null, order)
  },
  'users:check-correction': ({ database }, { id, correction }) => {
    return corrections.faultsOf(database, id, correction)
  },
  'users:corrected': (cached) =>
    unchanged(cached, 'users:corrected', () =>
      ok({ ready: countCorrected(cached.database, targetTable.current(cached.database)?.id ?? 0) }),
    ),
  'users:sendable': ({ database }, { scope }) => {
    return ok({ ready: countSendable(database, targetTable.current(database)?.id ?? 0, scope) })
  },
  'users:emails': ({ database }, { scope, after }) => {
    return ok(selectedEmails(database, targetTable.current(database)?.id ?? 0, scope, after, emailsAtOnce))
  },
  'users:detail': ({ database }, { id }) => userDetail(database, id),
  'run:failures': (cached) =>
    unchanged(cached, 'run:failures', () => {
      const { database } = cached
      const target = targetTable.current(database)?.id ?? null
      return ok({ groups: [...failureGroups(database, target)], waiting: userCounts.waiting(database, target) })
    }),
  'follow:get': ({ database }) => {
    const { settings: _, ...view } = followView(database, targetTable.current(database)?.id ?? null)
    return ok(view)
  },
  'follow:users': ({ database }, { pass, limit }) => ok(passUsers(database, pass, limit)),
  'hashes:state': (cached) =>
    unchanged(cached, 'hashes:state', () => {
      const { database } = cached
      return ok({
        kept: countHashes(database),
        totp: keepsTotpSecrets(database),
        why: hashesRequiredReason(database),
        removedAt: getSetting(database, 'hashes-removed') ?? null,
      })
    }),
  'post-run:get': (cached) => unchanged(cached, 'post-run:get', () => ok(postRunView(cached.database))),
  'post-run:migrated': ({ database }, { limit, withPassword }) =>
    ok(migratedUsers(database, targetTable.current(database)?.id ?? 0, limit, withPassword)),
  'report:get': (cached) => unchanged(cached, 'report:get', () => ok(reportView(cached.database))),
}

/** Counting a million users takes a while, so it is done once for each change. */
function unchanged(cached: CachedDocument, channel: string, work: () => Result<unknown>): Result<unknown> {
  const stamp = cached.columns.stamp()
  const before = cached.kept.get(channel)
  if (before?.stamp === stamp) return before.answer
  const answer = work()
  cached.kept.set(channel, { stamp, answer })
  return answer
}

function isQuick(channel: string): channel is QuickChannel {
  return Object.hasOwn(answers, channel)
}

function cacheDocument(database: Database): CachedDocument {
  const columns = createUserColumns(database, () => targetTable.current(database)?.id ?? 0)
  return { database, columns, views: createUsersViews(columns), kept: new Map() }
}

/** The queries, with a connection of their own beside the writer. */
type Queries = {
  readonly open: (path: string | null) => Result<null>
  /** Everything but what has to be read from the files of the export. */
  readonly ask: (channel: string, input: unknown) => Result<unknown>
  /** Everything. */
  readonly answer: (channel: string, input: unknown) => Promise<Result<unknown>>
  /** Loads a little of the columns that tables will need; false when all are loaded. */
  readonly warm: () => boolean
}

/** `trust`: what this machine confirmed; files that it does not know are not opened. */
export function createQueries(trust: TrustStore): Queries {
  let open: { readonly document: Document; readonly cached: CachedDocument } | null = null

  const ask: Queries['ask'] = (channel, input) => {
    if (open === null) return noDocument
    if (!isQuick(channel)) return unknownChannel
    try {
      // The router parsed it.
      return (answers[channel] as (cached: CachedDocument, input: unknown) => Result<unknown>)(open.cached, input)
    } catch (error) {
      return describeFailure(error)
    }
  }

  return {
    open: (path) => {
      if (open !== null) closeDocument(open.document)
      open = null
      if (path === null) return ok(null)
      const opened = openForReading(path, { pages: false })
      if (!opened.ok) return opened
      open = { document: opened.value, cached: cacheDocument(opened.value.database) }
      return ok(null)
    },
    ask,
    answer: async (channel, input) => {
      if (open === null || channel !== 'users:source') return ask(channel, input)
      try {
        const { database } = open.document
        return await sourceRecords(database, (input as ParsedInput<'users:source'>).id, mayReadFor(trust, database))
      } catch (error) {
        return describeFailure(error)
      }
    },
    warm: () => {
      try {
        return open !== null && open.cached.columns.warm()
      } catch {
        // The caller that reads it gets the problem.
        return false
      }
    },
  }
}

function countCorrected(database: Database, targetId: number): number {
  return oneNumber(sql(database, `SELECT count(*) AS n ${correctedReady}`), targetId)
}

/** How many of the selected users are ready to be sent. */
function countSendable(database: Database, targetId: number, scope: SelectedScope): number {
  const ready = (where: string) =>
    `SELECT count(*) AS n FROM user ${withFacet} ${withProgress}
       WHERE ${isReady} AND user.id ${where}`
  const ofList = 'IN (SELECT value FROM json_each(?))'
  if (scope.kind === 'users') return oneNumber(sql(database, ready(ofList)), targetId, JSON.stringify(scope.ids))
  const { from, where, id } = filterUsers(scope.filter, targetId)
  const text = ready(`IN (SELECT ${id} FROM ${from.sql} WHERE ${where.sql}) AND user.id NOT ${ofList}`)
  return oneNumber(sql(database, text), targetId, ...from.values, ...where.values, JSON.stringify(scope.except))
}

const emailRow = z.object({ id: z.number(), email: z.string().nullable() })

/** The emails of the next selected users, and where to go on; null: these were the last. */
function selectedEmails(
  database: Database,
  targetId: number,
  scope: SelectedScope,
  after: number,
  limit: number,
): { readonly emails: string[]; readonly next: number | null } {
  const ids = selectedIds(database, targetId, scope, after, limit)
  const text = 'SELECT id, email FROM user WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id'
  const rows = allRows(emailRow, sql(database, text), JSON.stringify(ids))
  return {
    emails: rows.flatMap(({ email }) => (email === null ? [] : [email])),
    next: ids.length < limit ? null : (ids.at(-1) ?? null),
  }
}
