import { basename, dirname, join } from 'node:path'
import * as z from 'zod'
import { writeFileAtomically } from '../files/atomic-file.ts'
import { readOwnText, realPathOf } from '../files/own-file.ts'
import type { Seal } from '../trust/seal.ts'
import type { FetchPlace } from './fetch-place.ts'

/*
 * The journal beside a file that is being fetched: how much of the part file counts, and the cursor of the source. It
 * is replaced as a whole, so after a crash it is the old one or the new one. It holds no secret. Anyone who can write
 * to the folder can write one, and it says where a secret goes: it counts only under the seal of this machine.
 */

const journalSchema = z.object({
  version: z.literal(1),
  source: z.string(),
  /** The options it was begun with. */
  settings: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** Cursor of the source; null: at the beginning, or at the end when `complete`. */
  cursor: z.string().nullable(),
  /** Every page is in the part file. */
  complete: z.boolean(),
  /** This much of the part file counts; its digest as SHA-256. */
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  users: z.number().int().nonnegative(),
  repeated: z.number().int().nonnegative(),
  changed: z.number().int().nonnegative(),
  /** Of this machine over all of it, under the name of the file. */
  seal: z.string().max(100).default(''),
})

export type FetchJournal = Readonly<z.infer<typeof journalSchema>>

export type ReadJournal =
  /** `sealed`: this machine wrote it, for a file of this name. */
  | { readonly kind: 'journal'; readonly journal: FetchJournal; readonly sealed: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'damaged' }

/** Larger than any that this program writes, cursors included. */
const maxJournal = 1 << 20

export function readJournal(place: FetchPlace, seal: Seal): ReadJournal {
  try {
    const read = readOwnText(place.journal, maxJournal)
    if (read.kind === 'none') return { kind: 'none' }
    if (read.kind === 'foreign') return { kind: 'damaged' }
    const parsed = journalSchema.safeParse(JSON.parse(read.text))
    if (!parsed.success) return { kind: 'damaged' }
    return { kind: 'journal', journal: parsed.data, sealed: parsed.data.seal === sealOf(parsed.data, place, seal) }
  } catch {
    return { kind: 'damaged' }
  }
}

/** The same journal under the seal of this machine. */
export function sealJournal(journal: FetchJournal, place: FetchPlace, seal: Seal): FetchJournal {
  return { ...journal, seal: sealOf(journal, place, seal) }
}

function sealOf({ seal: _seal, settings, ...journal }: FetchJournal, { out }: FetchPlace, seal: Seal): string {
  const inOrder = (values: object) => Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return seal([join(realPathOf(dirname(out)) ?? '', basename(out)), inOrder(settings), inOrder(journal)])
}

export function writeJournal(path: string, journal: FetchJournal): void {
  writeFileAtomically(path, [`${JSON.stringify(journal)}\n`])
}
