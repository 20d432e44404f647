import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Client } from 'pg'
import Cursor from 'pg-cursor'
import { anySource } from '../../electron/engine/fetching/any-source.ts'
import { fetchFile } from '../../electron/engine/fetching/fetch-file.ts'
import { postgresql } from '../../electron/engine/fetching/sources/postgresql/postgresql.ts'
import { readAndPlan } from './planned.ts'

/**
 * Address of the bench's own server. The password comes through the environment, because arguments are visible to every
 * user.
 */
const login = (port: number) => ({ host: '127.0.0.1', port, user: 'owner', database: 'postgres' })
export const passwordVariable = 'USER_MIGRATION_BENCH_PASSWORD'
const password = () => process.env[passwordVariable] ?? ''

/** Rows that the driver asks for at once, as many as the app does. */
const rowsAtOnce = 2000

/** The driver alone: every row of the table as an object, through a cursor of the server. */
export async function driverCursor(port: number): Promise<{ readonly ms: number; readonly rows: number }> {
  const since = performance.now()
  const client = new Client({ ...login(port), password: password() })
  await client.connect()
  const cursor = client.query(new Cursor('SELECT * FROM users'))
  let rows = 0
  for (let page = await cursor.read(rowsAtOnce); page.length > 0; page = await cursor.read(rowsAtOnce)) {
    rows += page.length
  }
  await client.end()
  return { ms: performance.now() - since, rows }
}

/** The app: fetches the table into a file, as `fetch postgresql` does, and reads that file into planned rows. */
export async function fetchAndPlan(port: number): Promise<{ readonly ms: number; readonly records: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'user-migration-bench-'))
  try {
    const since = performance.now()
    const out = await fetchTable(port, join(folder, 'users.ndjson'))
    const ms = performance.now() - since
    const planned = await readAndPlan(out)
    return { ms: ms + planned.ms, records: planned.records }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Fetches the table of the bench into a new file, as a pass does; returns its path. */
export async function fetchTable(port: number, out: string): Promise<string> {
  const settings = { ...login(port), port: String(port), table: 'users' }
  const outcome = await fetchFile(
    { source: anySource(postgresql), settings, secrets: { password: password() }, out, resume: false },
    { signal: new AbortController().signal },
  )
  if (outcome.kind !== 'fetched') throw new Error(`The table was not fetched: ${JSON.stringify(outcome)}`)
  return out
}
