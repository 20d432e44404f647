import { columns, madeUpUsers } from './made-up-users.ts'

/** Rows of one statement. */
const rowsAtOnce = 5000

/** Makes a table of made-up users in a database that takes statements. */
export async function writeTable(
  sql: (statements: string) => Promise<void>,
  count: number,
  seed: number,
): Promise<void> {
  await sql(`DROP TABLE IF EXISTS users; CREATE TABLE users (${columns.map((column) => `${column} text`).join(', ')})`)
  let rows: string[] = []
  const flush = async () => {
    if (rows.length > 0) await sql(`INSERT INTO users VALUES ${rows.join(', ')}`)
    rows = []
  }
  for (const user of madeUpUsers(count, seed)) {
    rows.push(`(${columns.map((column) => quoted(user[column])).join(', ')})`)
    if (rows.length === rowsAtOnce) await flush()
  }
  await flush()
  // Some users of the bench have no ID, so the key is a column of its own.
  await sql('ALTER TABLE users ADD COLUMN number bigserial PRIMARY KEY; ANALYZE users')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
