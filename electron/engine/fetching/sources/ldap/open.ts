import { isIP } from 'node:net'
import { Client, type Entry } from 'ldapts'
import { counted } from '../../../../../shared/format.ts'
import { type Encryption, encryptionFor } from '../../encryption.ts'
import type { FetchReply, FetchSecrets, OpenReply, Since } from '../../source.ts'
import type { LdapSettings } from './ldap.ts'
import type { FailedReply } from '../../failure-meaning.ts'
import { circular, createPageGuard } from '../../web/cursor-guard.ts'
import { ldapFailure } from './ldap-failure.ts'
import { changedSince, entryTimes } from './entry-times.ts'
import { entryRecord } from './ldif-format.ts'
import { type OwnSockets, ownSockets } from './own-sockets.ts'
import { pagedSearch, type SearchPage } from './paged-search.ts'

/**
 * Includes computers: a directory whose schema lacks such a class would return no entries. The reader counts them
 * apart.
 */
const people = '(|(objectClass=person)(objectClass=posixAccount)(objectClass=account)(objectClass=sambaSamAccount))'

/** What the reader of directories looks at. Photos, keys and certificates are not asked for. */
const usual = [
  'objectClass,entryUUID,nsUniqueId,ipaUniqueID,objectGUID,uid,cn,sn,givenName,displayName,mail,mailAlternateAddress',
  'proxyAddresses,telephoneNumber,mobile,homePhone,userPassword,sAMAccountName,userPrincipalName,userAccountControl',
  'accountExpires,shadowExpire,krbPrincipalExpiration,loginDisabled',
  'nsAccountLock,pwdAccountLockedTime,inetUserStatus,createTimestamp,whenCreated,modifyTimestamp,memberOf',
].flatMap((names) => names.split(','))

/** Entries of a page; servers allow a thousand and often no more than 500. */
const pageEntries = 500
const connectMs = 20_000
const replyMs = 300_000

/** Pages in a row that may be without entries. */
const maxEmptyPages = 2000

type Pages = {
  readonly sockets: OwnSockets
  readonly search: (cookie: Buffer | null) => Promise<SearchPage>
  /** Where the next page begins; null: with the first entry. */
  readonly cookie: Buffer | null
  readonly at: string | null
  readonly isCircle: ReturnType<typeof createPageGuard>
  readonly emptyPages: number
}

