import type { Entry } from '../../../shared/exports/export-format.ts'
import { claimKeys } from '../../../shared/planning/duplicates.ts'
import { unreachable } from '../../../shared/result.ts'
import type { User } from '../../../shared/users/user.ts'
import { writeStoredUser } from '../document/stored-user.ts'
import type { Place } from '../reading/raw-record.ts'
import { planColumns, type Facet } from './plan-columns.ts'
import { nobodyElse, settlePlan, type Planning } from './settle-plan.ts'

/** What some records became: values for the document's tables, as plain as can be, because they may cross to another thread. */
export type DraftBatch = {
  /** Those that are not aside. */
  readonly records: number
  readonly users: readonly UserValues[]
  /** Their long values, in the same order. */
  readonly texts: readonly TextValues[]
  /** Those of its users, each once. */
  readonly facets: readonly Facet[]
  /** Claims of users in this batch, by their position in `users`, but for the password import of the user's own email. */
  readonly claims: readonly (readonly [user: number, key: string])[]
  readonly findings: readonly (readonly [user: number, code: string, group: string, blocks: 0 | 1, detail: string])[]
  readonly parts: readonly (readonly [line: number, byte: number, keys: string, part: string])[]
  readonly unreadable: readonly (readonly [line: number, byte: number, reason: string])[]
  /** Kinds of records about something else than users. */
  readonly aside: readonly string[]
}

/** `facet`: its position in `facets`. `imports`: see the table of users. */
export type UserValues = readonly [
  facet: number,
  line: number,
  byte: number,
  sourceId: string | null,
  email: string | null,
  phone: string | null,
  note: string,
  reason: string,
  imports: 0 | 1,
]

/** `keys`: those that parts may find the user by, as JSON; null: only `id:<source id>`. */
export type TextValues = readonly [source: string, calls: string, keys: string | null]

/** Collects entries until they are enough for one transaction. */
export type DraftCollector = {
  readonly add: (place: Place, entry: Entry) => void
  readonly isFull: () => boolean
  /** The batch so far; the next entry begins another. */
  readonly take: () => DraftBatch
}

/** Small, so that the batch is taken before its objects are old. */
const fullBatch = { records: 500, characters: 1_000_000 }

export function collectDrafts(planning: Planning): DraftCollector {
  let batch = emptyBatch()
  let characters = 0
  /** There are few, and they are the same again and again: to compare them is cheaper than any key. */
  const facetOf = (facet: Facet): number => {
    const known = batch.facets.findIndex((other) => other.every((value, index) => value === facet[index]))
    return known === -1 ? batch.facets.push(facet) - 1 : known
  }

  const addUser = ({ line, offset }: Place, user: User, keys: readonly string[]): void => {
    const { drafted, plan } = settlePlan(user, null, planning, nobodyElse)
    const at = batch.users.length
    const source = writeStoredUser(user)
    const own = importKey(plan.email)
    let imports: 0 | 1 = 0
    for (const { key } of claimKeys(drafted)) {
      if (key === own) imports = 1
      else batch.claims.push([at, key])
    }
    for (const { code, group, blocks, detail } of plan.findings)
      batch.findings.push([at, code, group, blocks ? 1 : 0, detail])
    const { email, phone, note, reason, calls, facet } = planColumns(user, plan)
    batch.users.push([facetOf(facet), line, offset, user.sourceId, email, phone, note, reason, imports])
    batch.texts.push([source, calls, otherKeys(user, keys)])
    characters += source.length
  }

  return {
    add: (place, entry) => {
      const { line, offset } = place
      if (entry.kind !== 'aside') batch.records += 1
      switch (entry.kind) {
        case 'user':
          return addUser(place, entry.user, entry.keys)
        case 'part': {
          const part = JSON.stringify(entry.part)
          batch.parts.push([line, offset, JSON.stringify(entry.keys), part])
          characters += part.length
          return
        }
        case 'unreadable':
          batch.unreadable.push([line, offset, entry.reason])
          return
        case 'aside':
          if (!batch.aside.includes(entry.what)) batch.aside.push(entry.what)
          return
        default:
          unreachable(entry)
      }
    },
    isFull: () => batch.records >= fullBatch.records || characters >= fullBatch.characters,
    take: () => {
      const taken = batch
      batch = emptyBatch()
      characters = 0
      return taken
    },
  }
}

/** The claim that the table of users holds itself, by email and `imports`. */
export function importKey(email: string | null): string | null {
  return email === null ? null : `import:${email}`
}

function otherKeys({ sourceId }: User, keys: readonly string[]): string | null {
  if (keys.length === 0 && sourceId === null) return null
  return keys.length === 1 && keys[0] === `id:${sourceId}` ? null : JSON.stringify(keys)
}

function emptyBatch() {
  return {
    records: 0,
    users: [] as UserValues[],
    texts: [] as TextValues[],
    facets: [] as Facet[],
    claims: [] as DraftBatch['claims'][number][],
    findings: [] as DraftBatch['findings'][number][],
    parts: [] as DraftBatch['parts'][number][],
    unreadable: [] as DraftBatch['unreadable'][number][],
    aside: [] as string[],
  }
}
