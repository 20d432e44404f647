import type { Server } from 'node:http'
import { randomFillSync, randomUUID } from 'node:crypto'
import type { Dialect } from '../../../shared/core-api/dialects.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { checkPassword, type PasswordChecked } from './operations/import-password.ts'
import { startBulkCron, defaultBulkOptions, type BulkCron, type BulkOptions } from './bulk-cron.ts'
import {
  allFeatures,
  type Answer,
  type CoreContext,
  type CoreReply,
  type Features,
  text,
  type CoreRequest,
} from './context.ts'
import { documentedCore } from './documented/documented-core.ts'
import { createFaultPlan, type Faults, noFaults } from './faults/faults.ts'
import { noRequests, operationOf, type Operation } from './operation-names.ts'
import type { Random } from './random.ts'
import { listen } from './http/server.ts'
import { openStateFile, type StateFile } from './http/state-file.ts'
import { createCodes, createVerificationTokens, type Codes } from './store/codes.ts'
import { createLinks } from './store/links.ts'
import { createPeople } from './store/people.ts'
import { createStagedUsers, type StagedRow } from './store/staged-users.ts'
import {
  createTenants,
  createUserIds,
  isVerified,
  type Recipe,
  type StoredUser,
  type UserIds,
} from './store/stored-user.ts'
import { createUsers, type Users } from './store/users.ts'
import { supertokensCore } from './supertokens/supertokens-core.ts'

export type RehearsalOptions = {
  /** 0 or nothing: any free port. */
  readonly port?: number
  /** documented: the specification to the letter, strictly. supertokens: what a real core answers. */
  readonly dialect: Dialect
  /** Null: no key is asked for. */
  readonly apiKey: string | null
  /** Base64; null: Firebase scrypt is refused with a 500, as a core does that is not configured for it. */
  readonly signerKey: string | null
  /** Where the state is kept between starts; nothing: in memory only. */
  readonly file?: string
  readonly faults?: Faults
  /** Further features of the core (`supertokens`); nothing: all of them, as with a license. */
  readonly features?: Partial<Features>
  /** Tenants that it has from the start, besides `public`. */
  readonly tenants?: readonly string[]
  /** How bulk import works (`supertokens`); nothing: as in a real core, at start and every 300 s. */
  readonly bulk?: Partial<BulkOptions>
  /** A path before every operation, e.g. `/auth`; empty or nothing: none. */
  readonly basePath?: string
  readonly clock?: () => number
  readonly random?: Random
}

/** The result of a sign-in on the rehearsal screen. */
type SignIn = { readonly kind: 'ok'; readonly userId: string } | Exclude<PasswordChecked, { readonly kind: 'ok' }>

/** A running core on 127.0.0.1. */
export type RehearsalCore = {
  /** e.g. `http://127.0.0.1:41234`, with the base path. */
  readonly baseUrl: string
  /** Breaks open connections off and frees the port. */
  readonly stop: () => Promise<void>
  readonly users: (page: UserPage) => UserRows
  readonly count: () => number
  /** Requests that the faults before left without an answer are broken off. */
  readonly setFaults: (faults: Faults) => void
  /** Connections to the database that were never given back (`Faults.connections`). */
  readonly lostConnections: () => number
  /** Creates the tenants that it lacks. */
  readonly addTenants: (tenants: readonly string[]) => void
  readonly signIn: (email: string, password: string) => Promise<SignIn>
  /** Runs the job of bulk import now, beside its schedule. */
  readonly runBulkCron: BulkCron['run']
  /** Rows that wait for the import or failed in it. */
  readonly staged: () => readonly StagedRow[]
  /** Requests seen per operation, those that faults corrupted included. */
  readonly requests: () => RequestCounts
}

/**
 * Starts an embedded core. Errors: `port-taken`, `listen-failed`, `signer-key-invalid`, `state-file-unreadable`,
 * `state-file-foreign`, `state-file-unwritable`.
 */
export async function startRehearsalCore(options: RehearsalOptions): Promise<Result<RehearsalCore>> {
  if (options.signerKey !== null && !/^[A-Za-z0-9+/]+={0,2}$/.test(options.signerKey)) {
    return problem('signer-key-invalid', 'The signer key is not base64; copy it again from the hashing parameters.')
  }
  const context = contextOf(options)
  const file = options.file === undefined ? null : await openStateFile(options.file, context)
  if (file !== null && !file.ok) return file
  const addTenants = (tenants: readonly string[]): void => {
    for (const tenantId of tenants)
      if (!context.tenants.has(tenantId)) context.tenants.put({ tenantId, firstFactors: null })
  }
  addTenants(options.tenants ?? [])
  const counts = noRequests()
  let faults = options.faults ?? noFaults
  let plan = createFaultPlan(faults)
  const hasConnection = () => context.connections.lost < (faults.connections ?? Infinity)
  const started = await listen(
    {
      answer: connected(keeping(cores[options.dialect](context), file?.value ?? null), hasConnection),
      fate(request) {
        const operation = operationOf(request.method, request.path)
        counts[operation] += 1
        return plan.next({ operation, subject: () => subjectOf(request, context.codes), now: context.clock() })
      },
      clock: context.clock,
      requestsPerConnection: options.dialect === 'supertokens' ? 100 : 0,
    },
    options.port ?? 0,
  )
  if (!started.ok) {
    file?.value.close()
    return started
  }
  const cron = startBulkCron(context, { ...defaultBulkOptions, ...options.bulk }, () => file?.value.flush())
  return ok({
    baseUrl: `http://127.0.0.1:${started.value.port}${context.basePath}`,
    stop: async () => {
      cron.stop()
      await close(started.value.server)
      file?.value.close()
    },
    users: (page) => userRows(context.users, context.userIds, page),
    count: () => context.users.byId.size,
    setFaults: (wanted) => {
      faults = wanted
      plan = createFaultPlan(faults)
      started.value.breakOffUnanswered()
    },
    lostConnections: () => context.connections.lost,
    addTenants,
    signIn: async (email, password) => {
      const checked = await checkPassword(context, email, password)
      return checked.kind === 'ok' ? { kind: 'ok', userId: context.userIds.shownId(checked.user.id) } : checked
    },
    requests: () => ({ ...counts }),
    runBulkCron: cron.run,
    staged: () => [...context.staged.rows.values()],
  })
}

