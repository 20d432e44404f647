import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteDriver } from '../../electron/engine/sqlite-driver.ts'

const bcrypt = '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01232'

/** SQLite databases with a few hundred users, on some pages, and with long values. */
export function madeUpDatabases(): readonly { readonly name: string; readonly content: Buffer }[] {
  return [300, 20].map((count) => ({ name: `${count} users in SQLite`, content: databaseOf(count) }))
}

function databaseOf(count: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-database-'))
  try {
    const path = join(folder, 'users.db')
    const database = sqliteDriver().open(path, false, 'unguarded')
    database.exec(
      'CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT UNIQUE, hash TEXT, photo BLOB); CREATE TABLE roles (user, role); BEGIN',
    )
    const insert = database.prepare('INSERT INTO users VALUES (?, ?, ?, zeroblob(?))')
    for (let id = 1; id <= count; id += 1) insert.run(id, `user${id}@acme.example`, bcrypt, id % 7 === 0 ? 9000 : 0)
    database.exec("INSERT INTO roles SELECT id, 'admin' FROM users; COMMIT")
    database.close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
