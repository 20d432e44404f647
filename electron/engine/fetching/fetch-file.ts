import { count, counted } from '../../../shared/format.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'
import { removeFile } from '../files/folders.ts'
import { takeLock } from '../files/lock-file.ts'
import { isNameTaken } from '../files/own-file.ts'
import { type Clock, systemClock } from '../runner/clock.ts'
import { type Seal, sealHere } from '../trust/trust-store.ts'
import { beginAgain, beginAnew, type BegunFetch } from './begin-fetch.ts'
import { sinceOf, trackChanges } from './change-tracker.ts'
import {
  type ChangesAsked,
  diskFailure,
  failure,
  type FetchOutcome,
  type FetchProgress,
  type ListedChanges,
  notLocked,
} from './fetch-outcome.ts'
import { askPage, silenceText, tooDeep, withinDeadline } from './page-requests.ts'
import { type Disk, type FetchJournal, type FetchPlace, placeOf, realDisk, sealJournal } from './part-file.ts'
import { ndjson, recordAt } from './record-lines.ts'
import type { AnyFetchSource, FetchSecrets, FetchValues, JsonObject, OpenSource, RecordLines } from './source.ts'

/** A fetch: its source and its destination. */
export type FetchOrder = {
  readonly source: AnyFetchSource
  /** Values of the source's options, by name; those that were given, where a fetch is resumed. */
  readonly settings: FetchValues
  readonly secrets: FetchSecrets
  /** The absolute path of the file. */
  readonly out: string
  /** Continue an unfinished fetch to that file. */
  readonly resume: boolean
  /** The changes to list, never where a fetch is resumed; left out: everything is fetched. */
  readonly changes?: ChangesAsked
}

export type FetchParts = {
  /** Aborted: pause. Written records stay, and fetching can be resumed. */
  readonly signal: AbortSignal
  readonly onProgress?: (progress: FetchProgress) => void
  readonly clock?: Clock | undefined
  readonly random?: (() => number) | undefined
  readonly disk?: Disk
  /** In which a source must answer; left out: minutes. */
  readonly replyMs?: number | undefined
  /** Of this machine, for journals; left out: they count in this process alone. */
  readonly seal?: Seal | undefined
}

/** A list counts as endless after this many pages and users without a new one, beyond the known users. */
const maxIdle = 10_000
const endless =
  'The list keeps repeating users and never ends. What was fetched is kept, but it may be incomplete. Contact the support of the old system.'

/** The journal follows the file at most this late, in milliseconds and in bytes. */
const checkpointMs = 1000
const checkpointBytes = 32 * 1024 * 1024

/**
 * Fetches all users of a source into a file: page by page into a part file beside it, which gets the file's name when the
 * last page is there. A journal says how much of it counts, so that a process that ended at any moment resumes to the
 * same bytes.
 */
export async function fetchFile(order: FetchOrder, parts: FetchParts): Promise<FetchOutcome> {
  const wrong = order.resume ? null : order.source.judge(order.settings)
  if (wrong !== null) return failure('bad-settings', wrong)
  const place = placeOf(order.out)
  try {
    const taken = takeLock(place.lock)
    if (taken.kind !== 'locked') return notLocked(taken, order.out)
    try {
      return await fetchLocked(order, place, parts)
    } finally {
      taken.lock.release()
    }
  } catch (error) {
    return diskFailure(error, order.resume, 0)
  }
}

async function fetchLocked(order: FetchOrder, place: FetchPlace, parts: FetchParts): Promise<FetchOutcome> {
  const { source, settings } = order
  const { disk = realDisk, seal = sealHere } = parts
  const begun = order.resume
    ? await beginAgain(source, settings, place, disk, seal)
    : beginAnew(source, settings, place, disk, seal)
  if (begun.kind === 'failed') return begun
  if (begun.kind === 'complete') return finished(begun.journal, place, [], null)
  try {
    const outcome = await fetchOpen(order, place, parts, begun)
    // A source that could not be opened has left nothing that is worth resuming.
    if (outcome.kind !== 'failed' || order.resume || outcome.resumable) return outcome
    removeDrafts(place)
    return outcome
  } finally {
    begun.part.close()
  }
}

