import { isIP } from 'node:net'
import {
  Client,
  type Entry,
  FilterParser,
  MessageResponseStatus,
  PagedResultsControl,
  SearchRequest,
  SearchResponse,
  StatusCodeParser,
} from 'ldapts'
import { counted } from '../../../../../shared/format.ts'
import { hasErrorCode } from '../../../files/own-file.ts'
import { overLimit } from '../../message-limit.ts'
import {
  type FailedReply,
  failedReply,
  type FailureMeaning,
  networkFailure,
  silentServerText,
} from '../../network-failure.ts'
import { type Encryption, encryptionFor } from '../../option-table.ts'
import type { FetchReply, FetchSecrets, OpenReply, Since } from '../../source.ts'
import { circular, createPageGuard } from '../../web/pages.ts'
import { changedSince, entryTimes } from './entry-times.ts'
import type { LdapSettings } from './ldap.ts'
import { entryRecord, notAnAttribute } from './ldif-format.ts'
import { notLdap, type OwnSockets, ownSockets } from './own-sockets.ts'
import { hostAndPort } from '../../../../../shared/core-api/base-url.ts'

/**
 * Includes computers: a directory whose schema lacks such a class would return no entries. The reader counts them
 * apart.
 */
const people = '(|(objectClass=person)(objectClass=posixAccount)(objectClass=account)(objectClass=sambaSamAccount))'

/** Attributes that the reader of directories uses. Photos, keys and certificates are not requested. */
const usual = [
  'objectClass,entryUUID,nsUniqueId,ipaUniqueID,objectGUID,uid,cn,sn,givenName,displayName,mail,mailAlternateAddress',
  'proxyAddresses,telephoneNumber,mobile,homePhone,userPassword,sAMAccountName,userPrincipalName,userAccountControl',
  'accountExpires,shadowExpire,krbPrincipalExpiration,loginDisabled',
  'nsAccountLock,pwdAccountLockedTime,inetUserStatus,createTimestamp,whenCreated,modifyTimestamp,memberOf',
].flatMap((names) => names.split(','))

/** Entries of a page; servers allow a thousand and often no more than 500. */
const pageEntries = 500
const connectMs = 20_000

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
    return { kind: 'failed', code: 'unauthorized', sentence: 'The account of --bind-dn needs its --password-file.' }
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
        // Without entryUUID, an entry renamed during the search would be returned twice.
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
        // A new connection begins again; written entries are recognised by their ids.
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
  return new Client({
    url: `${isLdaps ? 'ldaps' : 'ldap'}://${hostAndPort(host, port ?? (isLdaps ? 636 : 389))}`,
    connectTimeout: connectMs,
    ...sockets.make,
    ...(isLdaps ? { tlsOptions: tlsOf(encryption) } : {}),
  })
}

