import { sqliteDriver } from '../../electron/engine/document/sqlite.ts'

/** Changes the tables of a closed document as somebody else would: with everything that SQLite lets anybody do. */
export function changeSchema(path: string, sql: string): void {
  const database = sqliteDriver().open(path, false, 'unguarded')
  try {
    database.exec(sql)
  } finally {
    database.close()
  }
}
