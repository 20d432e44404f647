import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import {
  type BaseUrl,
  coreName,
  normaliseBaseUrl,
  parseApiKey,
  parseBaseUrl,
} from '../../../shared/core-api/base-url.ts'
import { type CoreFacts, describeCheck } from '../../../shared/core-api/check-result.ts'
import type { Dialect } from '../../../shared/core-api/dialects.ts'
import type { CheckView } from '../../../shared/ipc/views.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { checkConnection } from '../core-client/check-connection.ts'
import { readCoreFacts } from '../core-client/read-core-facts.ts'
import { createCoreClient, type Timeouts } from '../core-client/core-client.ts'
import { directRoute, type Route } from '../core-client/route.ts'
import { coreFactsTable } from '../document/core-facts.ts'
import { createdUsers } from '../document/created-users.ts'
import { getChoices, getSetting } from '../document/settings.ts'
import { type Database, transaction } from '../document/sqlite.ts'
import { type Target, targetTable } from '../document/targets.ts'
import { makePrivateFolder, removeFile } from '../files/folders.ts'
import { missingRolesText } from '../queries/planned-facts.ts'
import type { Clock } from '../runner/clock.ts'
import type { Trust } from '../trust/trust.ts'
import { baselineCoreMismatch } from './delta-baseline.ts'
import type { RunningRehearsal, StartRehearsal } from './rehearsal-host.ts'
import type { OpenConnection } from './run-round.ts'

export type ConnectInput = {
  readonly baseUrl: string
  /** Null: the key given before for the same origin. */
  readonly apiKey: string | null
  readonly dialect: 'auto' | Dialect
  readonly allowHttp: boolean
  /** The live core of before has a new address: its states go on there. */
  readonly coreMoved?: boolean | undefined
  /** The operator confirmed the address: it is taken as the core of this migration from now on. */
  readonly confirmed?: boolean | undefined
  /** How it is reached from this machine; absent: directly. */
  readonly route?: Route | undefined
  /** Ends waiting for an answer. */
  readonly signal?: AbortSignal | undefined
}

export type CoresOptions = {
  /** Where rehearsals keep their state. */
  readonly appFolder: string
  readonly startRehearsal: StartRehearsal
  readonly clock: Clock
  /** Confirmations of this machine about the migration. */
  readonly trust: Trust
  /** How long one request of a run may take; nothing: as the client has it. */
  readonly deadlines?: Partial<Timeouts> | undefined
  /** A core was found or started: makes it the target of the migration. */
  readonly onTarget: (target: Omit<Target, 'id'>, facts: CoreFacts | null) => Target
}

/** Five minutes between import jobs are too long in a rehearsal. Milliseconds. */
const rehearsedBulk = { intervalMs: 5000 }

/** The cores of one open migration, and the keys to them, which live in memory only. */
export type SessionCores = {
  readonly connect: (input: ConnectInput) => Promise<CheckView>
  /** How an origin is reached, and a key that is kept for it: used when none is given. */
  readonly access: (origin: string, route: Route, apiKey: string | null) => void
  /** `cleared`: the earlier rehearsal is forgotten. */
  readonly rehearse: (
    dialect: Dialect,
    afresh: boolean,
    signerKey: string | null,
  ) => Promise<Result<{ readonly cleared: boolean }>>
  readonly rehearsal: () => RunningRehearsal | null
  readonly isConnected: (target: Target) => boolean
  readonly connection: () => Result<{ readonly target: Target; readonly open: OpenConnection }>
  /** Counts the users of the live core once more and keeps the number; nothing where the core does not say. */
  readonly countUsers: (target: Target, signal: AbortSignal) => Promise<void>
  readonly stop: () => Promise<void>
}