const cores: { readonly [D in Dialect]: (context: CoreContext) => Answer } = {
  documented: documentedCore,
  supertokens: supertokensCore,
}

function contextOf(options: RehearsalOptions): CoreContext {
  return {
    users: createUsers(),
    userIds: createUserIds(),
    links: createLinks(),
    features: { ...allFeatures, ...options.features },
    people: createPeople(),
    tenants: createTenants(),
    staged: createStagedUsers(),
    connections: { lost: 0 },
    codes: createCodes(),
    verificationTokens: createVerificationTokens(),
    clock: options.clock ?? Date.now,
    random: options.random ?? systemRandom(),
    apiKey: options.apiKey,
    signerKey: options.signerKey,
    basePath: plainBasePath(options.basePath ?? ''),
  }
}

function plainBasePath(path: string): string {
  const internal = path.replace(/^\/+|(?<!\/)\/+$/g, '')
  return internal === '' ? '' : `/${internal}`
}

/** A core whose connections are lost fails with every request, as long as it runs. */
function connected(answer: Answer, hasConnection: () => boolean): Answer {
  return (request) => (hasConnection() ? answer(request) : text(500, noConnection))
}

const noConnection =
  'java.sql.SQLTransientConnectionException: Connection is not available, request timed out after 5000ms.'

/** Changes are written to the file before the reply that reports them leaves. */
function keeping(answer: Answer, file: StateFile | null): Answer {
  if (file === null) return answer
  const kept = (reply: CoreReply): CoreReply => {
    const flushed = file.flush()
    return flushed.ok ? reply : text(500, flushed.error.message)
  }
  return (request) => {
    const reply = answer(request)
    return reply instanceof Promise ? reply.then(kept) : kept(reply)
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** Cryptographic randomness, drawn in blocks because a code takes three small draws. */
function systemRandom(): Random {
  const block = Buffer.alloc(8192)
  let used = block.length
  return {
    bytes(length) {
      if (length > block.length) return randomFillSync(Buffer.alloc(length))
      if (used + length > block.length) {
        randomFillSync(block)
        used = 0
      }
      const drawn = Buffer.from(block.subarray(used, used + length))
      used += length
      return drawn
    },
    // Node puts the text together from some twenty pieces and keeps them all; a million users need it in one.
    uuid: () => Buffer.from(randomUUID(), 'latin1').toString('latin1'),
  }
}

/** Secrets of a body. A hash contains three letters of a name by chance. */
const secretsOfBody = /"(?:passwordHash|plainTextPassword|password|secretKey)"\s*:\s*"(?:[^"\\]|\\.)*"/g

/** The text that a rule's `for` is looked for in: the body without secrets, and the contact of a code that the body consumes. */
function subjectOf(request: CoreRequest, codes: Codes): string {
  const linkCode = /"linkCode"\s*:\s*"([^"]*)"/.exec(request.body)?.[1]
  const device = linkCode === undefined ? undefined : codes.byLinkCode.get(linkCode)?.device
  return `${request.body.replaceAll(secretsOfBody, '')} ${device?.email ?? ''} ${device?.phoneNumber ?? ''}`
}

/** Requests seen so far, one number per operation. */
type RequestCounts = Readonly<Record<Operation, number>>

/** One user for the screen. Never a hash. */
type UserRow = {
  /** The mapped id where there is one. */
  readonly id: string
  readonly emails: readonly string[]
  readonly phoneNumbers: readonly string[]
  readonly providers: readonly string[]
  readonly loginMethods: readonly Recipe[]
  readonly verified: boolean
  /** Milliseconds since 1970. */
  readonly created: number
}

/** `from`: 0 for the first page, then `next` of the page before. */
type UserPage = { readonly from: number; readonly limit: number }

/** `next` is null on the last page. */
type UserRows = { readonly rows: readonly UserRow[]; readonly next: number | null }

/** One page of users in the order they joined. */
function userRows(users: Users, userIds: UserIds, page: UserPage): UserRows {
  const rows: UserRow[] = []
  let place = Math.max(0, page.from)
  for (; place < users.list.length && rows.length < page.limit; place += 1) {
    const user = users.list[place]
    if (user !== null && user !== undefined) rows.push(rowOf(user, userIds))
  }
  return { rows, next: place < users.list.length ? place : null }
}

function rowOf(user: StoredUser, userIds: UserIds): UserRow {
  return {
    id: userIds.shownId(user.id),
    emails: user.email === null ? [] : [user.email],
    phoneNumbers: user.phoneNumber === null ? [] : [user.phoneNumber],
    providers: user.provider === null ? [] : [user.provider],
    loginMethods: [user.recipe],
    verified: isVerified(user),
    created: user.timeJoined,
  }
}
