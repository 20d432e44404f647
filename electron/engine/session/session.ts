import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { statSync } from 'node:fs'
import type { CheckView, DocumentView, ProgressView, StateCounts } from '../../../shared/bridge/views.ts'
import { parseApiKey } from '../../../shared/core-api/api-key.ts'
import { parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import type { Dialect } from '../../../shared/core-api/dialects.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { parseScryptParameters } from '../../../shared/hashes/scrypt-parameters.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { ok, problem, type Problem, type Result } from '../../../shared/result.ts'
import { countStates } from '../desk/counts.ts'
import { checkConnection } from '../core-client/check-connection.ts'
import { createCoreClient } from '../core-client/core-client.ts'
import { addFile, changeFile, retryTroubled } from '../document/files.ts'
import { closeDocument, type Document } from '../document/open-document.ts'
import { dropProofs } from '../document/proofs.ts'
import { getChoices, getScrypt, getSetting, setSetting } from '../document/settings.ts'
import { clearTarget, currentTarget, listTargets, moveTarget, useTarget, type Target } from '../document/targets.ts'
import type { Clock } from '../running/clock.ts'
import { createBackgroundWork, type BackgroundWork } from './background-work.ts'
import { documentView } from './document-view.ts'
import type { RunningRehearsal, StartRehearsal } from './rehearsal-host.ts'
import { createRunControl, type OpenConnection, type RunControl } from './run-control.ts'

export type SessionOptions = {
  /** Where rehearsals keep their state. */
  readonly appFolder: string
  readonly startRehearsal: StartRehearsal
  readonly onProgress: (view: ProgressView) => void
  readonly onChange: (version: number) => void
  /** Reading or planning met a problem of the document itself. */
  readonly onTrouble: (problem: Problem) => void
  readonly clock: Clock
  readonly random: () => number
}

export type ConnectInput = {
  readonly baseUrl: string
  /** Null: the key given before for the same origin. */
  readonly apiKey: string | null
  readonly dialect: 'auto' | Dialect
  readonly allowHttp: boolean
  /** The live core of before has a new address: its states go on there. */
  readonly sameCore?: boolean | undefined
}

export type ChoiceChange = { readonly [K in keyof Choices]?: Choices[K] | undefined }

/** One open migration: its document, the secrets that live only in memory, its rehearsal core and its run. */
export type Session = {
  readonly document: Document
  readonly work: BackgroundWork
  readonly run: RunControl
  readonly view: () => DocumentView
  readonly touch: () => void
  /** `mapping`: how to read all of them, whatever they look like. */
  readonly add: (paths: readonly string[], names: readonly string[], mapping?: Mapping | null) => Result<DocumentView>
  readonly connect: (input: ConnectInput) => Promise<CheckView>
  readonly rehearse: (dialect: Dialect, afresh: boolean) => Promise<Result<DocumentView>>
  readonly rehearsal: () => RunningRehearsal | null
  readonly scrypt: (text: string) => Result<DocumentView>
  readonly signerKey: () => string | null
  /** What is undefined stays as it was decided. */
  readonly choose: (choices: ChoiceChange) => Result<DocumentView>
  /** The current target and a way to reach it; a problem when it has to be connected first. */
  readonly connection: () => Result<{ readonly target: Target; readonly open: OpenConnection }>
  readonly close: () => Promise<void>
}

export function createSession(document: Document, options: SessionOptions): Session {
  const { database } = document
  const keys = new Map<string, string | null>()
  let signerKey: string | null = null
  let rehearsal: { readonly core: RunningRehearsal; readonly apiKey: string } | null = null
  let version = 1
  let counted: StateCounts | null = null
  retryTroubled(database)

  const announce = () => {
    version += 1
    options.onChange(version)
  }
  const touch = () => {
    counted = null
    announce()
  }
  // Counting a million users takes a while: it is done once per change, never while something is going on.
  const counts = (): StateCounts => {
    if (run.running()) return run.view().counts
    const target = currentTarget(database)
    if (counted !== null) return counted
    const now = countStates(database, target?.id ?? null)
    if (work.state().kind === 'idle') counted = now
    return now
  }
  const work: BackgroundWork = createBackgroundWork(document, {
    onChange: () => (work.state().kind === 'idle' ? touch() : announce()),
    onTrouble: options.onTrouble,
  })
  const run: RunControl = createRunControl({
    database,
    clock: options.clock,
    random: options.random,
    restingCounts: () => counts(),
    onProgress: options.onProgress,
    onChange: () => (run.running() ? announce() : touch()),
  })

  const isConnected = (target: Target): boolean => {
    if (target.kind === 'rehearsal') return rehearsal !== null && rehearsal.core.baseUrl === target.base_url
    const base = parseBaseUrl(target.base_url)
    return base.ok && keys.has(base.value.origin)
  }

  const view = () => {
    const target = currentTarget(database)
    return documentView(document, {
      version,
      work: work.state(),
      counts: counts(),
      connected: target !== undefined && isConnected(target),
      signerKeyHeld: signerKey !== null,
    })
  }

  /** Another target has its own states, and its dialect may judge hashes differently. */
  const moveTo = (target: Omit<Target, 'id'>): Target => {
    const before = currentTarget(database)
    const after = useTarget(database, target)
    if (before?.id !== after.id) run.reset()
    // Without a target, plans are made for the documented interface.
    if ((before?.dialect ?? 'documented') !== after.dialect) work.begin('plan')
    touch()
    return after
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

  const stopRehearsal = async () => {
    await rehearsal?.core.stop()
    rehearsal = null
  }

  return {
    document,
    work,
    run,
    view,
    touch,
    rehearsal: () => rehearsal?.core ?? null,
    signerKey: () => signerKey,
    add: (paths, names, mapping = null) => {
      for (const [index, path] of paths.entries()) {
        const id = addFile(database, path, names[index] ?? basename(path), sizeOf(path))
        if (mapping !== null) changeFile(database, id, { mapping, said: 'generic' })
      }
      work.begin('read')
      touch()
      return ok(view())
    },
    connect: async (input) => {
      if (run.running()) return refused('A run is under way. Pause it before connecting another core.')
      const base = parseBaseUrl(input.baseUrl)
      const known = base.ok ? (keys.get(base.value.origin) ?? null) : null
      const key = input.apiKey === null ? ok(known) : parseApiKey(input.apiKey)
      if (!key.ok) return refused(key.error.message)
      const checked = await checkConnection({ ...input, apiKey: key.value })
      if (checked.kind !== 'ready')
        return { kind: checked.kind, message: checked.message, dialect: null, latencyMs: null }
      const moved = input.sameCore === true ? moveCore(database, checked.baseUrl.url) : ok(null)
      if (!moved.ok) return refused(moved.error.message)
      keys.set(checked.baseUrl.origin, key.value)
      moveTo({
        kind: 'live',
        base_url: checked.baseUrl.url,
        name: nameOf(checked.baseUrl.url),
        dialect: checked.dialect,
        cdi_version: checked.cdiVersion,
        app_url: checked.appUrl,
        found: checked.message,
      })
      return { kind: 'ready', message: checked.message, dialect: checked.dialect, latencyMs: checked.latencyMs }
    },
    rehearse: async (dialect, afresh) => {
      if (run.running()) return problem('run-under-way', 'A run is under way. Pause it before starting a rehearsal.')
      await stopRehearsal()
      const file = join(options.appFolder, 'Rehearsals', `${getSetting(database, 'document-id') ?? 'unnamed'}.json`)
      const before = currentTarget(database)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      if (afresh) await rm(file, { force: true })
      const apiKey = randomBytes(24).toString('hex')
      const started = await options.startRehearsal({ dialect, apiKey, signerKey: signerKey ?? stand(database), file })
      if (!started.ok) return started
      rehearsal = { core: started.value, apiKey }
      const target = moveTo({
        kind: 'rehearsal',
        base_url: started.value.baseUrl,
        name: 'Rehearsal core',
        dialect,
        cdi_version: dialect === 'supertokens' ? '5.4' : null,
        app_url: started.value.baseUrl,
        found: 'The embedded rehearsal core. Nothing leaves this machine.',
      })
      if (afresh || (before?.kind === 'rehearsal' && before.dialect !== dialect)) {
        clearTarget(database, target.id)
        run.reset()
      }
      touch()
      return ok(view())
    },
    scrypt: (text) => {
      const parsed = parseScryptParameters(text)
      if (!parsed.ok) return parsed
      const key = parsed.value.signerKey ?? signerKey
      // What was proved with another key, or with one that is no longer known, says nothing about this one.
      if (key !== signerKey) dropProofs(database, 'partner-scrypt')
      signerKey = key
      if (!isDeepStrictEqual(getScrypt(database), parsed.value.parameters)) {
        setSetting(database, 'scrypt', parsed.value.parameters)
        work.begin('plan')
      }
      touch()
      return ok(view())
    },
    choose: (choices) => {
      setSetting(database, 'choices', changed(getChoices(database), choices))
      work.begin('plan')
      touch()
      return ok(view())
    },
    connection: () => {
      const target = currentTarget(database)
      if (target === undefined) return problem('no-core', 'Connect a core first, or start the rehearsal core.')
      const key = keyFor(target)
      if (!key.ok) return key
      const base = parseBaseUrl(target.base_url)
      if (!base.ok) return base
      const open: OpenConnection = (connections) =>
        createCoreClient({
          baseUrl: base.value,
          appUrl: target.app_url,
          apiKey: key.value,
          dialect: target.dialect,
          cdiVersion: target.cdi_version,
          connections,
          now: options.clock.now,
        })
      setSetting(database, 'machine', hostname())
      return ok({ target, open })
    },
    close: async () => {
      await work.stop()
      run.pause()
      await run.ended()
      await stopRehearsal()
      closeDocument(document)
    },
  }
}

function changed(choices: Choices, change: ChoiceChange): Choices {
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...choices, ...set }
}

/** "Same core, new address": what happened at the current live core goes on under the new address. */
function moveCore(database: Document['database'], baseUrl: string): Result<null> {
  const before = currentTarget(database)
  if (before === undefined || before.kind !== 'live' || before.base_url === baseUrl) return ok(null)
  if (listTargets(database).some((target) => target.kind === 'live' && target.base_url === baseUrl)) {
    return problem(
      'core-known',
      'This migration was sent to that address before, as another core. Connect it as another core.',
    )
  }
  moveTarget(database, before.id, baseUrl, nameOf(baseUrl))
  return ok(null)
}

/** Stands in for a signer key that the operator said is set, so that a rehearsal can go through without it. */
function stand(database: Document['database']): string | null {
  return getChoices(database).signerKeySet ? Buffer.alloc(64, 'rehearsal').toString('base64') : null
}

function refused(message: string): CheckView {
  return { kind: 'refused', message, dialect: null, latencyMs: null }
}

function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname === '/' ? '' : pathname}`
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

/** The folder that a document lies in and its file name. */
export function placeOf(path: string): { readonly folder: string; readonly name: string } {
  return { folder: dirname(path), name: basename(path) }
}
