import type { Shortcuts } from '../../reading/shortcuts.ts'
import { createSimpleRow } from './csv-simple-row.ts'
import { createSimpleElement } from './xml-simple-element.ts'

/** Every fast path; each has a slow twin that it must equal. */
export const fastPaths = ['csv-simple-row', 'xml-simple-element', 'streaming-dedup', 'drafts-in-thread'] as const

type FastPath = (typeof fastPaths)[number]

/** False with `USER_MIGRATION_SLOW=1`, which takes all slow twins, or where its list names this fast path. */
export function isFast(path: FastPath, slow = process.env['USER_MIGRATION_SLOW'] ?? ''): boolean {
  return slow !== '1' && !slow.split(',').includes(path)
}

/** The shortcuts of reading that are switched on. */
export function readingShortcuts(slow?: string): Shortcuts {
  return {
    ...(isFast('csv-simple-row', slow) ? { csvRow: createSimpleRow } : {}),
    ...(isFast('xml-simple-element', slow) ? { xmlElement: createSimpleElement } : {}),
  }
}
