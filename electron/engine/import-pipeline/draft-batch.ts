import type { Entry, UnreadStatement } from '../../../shared/mapping/export-format.ts'
import type { UnreadTable } from '../../../shared/mapping/rows/unread-tables.ts'
import { unreachable } from '../../../shared/result.ts'
import type { User } from '../../../shared/users/user.ts'
import { writeStoredUser } from './stored-user.ts'
import type { Place } from '../reading/raw-record.ts'
import { countKinds, countUnread } from './count-kinds.ts'
import { type UserClaims, claimsOf, importClaim } from './compute-claims.ts'
import {
  isSameFacet,
  passwordClaimOf,
  planColumns,
  unplanned,
  type Facet,
  type PlanColumns,
  type Planned,
  noOtherHolder,
  settlePlan,
  type Planning,
} from './plan-columns.ts'
import { claimKeys } from '../../../shared/planning/other-users/duplicates.ts'
import { planKinds } from './plan-kinds.ts'

/** A value that a row of a document may hold, and that a message between threads hands over as it is. */
export type PackedValue = string | number | bigint | null | Uint8Array

/**
 * Rows of the same form, their values concatenated: nested lists take twice as long to cross to another thread. `of`:
 * the user or part that each row belongs to.
 */
type PackedRows<Row extends readonly PackedValue[]> = {
  readonly of: readonly number[]
  readonly values: readonly Row[number][]
}

/** Records as rows: values for the document's tables, as plain as can be, because they may cross to another thread. */
export type DraftBatch = {
  readonly records: number
  /** Bytes of the file that were read when it was taken, and their digest. */
  readonly bytes: number
  readonly digest: string
  /** Approximate size in characters. */
  readonly characters: number
  /** See `UserValues`; each belongs to the facet of that position in `facets`. */
  readonly users: PackedRows<UserValues>
  /** The source of each user as JSON; this and each list below belongs to the user of that position. */
  readonly sources: readonly string[]
  /** See `TextValues`: of users with such a text. */
  readonly ownTexts: PackedRows<TextValues>
  /** The facets of its users, each once. */
  readonly facets: readonly Facet[]
  /** See `ClaimValues`: all but for the password import of the user's own email. */
  readonly claims: PackedRows<ClaimValues>
  /** See `FindingValues`. */
  readonly findings: PackedRows<FindingValues>
  readonly parts: readonly (readonly [line: number, byte: number, keys: string, part: string])[]
  /** Keys of entries that are no users, by which parts refer to them. */
  readonly keysOfOthers: readonly string[]
  readonly unreadable: readonly (readonly [
    line: number,
    byte: number,
    kind: 'record' | UnreadStatement,
    reason: string,
  ])[]
  /** Entries that are no users: how many of each kind. */
  readonly other: Readonly<Record<string, number>>
  /** Of these, rows of tables that nothing reads, with values that look like logins. */
  readonly unread: readonly UnreadTable[]
}

/** `summary`: null where it is that of the facet. */
type UserValues = readonly [
  line: number,
  byte: number,
  sourceId: string | null,
  email: string | null,
  phone: string | null,
  summary: string | null,
]
const [userWidth, emailIndex, summaryIndex] = [6, 3, 5]

/** The email that a user of a batch is planned with. */
export function emailIn({ users }: Pick<DraftBatch, 'users'>, at: number): string | null {
  const email = users.values[at * userWidth + emailIndex]
  return typeof email === 'string' ? email : null
}

/** The place of a user of a batch in its file. */
export function positionIn({ users }: DraftBatch, at: number): { readonly line: number; readonly byte: number } {
  return { line: Number(users.values[at * userWidth]), byte: Number(users.values[at * userWidth + 1]) }
}

/** The claims of a user of a batch. */
export function claimsIn({ users, facets, claims: { of, values } }: DraftBatch, at: number): UserClaims {
  const passwordClaim = passwordClaimOf(facets[users.of[at] ?? 0])
  const claims = of.flatMap((user, index) =>
    user === at ? [{ key: String(values[2 * index]), isOwner: values[2 * index + 1] === 1 }] : [],
  )
  return { passwordClaim, claims }
}

