import { isTakenError, readBulkError } from '../../../../shared/core-api/bulk-errors.ts'
import type { RefusedUser } from '../../../../shared/core-api/bulk-rows.ts'

/*
 * State machine of one staged batch. A batch is what its rows are: `sending` while a reply is awaited or lost, `following`
 * while a row waits in the core, `settling` while rows have to be looked up or removed, then `done`.
 */

export const openRowStates = ['sending', 'staged', 'gone', 'failing', 'stuck', 'removed'] as const
type OpenRowState = (typeof openRowStates)[number]

/** How a user leaves its batch. `released`: the core has no row of it and never will; it can be sent in another way. */
export type RowEnd =
  | { readonly kind: 'migrated'; readonly coreUserId: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'in-doubt'; readonly message: string }
  | { readonly kind: 'released'; readonly message: string }

/** One user of a batch. */
export type BatchRow = {
  readonly userId: number
  /**
   * `staged`: in the core's list. `gone`: no longer listed, to be looked up. `failing`: the core gave it up, and it is to be
   * removed. `stuck`: held for too many rounds, or its login is taken, to be removed. `removed`: taken out of the list, to be looked up.
   */
  readonly state: OpenRowState | 'ended'
  readonly rowId: string | null
  /** Rounds of the import job that held this row, by the times the core put on it. */
  readonly rounds: number
  readonly seenAt: number | null
  /** How often it was neither listed nor found, or a look-up of it got no answer. */
  readonly misses: number
  readonly end: RowEnd | null
}

/** The id by which the core knows a user; null: it has no such user; `untold`: it did not answer about this one. */
export type Found = { readonly id: string } | null | 'untold'

/**
 * The user who has the login of a row without a reply. `login`: the ID of a user that may or may not come from this
 * batch; `stranger`: the ID shows that it is another user.
 */
export type LostUser = Found | { readonly login: string } | 'stranger'

type BatchState = 'sending' | 'following' | 'settling' | 'done'

export type Batch = {
  readonly id: number
  /** When its request was about to leave: Unix epoch, milliseconds. */
  readonly sentAt: number
  readonly rows: readonly BatchRow[]
}

/** A row that stays in PROCESSING for more rounds than this holds its chunk up. */
const maxRounds = 2
/** Looks at the list and look-ups that found nothing; then the row is in doubt. */
const maxMisses = 4

/** One row in the core's list. */
export type Listed = {
  readonly status: 'NEW' | 'PROCESSING' | 'FAILED'
  readonly message: string
  readonly updatedAt: number
}

export type BatchEvent =
  /** The core accepted all users; ids in the order of the rows. */
  | { readonly kind: 'accepted'; readonly rowIds: readonly string[] }
  /** The core refused the whole batch because of these users. */
  | { readonly kind: 'refused'; readonly users: readonly RefusedUser[] }
  /** The core certainly accepted none of them. */
  | { readonly kind: 'not-taken'; readonly message: string }
  /**
   * The reply was lost, and the core was asked: which rows it lists, and for the other users what looking them up gave
   * (who is missing was not looked up). `quiet`: long enough after the request that it cannot come through any more.
   */
  | {
      readonly kind: 'recovered'
      readonly listed: ReadonlyMap<number, string>
      readonly found: ReadonlyMap<number, LostUser>
      readonly quiet: boolean
    }
  /**
   * Rows of the core's list. `whole`: all of them, and the list was begun after every row of this batch was known to be in
   * it, so that a row it lacks is gone.
   */
  | { readonly kind: 'listed'; readonly rows: ReadonlyMap<string, Listed>; readonly whole: boolean }
  /** Users with the logins of these rows were met among the users of the core, by user. */
  | { readonly kind: 'seen'; readonly found: ReadonlyMap<number, { readonly id: string }> }
  /** The result of a look-up of the IDs of rows, by user. */
  | { readonly kind: 'looked-up'; readonly found: ReadonlyMap<number, Found> }
  /** The core lists the same user twice, and this is the row that stays, by user: the other one is about to be removed. */
  | { readonly kind: 'adopted'; readonly rowIds: ReadonlyMap<number, string> }
  /** The core answered that these rows are not in its list any more. */
  | { readonly kind: 'removed'; readonly rowIds: ReadonlySet<string> }

