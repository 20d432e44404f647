import { withoutHashes } from '../../../shared/mapping/shown/shown-name.ts'
import { maskContactsIn } from '../../../shared/users/mask-contact.ts'
import type { Database } from '../document/sqlite.ts'
import { streamFileAtomically } from '../files/atomic-file.ts'
import type { ReportRow } from './report-row.ts'

type Put = (text: string) => void

/** A report in progress. It receives every line in order, so that several are written in one pass over the users. */
type OpenReport = {
  /** The ids of the users whose lines it contains, in the order of the export; left out or null: all users. */
  readonly among?: Uint32Array | null
  /** null: it is not made of lines. */
  readonly take: ((row: ReportRow) => void) | null
  /** Writes the end after the last line; the value is the report's number of rows. */
  readonly end: () => number
}

/** Begins one kind of report, emails and phone numbers masked or not. */
export type Writer = (database: Database, masked: boolean, put: Put) => OpenReport

/** Writes a report, in whole lines. Names and values of an export are whatever it says: a password hash among them is masked. */
export function streamReport(path: string, write: (put: Put) => Promise<void> | void): Promise<void> {
  return streamFileAtomically(path, (put) => write((text) => put(withoutHashes(text))))
}

const maxShown = 256

/** The id in the old system as a report names it: some systems use the email as the ID, a broken one may be very long, and no password hash is shown. */
export function reportedId(sourceId: string | null, masked: boolean): string | null {
  if (sourceId === null) return null
  const named = withoutHashes(sourceId)
  const short = named.length > maxShown ? `${named.slice(0, maxShown)}…` : named
  return masked ? maskContactsIn(short) : short
}

/** A shortened id cannot be searched for; the place in the file can. */
export function idToFind(sourceId: string | null): string | null {
  return sourceId === null || sourceId.includes('***') || sourceId.includes('••••') || sourceId.length > maxShown
    ? null
    : sourceId
}