/** The batch with other plans of some of its users, by their position. */
export function withPlans(batch: DraftBatch, plans: ReadonlyMap<number, Planned>): DraftBatch {
  if (plans.size === 0) return batch
  const { users } = batch
  const [facetsOf, values, facets] = [[...users.of], [...users.values], [...batch.facets]]
  const [claims, findings] = [butOf(batch.claims, plans), butOf(batch.findings, plans)]
  const texts = new Map<number, TextValues>()
  for (const [row, at] of batch.ownTexts.of.entries()) {
    const [calls, keys = null] = batch.ownTexts.values.slice(2 * row, 2 * row + 2)
    texts.set(at, [calls ?? '', keys])
  }
  for (const [at, { columns, userClaims }] of plans) {
    facetsOf[at] = indexOfFacet(facets, columns.facet)
    values.splice(
      at * userWidth + emailIndex,
      summaryIndex - emailIndex + 1,
      columns.email,
      columns.phone,
      columns.summary,
    )
    addRows(at, { claims, findings }, columns, userClaims)
    const keys = texts.get(at)?.[1] ?? null
    if (columns.calls === '' && keys === null) texts.delete(at)
    else texts.set(at, [columns.calls, keys])
  }
  const ownTexts = [...texts].toSorted(([one], [other]) => one - other)
  return {
    ...batch,
    users: { of: facetsOf, values },
    facets,
    claims,
    findings,
    ownTexts: { of: ownTexts.map(([at]) => at), values: ownTexts.flatMap(([, text]) => text) },
  }
}

/** The rows of all users but `left`, as lists that grow. */
function butOf<Row extends readonly PackedValue[]>(
  { of, values }: PackedRows<Row>,
  left: ReadonlyMap<number, unknown>,
): Growing<Row> {
  const width = values.length / of.length
  const kept = noRows<Row>()
  for (let row = 0; row < of.length; row += 1) {
    const at = of[row] ?? 0
    if (left.has(at)) continue
    kept.of.push(at)
    kept.values.push(...values.slice(row * width, (row + 1) * width))
  }
  return kept
}

/** Adds the rows of a user. */
function addRows(
  at: number,
  { claims, findings }: { readonly claims: Growing<ClaimValues>; readonly findings: Growing<FindingValues> },
  { ownFindings }: PlanColumns,
  userClaims: UserClaims,
): void {
  for (const { key, isOwner } of userClaims.claims) {
    claims.of.push(at)
    claims.values.push(key, isOwner ? 1 : 0)
  }
  for (const { code, group, blocks, detail } of ownFindings) {
    findings.of.push(at)
    findings.values.push(code, group, blocks ? 1 : 0, detail)
  }
}

function indexOfFacet(facets: Facet[], facet: Facet): number {
  for (let at = 0; at < facets.length; at += 1) if (facets[at] === facet || isSameFacet(facets[at], facet)) return at
  return facets.push(facet) - 1
}

/** `calls`: empty where the facet has the calls. `keys`: those that parts may find the user by, as JSON; null: only the word of its file with the ID. */
type TextValues = readonly [calls: string, keys: string | null]
type ClaimValues = readonly [key: string, holds: 0 | 1]
type FindingValues = readonly [code: string, group: string, blocks: 0 | 1, detail: string]

/** Collects entries until they are enough for one transaction. */
type DraftCollector = {
  readonly add: (place: Place, entry: Entry) => void
  readonly isFull: () => boolean
  /** The word before the ID in the keys of users, that of the first one with such a key; null: none has. */
  readonly keyWord: () => string | null
  /** The batch so far; the next entry begins another. `bytes`: of the file that were read; `digest`: of these. */
  readonly take: (bytes: number, digest?: string) => DraftBatch
}

/** Small, so that the batch is taken before its objects are old. */
const fullBatch = { records: 500, characters: 1_000_000 }

/** Estimated size of a user without its text columns, in characters. */
const defaultCharacters = 200

