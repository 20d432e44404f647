import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { makeAuthority } from './made-up-authority.ts'
import { freePort } from './loopback.ts'
import { findProgram, serverAccount, serverFolder } from './server-account.ts'

const run = promisify(execFile)
const initdb = findProgram('initdb')
const control = findProgram('pg_ctl')

/** Why no PostgreSQL can be started here; null: it can. */
export const noPostgres = initdb === null || control === null ? 'PostgreSQL is not installed here' : null

/** A PostgreSQL of the tests, with TLS and a password. */
export type PostgresServer = {
  readonly port: number
  readonly password: string
  /** A file with the authority of its certificate, which is for `localhost` and 127.0.0.1. */
  readonly caFile: string
  /** Runs statements in a database as the owner of everything. */
  readonly sql: (statements: string, database?: string) => Promise<void>
  /** Shuts down as if the power failed. */
  readonly crash: () => Promise<void>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

export async function startPostgres(): Promise<PostgresServer> {
  if (initdb === null || control === null) throw new Error('PostgreSQL is not installed here.')
  const folder = serverFolder()
  const [port, password] = [await freePort(), 'Corr3ct-Horse']
  const data = join(folder.path, 'data')
  const { write } = folder
  const options = { ...serverAccount, cwd: folder.path }
  const passwordFile = write('password', password)
  await run(
    initdb,
    [
      '-D',
      data,
      '-U',
      'owner',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ],
    options,
  )
  const authority = makeAuthority()
  const { cert, key } = authority.issue('localhost', false, ['127.0.0.1'])
  const caFile = write('ca.pem', authority.pem)
  const settings: Readonly<Record<string, string>> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder.path,
    fsync: 'off',
    autovacuum: 'off',
    ssl: 'on',
    ssl_cert_file: write('server.crt', cert),
    ssl_key_file: write('server.key', key),
  }
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const start = async () => {
    await run(
      control,
      ['-D', data, '-w', '-s', '-l', join(folder.path, 'log'), '-o', flags.join(' '), 'start'],
      options,
    )
  }
  const crash = async () => {
    await run(control, ['-D', data, '-w', '-s', '-m', 'immediate', 'stop'], options)
  }
  await start()
  return {
    port,
    password,
    caFile,
    start,
    crash,
    sql: async (statements, database = 'postgres') => {
      const client = new Client({ host: '127.0.0.1', port, user: 'owner', password, database })
      // A server that goes down is told by what is under way as well.
      client.on('error', () => undefined)
      await client.connect()
      try {
        await client.query(statements)
      } finally {
        await client.end()
      }
    },
    stop: async () => {
      await crash().catch(() => undefined)
      folder.remove()
    },
  }
}
