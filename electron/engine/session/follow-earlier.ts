import type { DocumentView } from '../../../shared/bridge/views.ts'
import { coreName } from '../../../shared/core-api/base-url.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { followEarlier, forgetEarlier, settleEarlier } from '../document/earlier-users.ts'
import { closeDocument, openForReading, type Document } from '../document/open-document.ts'
import { anySentLive } from '../document/sent.ts'
import { getSetting, setSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { currentTarget, type Target } from '../document/targets.ts'
import type { Trust } from '../trust/trust.ts'
import type { BackgroundWork, CompareOptions } from './background-work.ts'
import { takeOver } from './take-over.ts'

/** What a migration is compared with. */
export type Following = {
  /**
   * From now on only what changed since an earlier migration to the same core is sent. `path` is the operator's word, never
   * the document's. `name`: what to call it.
   */
  readonly follow: (path: string, name: string) => Promise<Result<DocumentView>>
  /** Stops comparing, or says that the core of the earlier migration is the one connected now. */
  readonly followOtherwise: (how: 'forget' | 'moved') => Result<DocumentView>
}

export function createFollowing(
  document: Document,
  trust: Trust,
  work: BackgroundWork,
  touch: () => void,
  view: () => DocumentView,
): Following {
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
      const followed = await work.compare((options) => followIn(document, trust, path, name, options))
      if (!followed.ok) return followed
      work.begin('plan')
      return ok(changed())
    },
    followOtherwise: (how) => {
      const other = how === 'forget' ? stopFollowing(database) : followMoved(database)
      if (!other.ok) return other
      if (how === 'forget') work.begin('plan')
      return ok(changed())
    },
  }
}

/**
 * Makes a migration follow an earlier one that was sent to the same core: its users are compared, and what was decided
 * there holds here where nothing else was decided. The earlier one is only read.
 */
async function followIn(
  { path, database }: Document,
  trust: Trust,
  earlierPath: string,
  name: string,
  options: CompareOptions,
): Promise<Result<null>> {
  if (anySentLive(database)) return sentAlready
  if (earlierPath === path)
    return problem('same-migration', 'This is the open migration itself. Choose the one before it.')
  const earlier = openForReading(earlierPath)
  if (!earlier.ok) return earlier
  try {
    // Before it is read to its end, nothing may be sent.
    setSetting(database, 'earlier-wanted', { path: earlierPath, name })
    const followed = await followEarlier(database, earlier.value.database, name, options)
    if (!followed.ok) {
      // Who closed the migration meanwhile still wants it compared.
      if (!options.signal.aborted) forgetEarlier(database)
      return followed
    }
    await takeOver(database, earlier.value.database, trust.knowsFile)
    settleEarlier(database)
    return ok(null)
  } finally {
    closeDocument(earlier.value)
  }
}

const sentAlready = problem(
  'sent-already',
  'Users of this migration were sent to a live core, so what it is compared with stays as it is.',
)

/** A migration that follows another is for its core only: at any other one nobody of the earlier users is. */
export function elsewhere(database: Database, target: Target): Result<never> | null {
  const [earlier, wanted] = [getSetting(database, 'earlier'), getSetting(database, 'earlier-wanted')]
  if (wanted !== undefined) {
    return problem(
      'earlier-unread',
      `This migration was to follow ${wanted.name}, which was not read to its end. Choose it once more, or stop comparing.`,
    )
  }
  if (earlier === undefined || target.kind === 'rehearsal' || target.base_url === earlier.core) return null
  return problem(
    'follows-elsewhere',
    `This migration sends only what changed since ${earlier.name}, which went to ${coreName(earlier.core)}. Connect that core, say that it has moved, or stop comparing.`,
  )
}

/** This migration stands on its own again. */
function stopFollowing(database: Database): Result<null> {
  if (anySentLive(database)) return sentAlready
  forgetEarlier(database)
  return ok(null)
}

/** The core of the earlier migration has the address of the one that is connected now. */
function followMoved(database: Database): Result<null> {
  const [earlier, target] = [getSetting(database, 'earlier'), currentTarget(database)]
  if (earlier === undefined || target?.kind !== 'live') {
    return problem('no-core', 'Connect the core under its new address first.')
  }
  setSetting(database, 'earlier', { ...earlier, core: target.base_url })
  return ok(null)
}