export function createSessionCores(database: Database, options: CoresOptions): SessionCores {
  const { onTarget, trust } = options
  const keys = new Map<string, string | null>()
  const routes = new Map<string, Route>()
  const kept = new Map<string, string>()
  let rehearsal: { readonly core: RunningRehearsal; readonly apiKey: string } | null = null

  const isConnected = (target: Target): boolean => {
    if (target.kind === 'rehearsal') return rehearsal !== null && rehearsal.core.baseUrl === target.base_url
    const base = parseBaseUrl(target.base_url)
    return base.ok && keys.has(base.value.origin)
  }

  const keyFor = (target: Target): Result<string | null> => {
    if (target.kind === 'rehearsal') {
      return rehearsal === null || rehearsal.core.baseUrl !== target.base_url
        ? problem('rehearsal-not-running', 'The rehearsal core is not running. Start it on the Connect screen.')
        : ok(rehearsal.apiKey)
    }
    const base = parseBaseUrl(target.base_url)
    const key = base.ok ? keys.get(base.value.origin) : undefined
    return key === undefined
      ? problem('not-connected', 'Check the connection first: the API key is not kept in the migration.')
      : ok(key)
  }

  const clientOf = (target: Omit<Target, 'id'>, base: BaseUrl, apiKey: string | null, connections: number) =>
    createCoreClient({
      baseUrl: base,
      appUrl: target.app_url,
      apiKey,
      dialect: target.dialect,
      cdiVersion: target.cdi_version,
      connections,
      timeouts: options.deadlines,
      route: routes.get(base.origin) ?? directRoute,
      now: options.clock.now,
    })

  /** The features of a core besides its operations; null: the documented interface cannot be asked. */
  const factsOf = async (
    target: Omit<Target, 'id'>,
    apiKey: string | null,
    signal?: AbortSignal,
  ): Promise<CoreFacts | null> => {
    const base = parseBaseUrl(target.base_url)
    if (!base.ok || target.dialect !== 'supertokens') return null
    const client = clientOf(target, base.value, apiKey, 2)
    try {
      return await readCoreFacts(client, target, signal)
    } finally {
      await client.close()
    }
  }

  const stopRehearsal = async () => {
    await rehearsal?.core.stop()
    rehearsal = null
  }

  return {
    isConnected,
    rehearsal: () => rehearsal?.core ?? null,
    stop: stopRehearsal,
    countUsers: async (target, signal) => {
      const [key, base] = [keyFor(target), parseBaseUrl(target.base_url)]
      if (target.kind !== 'live' || !key.ok || !base.ok) return
      const route = routes.get(base.value.origin) ?? directRoute
      const at = {
        baseUrl: target.base_url,
        apiKey: key.value,
        dialect: target.dialect,
        allowHttp: true,
        route,
        signal,
      }
      const checked = await checkConnection(at)
      if (checked.kind === 'ready' && checked.users !== undefined)
        coreFactsTable.saveUsers(database, target.id, checked.users)
    },
    access: (origin, route, apiKey) => {
      routes.set(origin, route)
      if (apiKey === null) kept.delete(origin)
      else kept.set(origin, apiKey)
    },
    connect: async (input) => {
      const base = parseBaseUrl(input.baseUrl)
      const origin = base.ok ? base.value.origin : ''
      const before = keys.get(origin) ?? kept.get(origin) ?? null
      // An address that only the document names is confirmed before anything is sent there, a key least of all.
      if (base.ok && input.confirmed !== true && isOnlyNamed(database, trust, base.value.url)) return namedOnly
      const key = input.apiKey === null ? ok(before) : parseApiKey(input.apiKey)
      if (!key.ok) return refused(key.error.message)
      const route = input.route ?? routes.get(origin) ?? directRoute
      const checked = await checkConnection({ ...input, route, apiKey: key.value })
      if (checked.kind !== 'ready')
        return {
          kind: checked.kind,
          message: checked.message,
          dialect: null,
          latencyMs: null,
          ...describeCheck(checked),
        }
      const found = { message: checked.message, dialect: checked.dialect, latencyMs: checked.latencyMs }
      if (input.confirmed === false && !trust.knowsCore(checked.baseUrl.url))
        return { kind: 'confirm-live', ...found, ...describeCheck(checked) }
      const unmoved = input.coreMoved === true ? moveCore(database, checked.baseUrl.url, trust) : null
      if (unmoved !== null) return refused(unmoved)
      keys.set(checked.baseUrl.origin, key.value)
      routes.set(checked.baseUrl.origin, route)
      trust.confirmCore(checked.baseUrl.url, checked.baseUrl.insecure && input.allowHttp)
      const target = {
        kind: 'live',
        base_url: checked.baseUrl.url,
        name: coreName(checked.baseUrl.url),
        dialect: checked.dialect,
        cdi_version: checked.cdiVersion,
        app_url: checked.appUrl,
        check_message: checked.message,
      } as const
      const facts = await factsOf(target, key.value, input.signal)
      // The facts are incomplete.
      if (input.signal?.aborted === true) return { kind: 'unreachable', ...found, ...describeCheck(checked) }
      const { id } = onTarget(target, facts)
      if (checked.users !== undefined) coreFactsTable.saveUsers(database, id, checked.users)
      const message = [found.message, missingRolesText(database, facts) ?? []].flat().join(' ')
      return { kind: 'ready', ...found, message, ...describeCheck(checked, facts) }
    },
    rehearse: async (dialect, afresh, signerKey) => {
      await stopRehearsal()
      const file = join(options.appFolder, 'Rehearsals', `${getSetting(database, 'document-id') ?? 'unnamed'}.json`)
      const before = targetTable.current(database)
      makePrivateFolder(dirname(file))
      if (afresh) removeFile(file)
      const apiKey = randomBytes(24).toString('hex')
      const started = await options.startRehearsal({
        dialect,
        apiKey,
        signerKey: signerKey ?? stand(database),
        file,
        bulk: rehearsedBulk,
      })
      if (!started.ok) return started
      rehearsal = { core: started.value, apiKey }
      const rehearsed = {
        kind: 'rehearsal',
        base_url: started.value.baseUrl,
        name: 'Rehearsal core',
        dialect,
        cdi_version: dialect === 'supertokens' ? '5.4' : null,
        app_url: started.value.baseUrl,
        check_message: 'The embedded rehearsal core. Nothing leaves this machine.',
      } as const
      const facts = await factsOf(rehearsed, apiKey)
      const target = onTarget(rehearsed, facts && { ...facts, tenants: coreFactsTable.liveTenants(database) })
      const cleared = afresh || (before?.kind === 'rehearsal' && before.dialect !== dialect)
      if (cleared) targetTable.clear(database, target.id)
      return ok({ cleared })
    },
    connection: () => {
      const target = targetTable.current(database)
      if (target === undefined) return problem('no-core', 'Connect a core first, or start the rehearsal core.')
      const key = keyFor(target)
      if (!key.ok) return key
      const other = baselineCoreMismatch(database, target)
      if (other !== null) return other
      const base = parseBaseUrl(target.base_url)
      if (!base.ok) return base
      // The rehearsal core has the tenants that the plans name: what the live core lacks is a finding of theirs.
      if (target.kind === 'rehearsal') void rehearsal?.core.addTenants(coreFactsTable.plannedTenants(database))
      const open: OpenConnection = (connections) => clientOf(target, base.value, key.value, connections)
      return ok({ target, open })
    },
  }
}

