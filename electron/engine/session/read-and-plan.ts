import { ok, type Result } from '../../../shared/result.ts'
import { joinParts } from '../document/export-parts.ts'
import { fileTable } from '../document/files.ts'
import type { Document } from '../document/open-document.ts'
import { createReadingJudge, type ReadingJudge } from '../document/plans/judge-while-reading.ts'
import { outdatedPlans } from '../document/plans/outdated-plans.ts'
import { planUsers } from '../document/plans/plan-users.ts'
import { readFile } from '../document/read-file.ts'
import { getSetting } from '../document/settings.ts'
import { isLookupFile } from '../import-pipeline/interpretation/interpret-proven.ts'
import type { ReadDrafts } from '../import-pipeline/read-drafts.ts'
import { isUnread } from '../trust/trust.ts'
import { secondsLeftOf } from './progress-view.ts'

/** The work in the background, as it is shown. */
export type WorkState = {
  readonly kind: 'idle' | AloneKind | 'clearing' | 'reading' | 'planning'
  readonly done: number
  readonly total: number
  /** The file that is read, and how long that will still take; null while it cannot be known. */
  readonly reading: { readonly fileId: number; readonly records: number; readonly secondsLeft: number | null } | null
}

/**
 * Work beside which nothing is read or planned: an earlier migration is read, many users are excluded or included again, or
 * the hashes are removed.
 */
export type AloneKind = 'comparing' | 'excluding' | 'including' | 'removing'

export const idle: WorkState = { kind: 'idle', done: 0, total: 0, reading: null }

export type ReadingOptions = {
  /** How files are read; in this thread unless told otherwise. */
  readonly readDrafts?: ReadDrafts | undefined
  /** Files whose path was confirmed on this machine; no other is opened. */
  readonly mayRead: (path: string) => boolean
}

type Reading = ReadingOptions & { readonly show: (state: WorkState) => void }

/** Reads the files that are not read yet, joins them and plans their users. `ended` stops all of it, `replanning` planning alone. */
export async function readAndPlan(
  document: Document,
  reading: Reading,
  { ended, replanning }: { readonly ended: AbortSignal; readonly replanning: AbortSignal },
): Promise<Result<null>> {
  const { database } = document
  const { show } = reading
  const judging = createReadingJudge(database)
  const read = await readAll(document, reading, ended, judging)
  if (!read.ok) return read
  if (ended.aborted) return ok(null)
  if (getSetting(database, 'joined') === true && getSetting(database, 'plans-current') === true) return ok(null)
  show({ ...idle, kind: 'planning' })
  if (await joinParts(database)) outdatedPlans.mark(database, 'all')
  if (getSetting(database, 'plans-current') === true) return ok(null)
  const planned = await planUsers(document, {
    signal: AbortSignal.any([ended, replanning]),
    judged: judging.judged(),
    onProgress: (done, total) => show({ ...idle, kind: 'planning', done, total }),
  })
  return planned.ok || planned.error.code === 'planning-stopped' ? ok(null) : planned
}

/** A problem of one file is kept with the file and does not stop the others. */
async function readAll(
  document: Document,
  { readDrafts, mayRead, show }: Reading,
  signal: AbortSignal,
  judging: ReadingJudge,
): Promise<Result<null>> {
  const { database } = document
  for (;;) {
    const files = fileTable.list(database).filter(({ path }) => mayRead(path))
    const unread = files.filter(isUnread)
    // Words for values of users come before these.
    const file = unread.find(isLookupFile) ?? unread[0]
    if (file === undefined || signal.aborted) return ok(null)
    const { id: fileId, size: total } = file
    const began = performance.now()
    show({ kind: 'reading', done: 0, total, reading: { fileId, records: 0, secondsLeft: null } })
    const result = await readFile(document, file.id, {
      signal,
      read: readDrafts,
      judging,
      lookups: files
        .filter((one) => one.id !== fileId && isLookupFile(one))
        .map(({ path, name, zip_member }) => ({ path, name, zip_member })),
      onProgress: (records, bytes) => {
        const secondsLeft = secondsLeftOf(bytes, total, performance.now() - began)
        show({ kind: 'reading', done: Math.min(bytes, total), total, reading: { fileId, records, secondsLeft } })
      },
    })
    if (!result.ok && result.error.code === 'reading-stopped') return ok(null)
    if (!result.ok && fileTable.get(database, file.id)?.problem === null) return result
  }
}
