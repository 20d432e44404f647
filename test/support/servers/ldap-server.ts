import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeAuthority } from './made-up-authority.ts'
import { freePort } from './loopback.ts'
import { findProgram, give, serverAccount, serverFolder } from './server-account.ts'

const run = promisify(execFile)
const server = findProgram('slapd')
const add = findProgram('slapadd')
const schemas = '/etc/ldap/schema'

/** Why OpenLDAP cannot be started here; null: it can. */
export const noLdap =
  server === null || add === null || !existsSync(join(schemas, 'inetorgperson.schema'))
    ? 'OpenLDAP is not installed here'
    : null

export type LdapServer = {
  readonly port: number
  readonly password: string
  readonly caFile: string
  /** Ends the server as a power cut would. */
  readonly crash: () => Promise<void>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A directory below dc=example,dc=com with the entries of an LDIF, a reader, and a reader who sees at most 700 entries. */
export async function startLdap(ldif: string): Promise<LdapServer> {
  if (server === null || add === null) throw new Error('OpenLDAP is not installed here.')
  const folder = serverFolder()
  const [port, password] = [await freePort(), 'Corr3ct-Horse']
  const { write } = folder
  mkdirSync(join(folder.path, 'db'))
  give(join(folder.path, 'db'))
  const authority = makeAuthority()
  const { cert, key } = authority.issue('localhost', false, ['127.0.0.1'])
  const caFile = write('ca.pem', authority.pem)
  const config = write(
    'slapd.conf',
    `${['core', 'cosine', 'inetorgperson'].map((name) => `include ${schemas}/${name}.schema`).join('\n')}
modulepath /usr/lib/ldap
moduleload back_mdb
TLSCertificateFile ${write('server.crt', cert)}
TLSCertificateKeyFile ${write('server.key', key)}
TLSCACertificateFile ${caFile}
database mdb
suffix "dc=example,dc=com"
rootdn "cn=root,dc=example,dc=com"
rootpw ${password}
directory ${join(folder.path, 'db')}
dbnosync
limits dn.exact="cn=limited,dc=example,dc=com" size.soft=700 size.hard=700 size.pr=500 size.prtotal=700
limits * size=unlimited
access to attrs=userPassword by dn.exact="cn=reader,dc=example,dc=com" read by anonymous auth by * none
access to * by * read
`,
  )
  const accounts = ['reader', 'limited'].map(
    (name) =>
      `dn: cn=${name},dc=example,dc=com\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: ${name}\nuserPassword: ${password}\n`,
  )
  const root = 'dn: dc=example,dc=com\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n'
  const entries = write('entries.ldif', [root, ...accounts, ldif].join('\n'))
  const options = { ...serverAccount, cwd: folder.path }
  await run(add, ['-q', '-f', config, '-l', entries], options)
  let crash = () => Promise.resolve()
  const start = async () => {
    const child = spawn(server, ['-d', '0', '-f', config, '-h', `ldap://127.0.0.1:${port}`], {
      ...options,
      stdio: 'ignore',
    })
    const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
    crash = () => {
      child.kill('SIGKILL')
      return ended
    }
    await untilListening(port)
  }
  await start()
  return {
    port,
    password,
    caFile,
    crash: () => crash(),
    start,
    stop: async () => {
      await crash()
      folder.remove()
    },
  }
}

async function untilListening(port: number): Promise<void> {
  const until = performance.now() + 30_000
  while (performance.now() < until) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('OpenLDAP did not start.')
}