/** A batch that is about to be sent. */
export function newBatch(id: number, sentAt: number, userIds: readonly number[]): Batch {
  return { id, sentAt, rows: userIds.map((userId) => newRow(userId)) }
}

function newRow(userId: number): BatchRow {
  return { userId, state: 'sending', rowId: null, rounds: 0, seenAt: null, misses: 0, end: null }
}

export function stateOfBatch({ rows }: Batch): BatchState {
  const has = (...states: readonly BatchRow['state'][]) => rows.some(({ state }) => states.includes(state))
  if (has('sending')) return 'sending'
  if (has('staged')) return 'following'
  return has('gone', 'failing', 'stuck', 'removed') ? 'settling' : 'done'
}

/** The batch after an event. Events that do not concern the state of a row leave it as it is. */
export function afterEvent(batch: Batch, event: BatchEvent): Batch {
  return { ...batch, rows: batch.rows.map(rowAfter(batch, event)) }
}

type Change = (row: BatchRow, index: number) => BatchRow

function rowAfter(batch: Batch, event: BatchEvent): Change {
  switch (event.kind) {
    case 'accepted':
      return whileSending((row, index) => accepted(row, event.rowIds[index]))
    case 'refused':
      return whileSending((row, index) =>
        refused(
          row,
          event.users.find((user) => user.index === index),
        ),
      )
    case 'not-taken':
      return whileSending((row) => ended(row, { kind: 'released', message: event.message }))
    case 'recovered':
      return recovered(batch, event)
    case 'listed':
      return (row) => listed(row, event)
    case 'seen':
      return (row) => seen(row, event.found.get(row.userId))
    case 'looked-up':
      return (row) => lookedUp(row, event.found.get(row.userId))
    case 'adopted':
      return (row) => adopted(row, event.rowIds.get(row.userId))
    default:
      return (row) => (row.rowId !== null && event.rowIds.has(row.rowId) ? afterRemoval(row) : row)
  }
}

function whileSending(change: Change): Change {
  return (row, index) => (row.state === 'sending' ? change(row, index) : row)
}

/** Every row passes here once. Literals, because spreading takes several times as long. */
function ended({ userId, rowId, rounds, seenAt, misses }: BatchRow, end: RowEnd): BatchRow {
  return { userId, state: 'ended', rowId, rounds, seenAt, misses, end }
}

/** Without an id the row can be found in the list only. */
function accepted(row: BatchRow, rowId: string | undefined): BatchRow {
  if (rowId === undefined) return row
  const { userId, rounds, seenAt, misses, end } = row
  return { userId, state: 'staged', rowId, rounds, seenAt, misses, end }
}

function refused(row: BatchRow, user: RefusedUser | undefined): BatchRow {
  return user === undefined
    ? ended(row, { kind: 'released', message: 'Others of its batch were refused.' })
    : ended(row, { kind: 'failed', message: user.errors.join(' ') || 'The core refused this user without a reason.' })
}

type Recovered = Extract<BatchEvent, { kind: 'recovered' }>

function lostUserOf({ found }: Pick<Recovered, 'found'>, { userId }: BatchRow): LostUser {
  return found.get(userId) ?? (found.has(userId) ? null : 'untold')
}

/**
 * Did the core take a batch whose reply was lost? It takes all users or none: one user that is listed or found tells about all
 * the others, and `misses` keeps that after the others have ended. Users sign up by themselves, too: a login alone tells
 * nothing, most of them together do.
 */
export function isBatchTaken({ rows }: Batch, event: Pick<Recovered, 'listed' | 'found'>): boolean {
  const logins = rows.filter((row) => isLogin(lostUserOf(event, row))).length
  if (2 * logins > rows.length) return true
  return rows.some(
    (row) =>
      row.state !== 'sending' || row.misses > 0 || event.listed.has(row.userId) || isUser(lostUserOf(event, row)),
  )
}