/** Milliseconds in which a source must answer: a page of a slow query takes minutes, and a server that hangs answers never. */
const maxReplyMs = 600_000

/** Milliseconds until a connection that does not close is abandoned. */
const maxCloseMs = 5000

async function fetchOpen(
  order: FetchOrder,
  place: FetchPlace,
  parts: FetchParts,
  begun: BegunFetch,
): Promise<FetchOutcome> {
  const { signal, clock = systemClock, onProgress = () => undefined, replyMs = maxReplyMs } = parts
  const tell = createProgress(clock, onProgress)
  tell({ state: 'connecting', ...figures(begun.journal), total: null, note: '' })
  const since = sinceOf(order.changes ?? null)
  const opened = await withinDeadline(replyMs, signal, (abandoned) =>
    order.source.open(begun.journal.settings, order.secrets, abandoned, since),
  )
  if (opened.kind !== 'opened') {
    const { users } = begun.journal
    if (signal.aborted || opened.kind === 'stopped') return { kind: 'paused', users }
    if (opened.kind === 'late') return failure('unreachable', silenceText(replyMs), order.resume, users)
    return failure(opened.code, opened.sentence, order.resume, users)
  }
  try {
    return await fetchPages(order, place, parts, begun, opened.source, tell)
  } finally {
    await withinDeadline(maxCloseMs, new AbortController().signal, opened.source.close).catch(() => undefined)
  }
}

async function fetchPages(
  { source, resume: resumed, changes: wantedChanges }: FetchOrder,
  place: FetchPlace,
  {
    signal,
    clock = systemClock,
    random = Math.random,
    disk = realDisk,
    seal = sealHere,
    replyMs = maxReplyMs,
  }: FetchParts,
  { part, journal: first, seen }: BegunFetch,
  open: OpenSource,
  tell: (progress: Omit<FetchProgress, 'perSecond'>) => void,
): Promise<FetchOutcome> {
  const format = source.format ?? ndjson
  let journal = first
  let savedAt = clock.ticks()
  let savedBytes = first.bytes
  let notes: readonly string[] = []

  const save = () => {
    if (part.bytes() !== savedBytes || journal.complete) part.sync()
    journal = sealJournal({ ...journal, bytes: part.bytes(), sha256: part.sha256() }, place, seal)
    disk.journal(place.journal, journal)
    savedAt = clock.ticks()
    savedBytes = part.bytes()
  }
  const show = (state: FetchProgress['state'], note = '') =>
    tell({ state, ...figures(journal), bytes: part.bytes(), total: open.total, note })
  const retryOptions = {
    replyMs,
    clock,
    random,
    onWait: (_seconds: number, reason: string) => {
      save()
      show('waiting', reason)
    },
    onRetry: () => show('fetching'),
  }
  const tracker =
    wantedChanges === undefined || open.changeTimes === undefined
      ? null
      : trackChanges(open.changeTimes, wantedChanges, clock.now)
  /** Consecutive users and pages without a new user. */
  let idle = 0
  const write = (records: readonly JsonObject[]) => {
    let text = ''
    let at = part.bytes()
    const before = journal.users
    let { users, repeated, changed } = journal
    for (const record of records) {
      const block = format.write(record)
      const id = source.key(record)
      const met = id === null ? 'new' : seen.add(id, block)
      if (met === 'new') {
        text += block + format.terminator
        users += 1
        if (tracker !== null) {
          tracker.add(record, at)
          at += Buffer.byteLength(block) + format.terminator.length
        }
      } else {
        repeated += 1
        if (met === 'changed') changed += 1
      }
    }
    if (text !== '') part.append(Buffer.from(text))
    journal = { ...journal, users, repeated, changed }
    idle = users > before ? 0 : idle + Math.max(1, records.length)
  }
  const writeLines = (lines: RecordLines) => {
    const added = lines.ends.length
    if (tracker !== null)
      for (let index = 0; index < added; index += 1)
        tracker.add(recordAt(lines, index), part.bytes() + (lines.ends[index - 1] ?? 0))
    if (added > 0) part.append(lines.bytes)
    journal = { ...journal, users: journal.users + added }
    idle = added > 0 ? 0 : idle + 1
  }

  try {
    show('fetching')
    while (!journal.complete) {
      const reply = await askPage(open, journal.cursor, signal, retryOptions)
      if (reply === null) {
        save()
        return { kind: 'paused', users: journal.users }
      }
      if (reply.kind === 'failed') {
        save()
        // Before the first page there is nothing that is worth resuming.
        const resumable = resumed || journal.cursor !== null
        return failure(reply.code, reply.sentence, resumable, journal.users)
      }
      if (reply.kind === 'lines') writeLines(reply.lines)
      else write(reply.records)
      // After an interruption every user that was written may come once more.
      if (idle > journal.users + maxIdle) {
        save()
        return failure('bad-reply', endless, false, journal.users)
      }
      journal = { ...journal, cursor: reply.next, complete: reply.next === null }
      const due = clock.ticks() - savedAt >= checkpointMs || part.bytes() - savedBytes >= checkpointBytes
      if (due || journal.complete) save()
      show('fetching')
    }
    show('finishing')
    const told = await withinDeadline(replyMs, signal, async () => (await open.expected?.()) ?? null)
    const expected = typeof told === 'number' ? told : journal.users
    if (expected !== journal.users) notes = [differentCount(journal.users, expected)]
    if (open.head !== undefined) writeFileAtomically(place.parameters, [`${JSON.stringify(open.head, null, 2)}\n`])
    if (!disk.publish(place, part.handle)) {
      const sentence = isNameTaken(place.out)
        ? `${place.out} was created meanwhile. Move it away, then resume.`
        : `${place.part} was replaced by something else meanwhile. Remove it and ${place.journal}, then start again.`
      return failure('file-exists', sentence, true, journal.users)
    }
  } catch (error) {
    if (error instanceof RangeError) return failure('bad-reply', tooDeep, true, journal.users)
    return diskFailure(error, true, journal.users)
  }
  return finished(journal, place, [...(open.notes?.() ?? []), ...notes], tracker?.end() ?? null)
}

