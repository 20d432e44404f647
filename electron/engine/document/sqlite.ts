export { collectClosed, sqliteDriver, type Database, type SqlValue, type Statement } from '../sqlite-driver.ts'

/** Pages that a connection keeps, in KiB, as SQLite wants it. */
export const cacheSize = -32_768
