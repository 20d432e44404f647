import { problem, type Result } from '../../../shared/result.ts'
import { describeFailure, type Document } from '../document/open-document.ts'
import { releaseExclusive, removeHashes, acquireExclusively } from '../document/removed-hashes.ts'
import { hashesRequiredReason } from '../queries/hashes-required.ts'
import type { FreeSpace } from '../document/rewrite-file.ts'
import type { Clock } from '../runner/clock.ts'
import type { BackgroundWork } from './background-work.ts'

const underRemoval = problem(
  'hashes-removing',
  'The hashes are being removed from this migration. Wait until that is done, then try again.',
)

export type HashRemovalOptions = {
  readonly clock: Clock
  /** What has to end first; null: nothing. */
  readonly inTheWay: () => ReturnType<typeof problem> | null
  readonly touch: () => void
  readonly work: Pick<BackgroundWork, 'alone'>
  readonly freeSpace?: FreeSpace | undefined
}

/** Empties a finished migration of hashes; nothing can be sent or planned afterwards. */
export function createHashRemoval(document: Document, options: HashRemovalOptions): () => Promise<Result<null>> {
  const { database } = document
  let removing = false

  const hashesStay = () => {
    const stay = hashesRequiredReason(database)
    return stay === null ? options.inTheWay() : problem('hashes-required', stay)
  }

  return async () => {
    if (removing) return underRemoval
    const stay = hashesStay()
    if (stay !== null) return stay
    removing = true
    try {
      // Nothing else begins meanwhile.
      return await options.work.alone('removing', async ({ signal, onProgress }) => {
        const alone = await acquireExclusively(database)
        if (!alone.ok) return alone
        const { clock, freeSpace } = options
        const required = hashesRequiredReason(database)
        const removed =
          required === null
            ? await removeHashes(document, { now: clock.now(), signal, onProgress, freeSpace })
            : problem('hashes-required', required)
        releaseExclusive(database)
        return removed
      })
    } catch (error) {
      return describeFailure(error)
    } finally {
      removing = false
      options.touch()
    }
  }
}
