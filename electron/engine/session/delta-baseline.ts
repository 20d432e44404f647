import type { DocumentView } from '../../../shared/ipc/views.ts'
import { coreName } from '../../../shared/core-api/base-url.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { readBaseline, clearBaseline, completeBaseline } from '../document/baseline-users.ts'
import { closeDocument, openForReading, type Document } from '../document/open-document.ts'
import { anySentLive } from '../document/sent.ts'
import { getSetting, setSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { currentTarget, type Target } from '../document/targets.ts'
import type { Trust } from '../trust/trust.ts'
import type { BackgroundWork, AloneOptions } from './background-work.ts'
import { inheritDecisions } from './inherit-decisions.ts'

/** What a migration is compared with. */
export type DeltaBaseline = {
  /**
   * From now on only what changed since an earlier migration to the same core is sent. `path` is the operator's word, never
   * the document's. `name`: what to call it.
   */
  readonly follow: (path: string, name: string) => Promise<Result<DocumentView>>
  /** Stops comparing, or says that the core of the earlier migration is the one connected now. */
  readonly setBaseline: (how: 'clear' | 'moved') => Result<DocumentView>
}

export function createDeltaBaseline(
  document: Document,
  trust: Trust,
  work: BackgroundWork,
  touch: () => void,
  view: () => DocumentView,
): DeltaBaseline {
  const { database } = document
  const changed = () => {
    touch()
    return view()
  }
  return {
    follow: async (path, name) => {
      const settled = await work.settled()
      if (!settled.ok) return settled
      trust.confirmFiles([path])
      const compared = await work.alone('comparing', (options) => followIn(document, trust, path, name, options))
      if (!compared.ok) return compared
      work.begin('plan')
      return ok(changed())
    },
    setBaseline: (how) => {
      const other = how === 'clear' ? stopFollowing(database) : followMoved(database)
      if (!other.ok) return other
      if (how === 'clear') work.begin('plan')
      return ok(changed())
    },
  }
}

/**
 * Makes a migration follow an earlier one to the same core: compares its users, and inherits its decisions where none
 * was made here. The earlier migration is only read.
 */
async function followIn(
  { path, database }: Document,
  trust: Trust,
  earlierPath: string,
  name: string,
  options: AloneOptions,
): Promise<Result<null>> {
  if (anySentLive(database)) return sentAlready
  if (earlierPath === path)
    return problem('same-migration', 'This is the open migration itself. Choose the one before it.')
  const baseline = openForReading(earlierPath)
  if (!baseline.ok) return baseline
  try {
    // Before it is read to its end, nothing may be sent.
    setSetting(database, 'baseline-pending', { path: earlierPath, name })
    const compared = await readBaseline(database, baseline.value.database, name, options)
    if (!compared.ok) {
      // Who closed the migration meanwhile still wants it compared.
      if (!options.signal.aborted) clearBaseline(database)
      return compared
    }
    await inheritDecisions(database, baseline.value.database, trust.knowsFile)
    completeBaseline(database)
    return ok(null)
  } finally {
    closeDocument(baseline.value)
  }
}

const sentAlready = problem(
  'sent-already',
  'Users of this migration were sent to a live core, so what it is compared with stays as it is.',
)

/** A migration that follows another one is for that core only: no other core has the earlier users. */
export function baselineCoreMismatch(database: Database, target: Target): Result<never> | null {
  const [baseline, wanted] = [getSetting(database, 'baseline'), getSetting(database, 'baseline-pending')]
  if (wanted !== undefined) {
    return problem(
      'earlier-unread',
      `This migration compares with ${wanted.name}, which was not read to the end. Choose it again, or stop comparing.`,
    )
  }
  if (baseline === undefined || target.kind === 'rehearsal' || target.base_url === baseline.core) return null
  return problem(
    'baseline-core-mismatch',
    `This migration sends only what changed since ${baseline.name}, which went to ${coreName(baseline.core)}. Connect that core, confirm that it has moved, or stop comparing.`,
  )
}

/** This migration stands on its own again. */
function stopFollowing(database: Database): Result<null> {
  if (anySentLive(database)) return sentAlready
  clearBaseline(database)
  return ok(null)
}

/** The core of the earlier migration has the address of the one that is connected now. */
function followMoved(database: Database): Result<null> {
  const [baseline, target] = [getSetting(database, 'baseline'), currentTarget(database)]
  if (baseline === undefined || target?.kind !== 'live') {
    return problem('no-core', 'Connect the core under its new address first.')
  }
  setSetting(database, 'baseline', { ...baseline, core: target.base_url })
  return ok(null)
}
