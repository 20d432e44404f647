import type { Database } from '../document/sqlite.ts'

export type Put = (text: string) => void

/** Writes one kind of report, emails and phone numbers masked or not; the value is its number of rows. */
export type Writer = (database: Database, masked: boolean, put: Put) => Promise<number> | number
