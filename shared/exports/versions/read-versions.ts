import type { ColumnUse } from '../../mapping/shown/column-report.ts'
import type { Entry, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { pastTime } from '../../mapping/end-of-account.ts'
import { shownName } from '../../mapping/shown/shown-name.ts'
import { type UnmappedValue, userWith } from '../../users/user.ts'
import { endedRows } from '../standing/latest-states.ts'
import { whichCounts } from '../standing/state-history.ts'
import { type LatestVersions, latestVersions, type VersionCount } from './latest-versions.ts'
import { lastInLog, rowsThatDiffer } from './rows-without-order.ts'
import type { PersonVersions } from './version-columns.ts'

/* Reads the rows of a table with several versions of each person: the latest one is the user. */

/** The kind of rows that a later version of the same person has replaced. */
const earlierVersion = 'earlier version of a user'
const deletion = 'deletion of a user'
const blankVersion = 'version of a user without a login'
const others: ReadonlySet<string> = new Set([earlierVersion, deletion, blankVersion])

/** Whether an entry is a version that does not count. */
export function isOtherVersion(entry: Entry): boolean {
  return entry.kind === 'aside' && others.has(entry.what)
}

/** Finds the rows that count, as all of them come. */
export function countVersions(versions: PersonVersions): LatestVersions {
  switch (versions.kind) {
    case 'ordered':
      return latestVersions(versions)
    case 'log':
      return lastInLog(versions)
    case 'unordered':
      return rowsThatDiffer(versions)
  }
}

/** The sample with the latest version of each person alone, so that the key of the persons tells its rows apart. */
export function withLatestAlone<S extends Sample>(sample: S, versions: PersonVersions): S {
  const latest = countVersions(versions)
  for (const record of sample.records) latest.add(record)
  const isLatest = (record: SourceRecord) => !/^(?:earlier|blank|deletion)$/.test(latest.countOf(record))
  return latest.areVersions() ? { ...sample, records: sample.records.filter(isLatest) } : sample
}

/** The end of a recognition's reason. */
export function besideVersions({ kind, owner, order, operation }: PersonVersions): string {
  if (kind === 'log')
    return `; it is a log of changes: the last row counts of those with the same ${owner.join(' and ')}, by “${operation ?? ''}”`
  return `; it has several rows for a person (the same ${owner.join(' and ')}): ${whichCounts(order).replace('of each user ', '')}`
}

/** The columns by which versions are in order, as they are told with the others. */
export function versionColumns({ kind, order, operation }: PersonVersions): readonly ColumnUse[] {
  const { current, number, starts, ends } = order
  const columns = [current, number, starts, ends, kind === 'log' ? operation : null].filter((one) => one !== null)
  const reason = 'it says which of the rows of a person is the latest'
  return columns.map((column) => ({ column, becomes: 'Which row counts', confidence: 'likely', reason }))
}

/** Reads the versions that count. `latest`: what reading all of them has shown. */
export function withoutVersions<N>(
  read: (record: SourceRecord, table: string | undefined, names?: N) => Entry,
  {
    versions,
    latest,
    table,
  }: { readonly versions: PersonVersions; readonly latest: LatestVersions; readonly table: string | undefined },
): typeof read {
  const isEnded = endedRows(versions.order)
  return (record, of, names) => {
    const entry = read(record, of, names)
    if (of !== table) return entry
    const counts = latest.countOf(record)
    if (counts === 'latest' && isEnded(record))
      return asked(entry, `${versions.order.ends ?? ''}=${pastTime}`, pastTime)
    return asCounted(entry, counts, versions)
  }
}

function asCounted(entry: Entry, counts: VersionCount, { order, owner }: PersonVersions): Entry {
  switch (counts) {
    case 'latest':
      return entry
    case 'earlier':
      return { kind: 'aside', what: earlierVersion }
    case 'deletion':
      return { kind: 'aside', what: deletion }
    case 'blank':
      return { kind: 'aside', what: blankVersion }
    case 'deleted':
      return entry.kind === 'user' ? { ...entry, user: userWith(entry.user, { standing: 'deleted' }) } : entry
    case 'ended':
    case 'unclear': {
      const { current, number, starts, ends } = order
      const column = current ?? number ?? starts ?? ends ?? owner.join(' ')
      const value = counts === 'ended' ? notCurrent : notClear
      return asked(entry, `${column}=${value}`, value)
    }
  }
}

const notClear = 'several latest rows of one person'
const notCurrent = 'no current row of the person'

/** Asks whether the user of a row may sign in, where no version surely is the latest one. */
function asked(entry: Entry, field: string, value: string): Entry {
  if (entry.kind !== 'user' || entry.user.standing !== 'active') return entry
  const { unmapped = [] } = entry.user
  const question: UnmappedValue = { kind: 'status', field: shownName(field), value, asks: true }
  if (unmapped.some((one) => one.kind === 'status' && one.field === question.field)) return entry
  return { ...entry, user: userWith(entry.user, { unmapped: [...unmapped, question] }) }
}