function tlsOf({ servername, ca }: Extract<Encryption, { kind: 'tls' }>) {
  return {
    // The certificate is compared with this name; SNI does not allow an address.
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

/** Meanings of result codes (RFC 4511). A server's own text may name entries, so it is not repeated. */
const meanings: Readonly<Record<number, FailureMeaning>> = {
  3: [
    'size-limit',
    'The directory stopped at its time limit. Fetch with a narrower --filter, or raise the limit there.',
  ],
  4: [
    'size-limit',
    'The directory stopped at its size limit, so users would be missing. Raise the limit for this account, or fetch parts with --filter.',
  ],
  8: ['unauthorized', 'The directory wants a signed-in and encrypted connection. Use --bind-dn and TLS.'],
  11: ['size-limit', 'The directory stopped at an administrative limit. Raise it for this account.'],
  13: ['not-encrypted', 'The directory wants encryption. Use TLS, or --start-tls.'],
  32: ['not-found', 'There is no entry at --base, or this account may not see it.'],
  34: ['bad-settings', 'The directory does not understand --base or --bind-dn. Write them as a DN.'],
  48: ['unauthorized', 'The directory does not let anybody in this way. Use --bind-dn.'],
  49: ['unauthorized', 'The directory refuses the account or the password. Check --bind-dn and the password.'],
  50: ['forbidden', 'This account may not read what was asked for. Grant it read access.'],
  51: ['unreachable', 'The directory is busy.', true],
  52: ['unreachable', 'The directory is not available.', true],
  53: ['forbidden', 'The directory is unwilling to do this. Look into its log.'],
}

const tooMuch =
  'The directory sends more in one entry or page than is read (64 MB, 512 MB). Leave large attributes out with --attributes, or check that this is the right server.'

/** An error of the client or of the directory as a reply. */
function ldapFailure(error: unknown): FailedReply {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null
  const known = code === null ? undefined : meanings[code]
  if (known !== undefined) return failedReply(known)
  if (hasErrorCode(error, overLimit)) return failedReply(['size-limit', tooMuch])
  const network = networkFailure(error)
  if (network !== null) return { kind: 'failed', ...network }
  const text = error instanceof Error ? error.message : ''
  if (text === notLdap) {
    const sentence = 'The server does not answer as a directory. Check --host and --port.'
    return { kind: 'failed', code: 'unreachable', sentence, again: false }
  }
  if (text === notAnAttribute) {
    const sentence =
      'The directory sent an attribute with an invalid name. It was not written. Correct it in the directory.'
    return { kind: 'failed', code: 'bad-reply', sentence, again: false }
  }
  if (/filter|paren|expression/i.test(text) && code === null)
    return {
      kind: 'failed',
      code: 'bad-settings',
      sentence: 'The --filter cannot be read. Check its brackets.',
      again: false,
    }
  if (/time(d )?out/i.test(text)) return failedReply(['unreachable', silentServerText, true])
  if (/clos|connect|socket/i.test(text))
    return { kind: 'failed', code: 'unreachable', sentence: 'The connection to the directory was lost.', again: true }
  const named = code === null ? '' : ` (code ${code})`
  return {
    kind: 'failed',
    code: 'source-error',
    sentence: `The directory failed${named}. Look into its log.`,
    again: false,
  }
}

type Search = {
  readonly base: string
  readonly filter: string
  readonly attributes: readonly string[]
  readonly pageSize: number
}

/** `cookie`: where the next page begins; null: this was the last one. */
type SearchPage = {
  readonly entries: readonly Entry[]
  readonly references: readonly string[]
  readonly cookie: Buffer | null
}

/** Message ids of searches start above the ids of the client's own messages. */
const firstId = 1_000_000

/**
 * Pages of a search by the paged results control (RFC 2696). The client's own loop takes a page without entries for the end, although
 * a cookie says that there is more: users would be lost.
 */
function pagedSearch(client: Client, { base, filter, attributes, pageSize }: Search) {
  const parsed = FilterParser.parseString(filter)
  let messageId = firstId
  return async (cookie: Buffer | null): Promise<SearchPage> => {
    messageId += 1
    const control = new PagedResultsControl({ value: { size: pageSize, ...(cookie === null ? {} : { cookie }) } })
    const request = new SearchRequest({
      messageId,
      baseDN: base,
      scope: 'sub',
      filter: parsed,
      attributes: [...attributes],
      explicitBufferAttributes: [...attributes],
      controls: [control],
    })
    // The client's public search drops the control of the reply, and with it the cookie.
    const reply: unknown = await client['_send'](request)
    if (!(reply instanceof SearchResponse)) throw new Error('Unexpected reply: the connection cannot be used.')
    if (reply.status !== MessageResponseStatus.Success) throw StatusCodeParser.parse(reply)
    const found = reply.controls?.find((one) => one instanceof PagedResultsControl)?.value?.cookie
    return {
      entries: reply.searchEntries.map((entry) => entry.toObject([...attributes], [...attributes])),
      references: reply.searchReferences.flatMap(({ uris }) => uris),
      cookie: found === undefined || found.length === 0 ? null : Buffer.from(found),
    }
  }
}