/** A made-up signer key for a rehearsal, where the operator confirmed that the core has the real one. */
function stand(database: Database): string | null {
  return getChoices(database).signerKeySet ? Buffer.alloc(64, 'rehearsal').toString('base64') : null
}

const namedOnly: CheckView = {
  kind: 'confirm-live',
  message: 'This address comes from the migration and was not confirmed on this machine. Nothing was sent to it yet.',
  dialect: null,
  latencyMs: null,
  facts: [],
  steps: [],
}

/** A reply without a check: the sentence says what is wrong with the input. */
export function refused(message: string): CheckView {
  return { kind: 'refused', message, dialect: null, latencyMs: null, facts: [], steps: [] }
}

/** "Same core, new address": the outcomes at the current live core continue under the new address. Answers why they cannot. */
function moveCore(database: Database, baseUrl: string, trust: Trust): string | null {
  const before = targetTable.current(database)
  if (before === undefined || before.kind !== 'live' || before.base_url === baseUrl) return null
  if (targetTable.list(database).some((target) => target.kind === 'live' && target.base_url === baseUrl)) {
    return 'This migration was sent to that address before, as another core. Connect it as another core.'
  }
  transaction(database, () => {
    createdUsers.signAgain(
      database,
      before.id,
      trust.provenance(before),
      trust.provenance({ ...before, base_url: baseUrl }),
    )
    targetTable.move(database, before.id, baseUrl, coreName(baseUrl))
  })
  return null
}

/** The document names this address, and it was never confirmed on this machine. */
function isOnlyNamed(database: Database, trust: Trust, baseUrl: string): boolean {
  if (trust.knowsCore(baseUrl)) return false
  const named = targetTable.list(database).map((target) => target.base_url)
  const others = [getSetting(database, 'intended-core')?.baseUrl, getSetting(database, 'baseline')?.core]
  return [...named, ...others].some((one) => one !== undefined && normaliseOrNull(one) === baseUrl)
}

function normaliseOrNull(address: string): string | null {
  const wanted = normaliseBaseUrl(address)
  return wanted.ok ? wanted.value : null
}
