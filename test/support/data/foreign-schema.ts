import { type Database, forgetStatements, sqliteDriver } from '../../../electron/engine/document/sqlite.ts'

/** Changes a closed document as an attacker would: with everything that SQLite permits. */
export function changeDocument(path: string, change: (database: Database) => void): void {
  const database = sqliteDriver().open(path, false, 'unguarded')
  try {
    change(database)
  } finally {
    forgetStatements(database)
    database.close()
  }
}

/** Changes the tables of a closed document. */
export function changeSchema(path: string, sql: string): void {
  changeDocument(path, (database) => database.exec(sql))
}
