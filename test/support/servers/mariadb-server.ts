import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { makeAuthority } from './made-up-authority.ts'
import { freePort } from './loopback.ts'
import { findProgram, give, serverAccount, serverFolder } from './server-account.ts'

const server = findProgram('mariadbd')
/** The statements that a new server is made with; the program that runs them needs the packages of a client. */
const share = ['/usr/share/mysql', '/usr/share/mariadb'].find((path) =>
  existsSync(join(path, 'mysql_system_tables.sql')),
)

/** Why no MariaDB can be started here; null: it can. */
export const noMariadb = server === null || share === undefined ? 'MariaDB is not installed here' : null

export type MariadbServer = {
  readonly port: number
  readonly password: string
  /** A file with the authority of its certificate, which is for `localhost` and 127.0.0.1. */
  readonly caFile: string
  /** Another certificate from now on: for `localhost` and these. */
  readonly certify: (more: readonly string[]) => Promise<void>
  /** Runs statements as the owner of everything. */
  readonly sql: (statements: string) => Promise<void>
  /** Ends the server as a power cut would. */
  readonly crash: () => Promise<void>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

export async function startMariadb(): Promise<MariadbServer> {
  if (server === null || share === undefined) throw new Error('MariaDB is not installed here.')
  const folder = serverFolder()
  const [port, password] = [await freePort(), 'Corr3ct-Horse']
  const data = join(folder.path, 'data')
  const { write } = folder
  const authority = makeAuthority()
  const certify = (more: readonly string[]) => {
    const { cert, key } = authority.issue('localhost', false, more)
    return { cert: write('server.crt', cert), key: write('server.key', key) }
  }
  const { cert, key } = certify(['127.0.0.1'])
  const caFile = write('ca.pem', authority.pem)
  const socketPath = join(folder.path, 'socket')
  const options = { ...serverAccount, cwd: folder.path }
  mkdirSync(data)
  give(data)
  const tables = ['mysql_system_tables.sql', 'mysql_system_tables_data.sql'].map((name) =>
    readFileSync(join(share, name)),
  )
  const input = [
    'CREATE DATABASE mysql;',
    'USE mysql;',

    "SET @auth_root_socket = NULL, @skip_auth_anonymous = 1, @current_hostname = 'localhost';",
    ...tables,
  ].join('\n')
  spawnSync(server, ['--no-defaults', `--datadir=${data}`, '--bootstrap'], {
    ...options,
    input,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const flags = [
    '--no-defaults',
    `--datadir=${data}`,
    `--socket=${socketPath}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--pid-file=${join(folder.path, 'pid')}`,
    `--ssl-cert=${cert}`,
    `--ssl-key=${key}`,
    // Not to the disk, but to the system: what is committed survives the process.
    '--innodb-flush-log-at-trx-commit=2',
    '--innodb-buffer-pool-size=16M',
  ]
  const asOwner = () => createConnection({ socketPath, user: 'root', multipleStatements: true })
  let crash = () => Promise.resolve()
  const start = async () => {
    const child = spawn(server, flags, { ...options, stdio: 'ignore' })
    const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
    crash = () => {
      child.kill('SIGKILL')
      return ended
    }
    await (await untilThere(asOwner)).end()
  }
  await start()
  const connection = await asOwner()
  await connection.query(
    `CREATE DATABASE app CHARACTER SET utf8mb4; CREATE USER reader@'%' IDENTIFIED BY '${password}'; GRANT SELECT ON app.* TO reader@'%'`,
  )
  await connection.end()
  const sql = async (statements: string) => {
    const own = await asOwner()
    await own.query(`USE app; ${statements}`)
    await own.end()
  }
  return {
    port,
    password,
    caFile,
    certify: async (more) => {
      certify(more)
      await sql('FLUSH SSL')
    },
    sql,
    crash: () => crash(),
    start,
    stop: async () => {
      await crash()
      folder.remove()
    },
  }
}

async function untilThere<T>(connect: () => Promise<T>): Promise<T> {
  const until = performance.now() + 50_000
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      if (performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
