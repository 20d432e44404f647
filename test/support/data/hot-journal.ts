import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteDriver, type Database } from '../../../electron/engine/document/sqlite.ts'

/** More rows than the smallest cache holds, so that pages of them reach the file before the commit. */
export const manyRows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
  INSERT INTO setting (key, value) SELECT 'k' || i, hex(randomblob(300)) FROM n`

/**
 * A copy of a document as its writer leaves it that dies in the middle of a commit: pages are in the file, and only the
 * journal beside it knows those before.
 */
export function hotJournal(
  path: string,
  folder: string,
  write: (database: Database) => void = (database) => database.exec(manyRows),
): string {
  const database = sqliteDriver().open(path, false)
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN')
  write(database)
  const copy = join(folder, 'killed.migration')
  copyFileSync(path, copy)
  copyFileSync(`${path}-journal`, `${copy}-journal`)
  database.exec('ROLLBACK')
  database.close()
  return copy
}

/** A journal that makes SQLite delete `victim` behind the roll back, by the format of such files. */
export function superJournal(path: string, victim: string): Buffer {
  const name = Buffer.from(victim)
  const pageSize = readFileSync(path).readUInt16BE(16)
  const head = Buffer.alloc(512)
  head.write('d9d505f920a163d7', 0, 'hex')
  head.writeUInt32BE(readFileSync(path).length / pageSize, 16)
  head.writeUInt32BE(512, 20)
  head.writeUInt32BE(pageSize, 24)
  const tail = Buffer.alloc(16)
  tail.writeUInt32BE(name.length, 0)
  tail.writeUInt32BE(
    name.reduce((sum, byte) => sum + byte, 0),
    4,
  )
  tail.write('d9d505f920a163d7', 8, 'hex')
  const pending = Buffer.alloc(4)
  pending.writeUInt32BE(1073741824 / pageSize + 1)
  return Buffer.concat([head, pending, name, tail])
}

/** Lays a database at `path` whose journal makes SQLite delete `victim` as soon as it is opened. */
export function layDatabaseNaming(path: string, victim: string): void {
  const database = sqliteDriver().open(path, false)
  database.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)')
  database.close()
  writeFileSync(`${path}-journal`, superJournal(path, victim))
}
