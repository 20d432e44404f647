import { allFeatures, type Features } from '../../electron/engine/rehearsal/context.ts'
import type { Recording } from './recording.ts'

/** The kind of core that an exchange was recorded with. */
export type CoreKind = 'whole' | 'features off' | 'in memory' | 'no signer key'

const off: Features = { ...allFeatures, accountLinking: false, multiTenancy: false, mfa: false }

export const featuresOf: { readonly [K in CoreKind]: Features } = {
  whole: allFeatures,
  'features off': off,
  'in memory': { ...allFeatures, bulkImport: false },
  'no signer key': off,
}

const marks: readonly (readonly [mark: string, kind: CoreKind])[] = [
  ['features off', 'features off'],
  ['features on', 'whole'],
  ['in memory', 'in memory'],
  ['no signer key', 'no signer key'],
]

/** The state that an exchange needs before it is replayed. */
export type Before = {
  /** A core with an empty database starts. */
  readonly fresh: CoreKind | null
  /** Chunks of the bulk import job that ran because the core was restarted; null: no restart. */
  readonly cron: number | null
}

/** Reads from the names that the recorder gave to exchanges how their core changed in between. */
export function restarts(recordings: readonly Recording[]): readonly Before[] {
  let kind: CoreKind = 'whole'
  let wasAfterCron = false
  return recordings.map(({ name }) => {
    const tag = /\[([^\]]*)\]$/.exec(name)?.[1] ?? ''
    const marked = marks.find(([mark]) => tag.includes(mark))?.[1] ?? kind
    const isAfterCron = tag.includes('after the cron')
    const before: Before = {
      fresh: marked === kind ? null : marked,
      cron: isAfterCron && !wasAfterCron ? parallelismOf(tag) : null,
    }
    kind = marked
    wasAfterCron = isAfterCron
    return before
  })
}

function parallelismOf(tag: string): number {
  if (tag.includes('a chunk per row')) return 8
  return tag.includes('one chunk') ? 1 : 2
}
