import { setImmediate } from 'node:timers/promises'
import { lateIndexes } from './schema.ts'
import type { Database } from './sqlite.ts'

/** The name of an index by the statement that makes it. */
function nameOf(statement: string): string {
  return statement.split(' ')[2] ?? ''
}

/** Lets go of the indexes before many users are read. */
export function dropLateIndexes(database: Database): void {
  for (const statement of lateIndexes) database.exec(`DROP INDEX IF EXISTS ${nameOf(statement)}`)
}

/** Makes the indexes that are missing. Lets others in between, because each takes a while for many users. */
export async function createLateIndexes(database: Database): Promise<void> {
  for (const statement of lateIndexes) {
    database.exec(statement.replace('CREATE INDEX', 'CREATE INDEX IF NOT EXISTS'))
    await setImmediate()
  }
}

/** Is this a statement that makes one of them, as the document keeps it? */
export function isLateIndex(statement: string | null): boolean {
  return statement !== null && lateIndexes.includes(statement)
}
