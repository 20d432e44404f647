import { Attribute, Change, Client } from 'ldapts'
import type { SourceChange, SourceUser } from '../followed-model.ts'
import { noLdap, startLdap } from './ldap-server.ts'
import { noMariadb, startMariadb } from './mariadb-server.ts'
import { noPostgres, startPostgres } from './postgres-server.ts'

/** A real old system with the users of a source model. */
export type FollowedSystem = {
  /** The source and its options, as `fetch` takes them. */
  readonly source: string
  readonly options: readonly string[]
  readonly password: string
  /** The IDs that it gives to users of the model, where those are not its own: one that comes again gets another. */
  readonly ownIds?: () => Promise<ReadonlyMap<string, string>>
  /** The name of the export. */
  readonly file: string
  readonly write: (changes: readonly SourceChange[]) => Promise<void>
  readonly crash: () => Promise<void>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

type SystemKind = {
  readonly name: string
  /** Why it cannot be started here; null: it can. */
  readonly skipped: string | null
  readonly begin: (users: Iterable<SourceUser>) => Promise<FollowedSystem>
}

/** `moment`: the type of a change time that each statement sets to now. */
const table = (moment: string) =>
  `CREATE TABLE users (id varchar(40) PRIMARY KEY, email varchar(200) NOT NULL, password_hash varchar(200) NOT NULL,
     updated_at ${moment} NOT NULL DEFAULT now())`
/** Users of the beginning were changed long ago. */
const grown = "UPDATE users SET updated_at = '2026-01-02 03:04:05'"

/** Every value is made up by the model: letters, digits, `@`, `.`, `$` and `/`. */
function sqlOf(change: SourceChange): string {
  if (change.kind === 'delete') return `DELETE FROM users WHERE id = '${change.id}';`
  const { id, email, hash } = change.user
  return change.isNew
    ? `INSERT INTO users (id, email, password_hash) VALUES ('${id}', '${email}', '${hash}');`
    : `UPDATE users SET email = '${email}', password_hash = '${hash}', updated_at = now() WHERE id = '${id}';`
}

function asNew(users: Iterable<SourceUser>): SourceChange[] {
  return [...users].map((user) => ({ kind: 'put', user, isNew: true }))
}

const postgresql: SystemKind = {
  name: 'PostgreSQL',
  skipped: noPostgres,
  begin: async (users) => {
    const server = await startPostgres()
    const write = (changes: readonly SourceChange[]) => server.sql(changes.map(sqlOf).join(' '))
    await server.sql(table('timestamptz'))
    await write(asNew(users))
    await server.sql(grown)
    const options = ['--host', '127.0.0.1', '--port', String(server.port), '--database', 'postgres', '--user', 'owner']
    return { ...server, write, source: 'postgresql', options: [...options, '--table', 'users'], file: 'users.ndjson' }
  },
}

const mariadb: SystemKind = {
  name: 'MariaDB',
  skipped: noMariadb,
  begin: async (users) => {
    const server = await startMariadb()
    await server.sql(table('datetime'))
    const write = (changes: readonly SourceChange[]) => server.sql(changes.map(sqlOf).join(' '))
    await write(asNew(users))
    await server.sql(grown)
    const options = ['--host', '127.0.0.1', '--port', String(server.port), '--database', 'app', '--user', 'reader']
    return { ...server, write, source: 'mysql', options: [...options, '--table', 'users'], file: 'users.ndjson' }
  },
}

const ldap: SystemKind = {
  name: 'OpenLDAP',
  skipped: noLdap,
  begin: async (users) => {
    const server = await startLdap([...users].map(entryOf).join('\n'))
    const write = async (changes: readonly SourceChange[]) => {
      const client = new Client({ url: `ldap://127.0.0.1:${server.port}` })
      await client.bind('cn=root,dc=example,dc=com', server.password)
      try {
        for (const change of changes) await writeEntry(client, change)
      } finally {
        await client.unbind()
      }
    }
    const ownIds = async () => {
      const client = new Client({ url: `ldap://127.0.0.1:${server.port}` })
      await client.bind('cn=root,dc=example,dc=com', server.password)
      const attributes = ['uid', 'entryUUID']
      const { searchEntries } = await client.search('dc=example,dc=com', { filter: '(uid=*)', attributes })
      await client.unbind()
      return new Map(searchEntries.map((entry) => [String(entry['uid']), String(entry['entryUUID'])]))
    }
    const options = ['--host', '127.0.0.1', '--port', String(server.port), '--base', 'dc=example,dc=com']
    const reader = ['--bind-dn', 'cn=reader,dc=example,dc=com']
    return { ...server, write, source: 'ldap', options: [...options, ...reader], file: 'users.ldif', ownIds }
  },
}

function nameOf(id: string): string {
  return `uid=${id},dc=example,dc=com`
}

function entryOf({ id, email, hash }: SourceUser): string {
  const names = `objectClass: inetOrgPerson\nuid: ${id}\ncn: ${id}\nsn: ${id}`
  return `dn: ${nameOf(id)}\n${names}\nmail: ${email}\nuserPassword: {BCRYPT}${hash}\nmodifyTimestamp: 20260102030405Z\n`
}

async function writeEntry(client: Client, change: SourceChange): Promise<void> {
  if (change.kind === 'delete') return client.del(nameOf(change.id))
  const { id, email, hash } = change.user
  const values = { mail: email, userPassword: `{BCRYPT}${hash}` }
  if (change.isNew) return client.add(nameOf(id), { objectClass: 'inetOrgPerson', uid: id, cn: id, sn: id, ...values })
  return client.modify(
    nameOf(id),
    Object.entries(values).map(
      ([type, value]) => new Change({ operation: 'replace', modification: new Attribute({ type, values: [value] }) }),
    ),
  )
}

export const followedSystems: readonly SystemKind[] = [postgresql, mariadb, ldap]
