import { isDeepStrictEqual } from 'node:util'
import type { CoreFacts } from '../../../shared/core-api/check-result.ts'
import type { Dialect } from '../../../shared/core-api/dialects.ts'
import { parseScryptParameters } from '../../../shared/hashes/scrypt-parameters.ts'
import type { CheckView, DocumentView, MethodCounts, ProgressView, StateCounts } from '../../../shared/ipc/views.ts'
import { type Choices, decisions } from '../../../shared/planning/choices.ts'
import { changedFacts, scryptParameters } from '../../../shared/planning/judge-for-plan.ts'
import { ok, problem, type Problem, type Result } from '../../../shared/result.ts'
import { coreFactsTable } from '../document/core-facts.ts'
import { incompleteFiles } from '../document/incomplete-files.ts'
import { closeAfterReaders, type Document } from '../document/open-document.ts'
import { passwordCheckTable } from '../document/password-checks.ts'
import { type FreeSpace, hashesRemovedProblem } from '../document/removed-hashes.ts'
import { getChoices, getScrypt, setSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { type Target, targetTable } from '../document/targets.ts'
import type { ReadDrafts } from '../import-pipeline/read-drafts.ts'
import { userCounts } from '../queries/counts.ts'
import { countMethods } from '../queries/planned-facts.ts'
import type { Clock } from '../runner/clock.ts'
import { noFaults } from '../rehearsal/faults/faults.ts'
import { runScope } from '../runner/scope.ts'
import { createTrustStore, type TrustStore } from '../trust/trust-store.ts'
import { type Trust, trustIn } from '../trust/trust.ts'
import { changedDecisions } from '../document/plans/outdated-plans.ts'
import { type BackgroundWork, createBackgroundWork } from './background-work.ts'
import { createDeltaBaseline, type DeltaBaseline } from './delta-baseline.ts'
import { documentView } from './document-view.ts'
import { createHashRemoval, createPostRun, type PostRunControl } from './post-run-control.ts'
import type { RunningRehearsal, StartRehearsal } from './rehearsal-host.ts'
import { createRunControl } from './run-control.ts'
import type { OpenConnection, RunControl } from './run-round.ts'
import {
  type ConnectInput,
  type CoresOptions,
  createSessionCores,
  refused,
  type SessionCores,
} from './session-cores.ts'
import { createSessionFiles, type SessionFiles } from './session-files.ts'
import { createSpacedCount } from './spaced-count.ts'
import { createSuspendGuard, type SuspendGuard } from './suspend-guard.ts'

export type SessionOptions = {
  /** Where rehearsals keep their state. */
  readonly appFolder: string
  /** Confirmations of this machine; in `appFolder` by default. */
  readonly trust?: TrustStore | undefined
  readonly startRehearsal: StartRehearsal
  /** How files are read; in this thread unless told otherwise. */
  readonly readDrafts?: ReadDrafts | undefined
  /** Absent: the view, for which all users are counted, is not made while no run needs it. */
  readonly onProgress?: ((view: ProgressView) => void) | undefined
  readonly onChange: (version: number) => void
  /** Reading or planning met a problem of the document itself. */
  readonly onError: (problem: Problem) => void
  readonly clock: Clock
  readonly random: () => number
  readonly deadlines?: CoresOptions['deadlines']
  /** How much of a disk is free; as the system says unless told otherwise. */
  readonly freeSpace?: FreeSpace | undefined
}

/** One open migration: its document, the secrets that live only in memory, its rehearsal core and its run. */
export type Session = DeltaBaseline &
  ScryptSettings &
  SessionFiles & {
    readonly document: Document
    readonly trust: Trust
    readonly work: BackgroundWork
    readonly run: RunControl
    /** Actions on the users of the core after a run. */
    readonly postRun: PostRunControl
    /** Guards the run while the machine sleeps. */
    readonly suspendGuard: SuspendGuard
    readonly view: () => DocumentView
    readonly touch: () => void
    readonly connect: (input: ConnectInput) => Promise<CheckView>
    readonly access: SessionCores['access']
    /** The operator confirms the core that the document names. */
    readonly confirmCore: (baseUrl: string) => Result<DocumentView>
    readonly rehearse: (dialect: Dialect, afresh: boolean) => Promise<Result<DocumentView>>
    readonly rehearsal: () => RunningRehearsal | null
    /** An undefined choice stays as it was decided. */
    readonly choose: (choices: ChoiceChange) => Result<DocumentView>
    /** The current target and a way to reach it; a problem when it has to be connected first. */
    readonly connection: () => Result<{ readonly target: Target; readonly open: OpenConnection }>
    /** Empties a finished migration of hashes; nothing can be sent or planned afterwards. */
    readonly removeHashes: () => Promise<Result<null>>
    readonly close: () => Promise<void>
  }

const stillReading = problem('busy', 'The export is still being read. Wait until that is done.')

export function createSession(document: Document, options: SessionOptions): Session {
  const { database } = document
  const trust = trustIn(options.trust ?? createTrustStore(options.appFolder), database)
  let version = 1
  let methods: readonly MethodCounts[] | null = null
  // Both at the same time, so that they agree.
  const users = createSpacedCount(
    () => ({
      totals: userCounts.records(database),
      counts: userCounts.states(database, targetTable.current(database)?.id ?? null),
    }),
    () => performance.now(),
  )
  incompleteFiles.clearErrors(database)

  const announce = () => {
    version += 1
    options.onChange(version)
  }
  const forgetCounts = () => {
    methods = null
    users.forget()
    announce()
  }
  // The view of the run counts users too: it is sent again, so that it is never older than the document.
  const touch = () => {
    forgetCounts()
    if (work.state().kind === 'idle' && !run.running()) options.onProgress?.(run.view())
  }
  // Counting a million users takes a while: once per change, less often during background work.
  const counted = () => users.read(work.state().kind !== 'idle')
  const counts = (): StateCounts => (run.running() ? run.view().counts : counted().counts)
  const work: BackgroundWork = createBackgroundWork(document, {
    onChange: () => {
      const { kind } = work.state()
      if (kind === 'idle') touch()
      // Recounted by index at the end, because it is shown beside the number of done users and both must agree.
      else if (kind === 'excluding' || kind === 'including') forgetCounts()
      else announce()
    },
    onError: options.onError,
    readDrafts: options.readDrafts,
    mayRead: trust.knowsFile,
  })
  const run: RunControl = createRunControl({
    database,
    clock: options.clock,
    random: options.random,
    version: () => version,
    restingCounts: () => counts(),
    provenance: trust.provenance,
    restingMethods: () => (methods ??= countMethods(database, targetTable.current(database)?.id ?? null)),
    onProgress: (made) => options.onProgress?.(made),
    onChange: () => (run.running() ? announce() : forgetCounts()),
  })

  const view = () => {
    const target = targetTable.current(database)
    return documentView(document, {
      version,
      work: work.state(),
      totals: counted().totals,
      counts: counts(),
      connected: target !== undefined && cores.isConnected(target),
      signerKeyHeld: scrypt.signerKey() !== null,
      trust,
    })
  }

  const inTheWay = (what: string) => {
    if (run.running()) return problem('run-under-way', `A run is in progress. Pause it before ${what}.`)
    const other = 'Users are being looked up or removed. Wait until that is done, or stop it, before '
    return postRun.running() ? problem('post-run-under-way', `${other}${what}.`) : null
  }

  /** Another target has its own states, and plans follow from its interface and what it has. */
  const moveTo = (target: Omit<Target, 'id'>, facts: CoreFacts | null): Target => {
    const before = targetTable.current(database)
    const known = coreFactsTable.of(database, before?.id)
    const after = targetTable.use(database, target)
    coreFactsTable.save(database, after.id, facts)
    if (before?.id !== after.id) run.reset()
    // Without a target, plans are made for the documented interface.
    const was = { dialect: before?.dialect ?? 'documented', core: known }
    work.outdate(changedFacts(was, { dialect: after.dialect, core: facts }))
    touch()
    return after
  }

  const postRun = createPostRun({
    database,
    clock: options.clock,
    random: options.random,
    connection: () => cores.connection(),
    countUsers: (target, signal) => cores.countUsers(target, signal),
    provenance: trust.provenance,
    onChange: (states) => (states ? touch() : announce()),
  })
  const cores = createSessionCores(database, { ...options, trust, onTarget: moveTo })

  const scrypt = createScryptSettings(database, work, touch, () => view())

  const suspendGuard = createSuspendGuard(run, cores.connection)

  return {
    document,
    trust,
    work,
    run: { ...run, tell: suspendGuard.tell },
    suspendGuard,
    postRun,
    view,
    touch,
    rehearsal: cores.rehearsal,
    connection: cores.connection,
    connect: (input) => {
      const busy = inTheWay('connecting another core')
      if (busy !== null) return Promise.resolve(refused(busy.error.message))
      return cores.connect(input)
    },
    rehearse: async (dialect, afresh) => {
      const busy = inTheWay('starting a rehearsal')
      if (busy !== null) return busy
      const started = await cores.rehearse(dialect, afresh, scrypt.signerKey())
      if (!started.ok) return started
      if (started.value.cleared) run.reset()
      touch()
      return ok(view())
    },
    access: cores.access,
    confirmCore: (baseUrl) => {
      if (targetTable.current(database)?.base_url !== baseUrl)
        return problem('core-unknown', 'This migration names another core now. Check its address again.')
      // Connecting asks whether traffic may be readable on the network.
      trust.confirmCore(baseUrl, false)
      touch()
      return ok(view())
    },
    ...scrypt,
    ...createSessionFiles(database, trust, work, touch, view),
    ...createDeltaBaseline(document, trust, work, touch, view),
    removeHashes: createHashRemoval(document, {
      clock: options.clock,
      inTheWay: () => (work.state().kind === 'idle' ? inTheWay('removing the hashes') : stillReading),
      touch,
      work,
      freeSpace: options.freeSpace,
    }),
    choose: (choices) => {
      const gone = takeDecisions(database, choices, work)
      if (gone !== null) return gone
      touch()
      return ok(view())
    },
    close: async () => {
      try {
        await work.stop()
        suspendGuard.forget()
        if (run.running()) run.tell({ kind: 'pause' })
        postRun.cancel()
        // A rehearsal core that was told not to answer ends with the migration: nothing waits for its deadline.
        await cores
          .rehearsal()
          ?.setFaults(noFaults)
          .catch(() => undefined)
        await Promise.all([run.ended(), postRun.ended()])
        await cores.stop()
      } finally {
        await closeAfterReaders(document)
      }
    },
  }
}

/** Decisions to be taken; what is undefined stays as it was decided. */
type ChoiceChange = { readonly [K in keyof Choices]?: Choices[K] | undefined }

/** Records decisions and plans all users anew that they concern. A problem: planning is no longer possible. */
function takeDecisions(
  database: Database,
  change: ChoiceChange,
  work: Pick<BackgroundWork, 'decide'>,
): ReturnType<typeof problem> | null {
  const replans = Object.keys(change).some((key) => decisions.table[key]?.whileSending !== true)
  const gone = replans ? hashesRemovedProblem(database) : null
  if (gone !== null) return gone
  const before = getChoices(database)
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const next: Choices = { ...before, ...set }
  work.decide(changedDecisions(before, next), () => {
    setSetting(database, 'choices', next)
    if (next.existing !== before.existing && next.existing !== 'hold') runScope.releaseWaiting(database)
  })
  return null
}

/** The parameters of Firebase scrypt, which the document keeps, and the signer key, which lives in memory alone. */
type ScryptSettings = {
  readonly scrypt: (text: string) => Result<DocumentView>
  readonly signerKey: () => string | null
  /** Takes back a key that the secret store kept since it was given with the parameters. */
  readonly holdSignerKey: (key: string) => void
}

function createScryptSettings(
  database: Database,
  work: BackgroundWork,
  touch: () => void,
  view: () => DocumentView,
): ScryptSettings {
  let signerKey: string | null = null
  return {
    signerKey: () => signerKey,
    holdSignerKey: (key) => {
      if (signerKey !== null || getScrypt(database) === null) return
      signerKey = key
      touch()
    },
    scrypt: (text) => {
      const parsed = parseScryptParameters(text)
      if (!parsed.ok) return parsed
      const key = parsed.value.signerKey ?? signerKey
      // A check with another or a lost key proves nothing about this key.
      if (key !== signerKey) passwordCheckTable.drop(database, 'firebase-scrypt')
      signerKey = key
      if (!isDeepStrictEqual(getScrypt(database), parsed.value.parameters)) {
        setSetting(database, 'scrypt', parsed.value.parameters)
        work.outdate([scryptParameters])
      }
      touch()
      return ok(view())
    },
  }
}