/** Without an answer about a user nothing is concluded: it may be in the core. */
function recovered(batch: Batch, event: Recovered): Change {
  const { listed: rows, quiet } = event
  const wasTaken = isBatchTaken(batch, event)
  return whileSending((row) => {
    const rowId = rows.get(row.userId)
    if (rowId !== undefined) return { ...row, state: 'staged', rowId, misses: 0 }
    const answer = lostUserOf(event, row)
    if (isUser(answer)) return ended(row, { kind: 'migrated', coreUserId: answer.id })
    if (isLogin(answer) && wasTaken) return ended(row, { kind: 'migrated', coreUserId: answer.login })
    if (!quiet) return wasTaken ? { ...row, misses: row.misses + 1 } : row
    if (answer === 'stranger' || isLogin(answer)) return ended(row, { kind: 'released', message: takenMessage })
    if (answer === 'untold') return missed(row, lostUntoldMessage)
    return wasTaken
      ? ended(row, { kind: 'in-doubt', message: lostMessage })
      : ended(row, { kind: 'released', message: 'The request to stage this user did not come through.' })
  })
}

function isUser(found: LostUser): found is { readonly id: string } {
  return found !== null && typeof found === 'object' && 'id' in found
}

function isLogin(found: LostUser): found is { readonly login: string } {
  return found !== null && typeof found === 'object' && 'login' in found
}

/** A look without a result; after `maxMisses` of them the row is in doubt. */
function missed(row: BatchRow, message: string): BatchRow {
  const misses = row.misses + 1
  return misses < maxMisses ? { ...row, misses } : ended({ ...row, misses }, { kind: 'in-doubt', message })
}

const lostMessage =
  'Staged together with others, but neither the core’s import list nor its users have this one. Look it up, then retry.'

/** A row that went in is one that left the list. */
function seen(row: BatchRow, found: { readonly id: string } | undefined): BatchRow {
  if (found === undefined || (row.state !== 'staged' && row.state !== 'gone')) return row
  return ended(row, { kind: 'migrated', coreUserId: found.id })
}

function listed(row: BatchRow, { rows, whole }: Extract<BatchEvent, { kind: 'listed' }>): BatchRow {
  if (row.state !== 'staged' || row.rowId === null) return row
  const found = rows.get(row.rowId)
  if (found === undefined) return whole ? { ...row, state: 'gone' } : row
  // The user signed up meanwhile, or another system created it: from here on it is an existing user like any other.
  if (found.status === 'FAILED' && isTakenError(readBulkError(found.message))) {
    return { ...row, state: 'stuck', end: { kind: 'released', message: takenMessage } }
  }
  if (found.status === 'FAILED') return { ...row, state: 'failing', end: { kind: 'failed', message: found.message } }
  if (found.status === 'NEW' || found.updatedAt === row.seenAt) return row
  const rounds = row.rounds + 1
  return { ...row, rounds, seenAt: found.updatedAt, state: rounds > maxRounds ? 'stuck' : 'staged' }
}

/** Only an answer tells that the core does not have a user: without one it stays where it is. */
function lookedUp(row: BatchRow, found: Found | undefined): BatchRow {
  if (found === undefined || (row.state !== 'gone' && row.state !== 'removed')) return row
  if (isUser(found)) return ended(row, { kind: 'migrated', coreUserId: found.id })
  if (found === 'untold') return missed(row, row.state === 'gone' ? goneUntoldMessage : removedUntoldMessage)
  if (row.state === 'removed') return ended(row, row.end ?? { kind: 'released', message: stuckMessage })
  return missed({ ...row, state: 'staged' }, missingMessage)
}

const advice = 'Look it up in the core, then retry.'
const lostUntoldMessage = `No reply came to the request to stage this user, and the core did not answer whether it has this user. ${advice}`
const goneUntoldMessage = `No longer in the core’s import list, but the core did not answer whether it has this user. ${advice}`
const removedUntoldMessage = `Taken out of the core’s import list, but the core did not answer whether it has this user. ${advice}`
export const takenMessage = 'The core already has this login, so single calls follow your rule for existing users.'
export const stuckMessage =
  'The core held this user for more than two rounds of its import job, so it is sent by single calls.'
const missingMessage =
  'Staged, and no longer in the core’s import list, but the core does not have this user. Look it up, then retry.'

function adopted(row: BatchRow, rowId: string | undefined): BatchRow {
  return rowId === undefined || row.state !== 'staged' ? row : { ...newRow(row.userId), state: 'staged', rowId }
}

/** A failed row took its secrets along; whether a stuck one went in meanwhile has to be looked up. */
function afterRemoval(row: BatchRow): BatchRow {
  if (row.state === 'failing') return { ...row, state: 'ended' }
  return row.state === 'stuck' ? { ...row, state: 'removed' } : row
}
