import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { writeFileAtomically } from '../atomic-file.ts'
import { isCode } from '../document/private-file.ts'

/*
 * The journal beside a file that is being fetched: how much of the part file counts, and where the source goes on. It is
 * replaced as a whole, so after a crash it is the old one or the new one. It holds no secret.
 */

const journalSchema = z.object({
  version: z.literal(1),
  source: z.string(),
  /** The options it was begun with. */
  settings: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** Where the source goes on; null: at the beginning, or nowhere when `complete`. */
  cursor: z.string().nullable(),
  /** Every page is in the part file. */
  complete: z.boolean(),
  /** This much of the part file counts; its digest as SHA-256. */
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  users: z.number().int().nonnegative(),
  repeated: z.number().int().nonnegative(),
  changed: z.number().int().nonnegative(),
})

export type FetchJournal = Readonly<z.infer<typeof journalSchema>>

export type ReadJournal =
  | { readonly kind: 'journal'; readonly journal: FetchJournal }
  | { readonly kind: 'none' }
  | { readonly kind: 'damaged' }

/** Larger than any that this program writes, cursors included. */
const maxJournal = 1 << 20

export function readJournal(path: string): ReadJournal {
  try {
    const text = readFileSync(path, 'utf8')
    if (text.length > maxJournal) return { kind: 'damaged' }
    const parsed = journalSchema.safeParse(JSON.parse(text))
    return parsed.success ? { kind: 'journal', journal: parsed.data } : { kind: 'damaged' }
  } catch (error) {
    return isCode(error, 'ENOENT') ? { kind: 'none' } : { kind: 'damaged' }
  }
}

export function writeJournal(path: string, journal: FetchJournal): void {
  writeFileAtomically(path, [`${JSON.stringify(journal)}\n`])
}