/** Connects and signs in; pages follow each other on this connection, because their cookies belong to it. */
export async function openLdap(
  settings: LdapSettings,
  secrets: FetchSecrets,
  signal: AbortSignal,
  since: Since | null,
): Promise<OpenReply> {
  const { host, tls, 'allow-plain-text': allowPlainText, 'ca-file': caFile } = settings
  const wantsTls = tls || settings['start-tls']
  const encryption = encryptionFor({ host, tls: wantsTls, allowPlainText, caFile })
  if (!encryption.ok) return { kind: 'failed', code: 'bad-settings', sentence: encryption.error.message }
  const attributes = settings.attributes?.split(/[\s,]+/).filter((name) => name !== '') ?? usual
  const own = settings.filter ?? people
  const changeTimes = entryTimes([settings.base, own, ...attributes], attributes, since)
  const filter = changeTimes?.isIncremental === true && since !== null ? changedSince(own, since.from) : own
  const password = secrets['password'] ?? ''
  // Many directories treat a name without a password as an anonymous bind and return less without an error.
  if (settings['bind-dn'] !== undefined && password === '')
    return { kind: 'failed', code: 'unauthorized', sentence: 'The account of --bind-dn needs its password. Give one.' }
  let pages: Pages | null = null
  let restarts = 0
  const references = new Set<string>()

  const connect = async (abort: AbortSignal): Promise<Pages | FailedReply> => {
    const sockets = ownSockets()
    const client = clientFor(settings, encryption.value, sockets)
    const stop = () => sockets.destroy()
    abort.addEventListener('abort', stop)
    try {
      if (encryption.value.kind === 'tls' && settings['start-tls'])
        await sockets.unlessLost(client.startTLS(tlsOf(encryption.value)), connectMs)
      await sockets.unlessLost(
        client.bind(settings['bind-dn'] ?? '', settings['bind-dn'] === undefined ? '' : password),
        connectMs,
      )
      const search = pagedSearch(client, {
        base: settings.base,
        filter,
        // Without entryUUID an entry that is renamed meanwhile would come twice.
        attributes: [...new Set(['objectClass', 'entryUUID', ...attributes])],
        pageSize: pageEntries,
      })
      return { sockets, search, cookie: null, at: null, isCircle: createPageGuard('The directory'), emptyPages: 0 }
    } catch (error) {
      stop()
      return ldapFailure(error)
    } finally {
      abort.removeEventListener('abort', stop)
    }
  }
  const drop = () => {
    pages?.sockets.destroy()
    pages = null
  }

  const page = async (at: string | null, abort: AbortSignal): Promise<FetchReply> => {
    abort.addEventListener('abort', drop)
    try {
      if (pages === null || (at !== null && pages.at !== at)) {
        // A new connection begins again; entries that were written are known by their ids.
        drop()
        const connected = await connect(abort)
        if ('kind' in connected) return connected
        pages = connected
        if (at !== null) restarts += 1
      }
      const now: Pages = pages
      now.sockets.nextPage()
      const { entries, references: found, cookie } = await now.sockets.unlessLost(now.search(now.cookie))
      for (const reference of found) references.add(serverOf(reference))
      const records = entries.map(recordOf)
      if (cookie === null) {
        drop()
        return { kind: 'page', records, next: null }
      }
      const emptyPages = entries.length + found.length > 0 ? 0 : now.emptyPages + 1
      const circle = emptyPages > maxEmptyPages ? circular('The directory') : now.isCircle(records)
      if (circle !== null) {
        drop()
        return circle
      }
      const next = String(Number(now.at ?? '0') + 1)
      pages = { ...now, cookie, at: next, emptyPages }
      return { kind: 'page', records, next }
    } catch (error) {
      drop()
      return ldapFailure(error)
    } finally {
      abort.removeEventListener('abort', drop)
    }
  }

  const connected = await connect(signal)
  if ('kind' in connected) return connected
  pages = connected
  const notes = () => [
    ...(references.size === 0
      ? []
      : [`${counted(references.size, 'reference')} to other servers not followed: ${[...references].join(', ')}.`]),
    ...(restarts === 0 ? [] : ['Read again from the beginning after an interruption: a directory has no snapshot.']),
  ]
  return {
    kind: 'opened',
    source: {
      total: null,
      page,
      notes,
      ...(changeTimes === null ? {} : { changeTimes }),
      close: () => {
        drop()
        return Promise.resolve()
      },
    },
  }
}

function clientFor(
  { host, port, 'start-tls': startTls }: LdapSettings,
  encryption: Encryption,
  sockets: OwnSockets,
): Client {
  const isLdaps = encryption.kind === 'tls' && !startTls
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return new Client({
    url: `${isLdaps ? 'ldaps' : 'ldap'}://${name}:${port ?? (isLdaps ? 636 : 389)}`,
    timeout: replyMs,
    connectTimeout: connectMs,
    ...sockets.make,
    ...(isLdaps ? { tlsOptions: tlsOf(encryption) } : {}),
  })
}

function tlsOf({ servername, ca }: Extract<Encryption, { kind: 'tls' }>) {
  return {
    // What the certificate is compared with; an address is no name that a server is asked for.
    host: servername,
    ...(isIP(servername) === 0 ? { servername } : {}),
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(ca === null ? {} : { ca: [...ca] }),
  } as const
}

/** The server of a reference, without the entry, which may name a person. */
function serverOf(reference: string): string {
  return /^ldaps?:\/\/[^/?]*/i.exec(reference)?.[0] ?? 'another server'
}

function recordOf({ dn, ...attributes }: Entry) {
  const values = Object.entries(attributes).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (one) => [name, Buffer.isBuffer(one) ? one : Buffer.from(one)] as const,
    ),
  )
  return entryRecord(dn, values)
}