function differentCount(fetched: number, expected: number): string {
  return `Fetched ${counted(fetched, 'user')}, and there are ${count(expected)}: some were added or removed meanwhile. If that matters, fetch again without an interruption.`
}

function finished(
  journal: FetchJournal,
  place: FetchPlace,
  notes: readonly string[],
  changes: ListedChanges | null,
): FetchOutcome {
  removeFile(place.journal)
  const { users, repeated, changed, bytes, sha256 } = journal
  const parameters = isNameTaken(place.parameters) ? place.parameters : null
  return { kind: 'fetched', path: place.out, users, repeated, changed, bytes, sha256, parameters, notes, changes }
}

function figures({ users, repeated, bytes }: FetchJournal) {
  return { users, repeated, bytes }
}

/** Removes what an unfinished fetch has written. */
export function removeDrafts(place: FetchPlace): void {
  removeFile(place.part)
  removeFile(place.journal)
}

/** Snapshots in a second, at most. */
const minMs = 100

/** The rate is that of this many milliseconds. */
const windowMs = 5000

/** Turns what happens into snapshots, at most ten a second; a change of state is told at once. */
function createProgress(clock: Clock, tell: (progress: FetchProgress) => void) {
  let toldAt = -Infinity
  let told: FetchProgress['state'] | null = null
  let samples: readonly { readonly at: number; readonly users: number }[] = []
  return (now: Omit<FetchProgress, 'perSecond'>): void => {
    const at = clock.ticks()
    if (now.state === told && at - toldAt < minMs) return
    const recent = samples.filter((sample) => at - sample.at <= windowMs)
    const first = recent[0]
    const perSecond = first === undefined || at <= first.at ? 0 : ((now.users - first.users) * 1000) / (at - first.at)
    samples = [...recent, { at, users: now.users }]
    toldAt = at
    told = now.state
    tell({ ...now, perSecond })
  }
}