export function collectDrafts(draft: DraftUser): DraftCollector {
  let batch = emptyBatch()
  let other = countKinds()
  let unread = countUnread()
  let characters = 0
  let keyWord: string | null = null

  const addUser = ({ line, offset }: Place, user: User, keys: readonly string[]): void => {
    const { columns, userClaims } = draft(user)
    const at = batch.users.of.length
    const { email, phone, summary, facet, calls } = columns
    addRows(at, batch, columns, userClaims)
    batch.users.of.push(indexOfFacet(batch.facets, facet))
    batch.users.values.push(line, offset, user.sourceId, email, phone, summary)
    keyWord ??= wordOfKey(user, keys)
    const others = otherKeys(user, keys, keyWord)
    characters += defaultCharacters
    const source = writeStoredUser(user)
    batch.sources.push(source)
    if (calls !== '' || others !== null) {
      batch.ownTexts.of.push(at)
      batch.ownTexts.values.push(calls, others)
    }
    characters += source.length
  }

  return {
    add: (place, entry) => {
      const { line, offset } = place
      batch.records += 1
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
          batch.unreadable.push([line, offset, entry.statement ?? 'record', entry.reason])
          return
        case 'aside':
          batch.keysOfOthers.push(...(entry.keys ?? []))
          other.add({ [entry.what]: 1 })
          if (entry.logins !== undefined) unread.add(entry.table ?? entry.what, entry.logins)
          return
        default:
          unreachable(entry)
      }
    },
    keyWord: () => keyWord,
    isFull: () => batch.records >= fullBatch.records || characters >= fullBatch.characters,
    take: (bytes, digest = '') => {
      const taken = {
        ...batch,
        bytes,
        digest,
        other: other.counts(),
        unread: unread.tables(),
        characters,
      }
      batch = emptyBatch()
      other = countKinds()
      unread = countUnread()
      characters = 0
      return taken
    },
  }
}

/** The word before the ID in the only key of a user, `auth0:`; null: it has another key. */
function wordOfKey({ sourceId }: User, keys: readonly string[]): string | null {
  const [key] = keys
  if (sourceId === null || key === undefined || keys.length > 1 || !key.endsWith(sourceId)) return null
  return key.slice(0, key.length - sourceId.length)
}

/** The keys of a user that are no word with its ID. Compared without a new text, because it is done for every user. */
function otherKeys({ sourceId }: User, keys: readonly string[], word: string | null): string | null {
  if (sourceId === null) return keys.length === 0 ? null : JSON.stringify(keys)
  const key = keys.length === 1 ? keys[0] : undefined
  const isWordWithId =
    key?.length === (word?.length ?? 0) + sourceId.length &&
    word !== null &&
    key.startsWith(word) &&
    key.endsWith(sourceId)
  return isWordWithId ? null : JSON.stringify(keys)
}

type Growing<Row extends readonly PackedValue[]> = { readonly of: number[]; readonly values: Row[number][] }

function noRows<Row extends readonly PackedValue[]>(): Growing<Row> {
  return { of: [], values: [] }
}

function emptyBatch() {
  return {
    records: 0,
    users: noRows<UserValues>(),
    sources: [] as string[],
    ownTexts: noRows<TextValues>(),
    facets: [] as Facet[],
    claims: noRows<ClaimValues>(),
    findings: noRows<FindingValues>(),
    parts: [] as DraftBatch['parts'][number][],
    keysOfOthers: [] as string[],
    unreadable: [] as DraftBatch['unreadable'][number][],
  }
}

/** Plans a user as if it were the only one. Users with the same claims are found when they are written. */
export type DraftUser = (user: User) => Planned

export function draftWith(planning: Planning): DraftUser {
  return planKinds((user) => {
    const { drafted, plan } = settlePlan(user, null, planning, noOtherHolder)
    const userClaims = claimsOf(claimKeys(drafted), importClaim(plan.email))
    return { columns: planColumns(user, plan, userClaims, false), userClaims }
  })
}

/** Leaves the users of a listing unplanned, as most are as before. Those without an ID are known by the contacts of their plans. */
export function draftListed(planning: Planning): DraftUser {
  const later: Planned = { columns: unplanned, userClaims: claimsOf([], null) }
  const draft = draftWith(planning)
  return (user) => (user.sourceId === null ? { ...later, columns: draft(user).columns } : later)
}
