import * as z from 'zod'
import type { Finding } from '../../../../shared/planning/plan.ts'
import type { UserClaims } from '../../import-pipeline/compute-claims.ts'
import { jsonCheck } from '../../import-pipeline/json-check.ts'
import { isSameFacet, type PlanColumns } from '../../import-pipeline/plan-columns.ts'
import { facetTable, withTexts } from '../facets.ts'
import { type Database, groupByUser, sql } from '../sqlite.ts'
import { ofSharedValues } from './shared-values.ts'
import type { StoredPlan } from './stored-plan.ts'

/*
 * Stored users with their plans, some hundred at a time. A value that the driver hands over costs more than to compare it, so each
 * column comes as one text for all of these users, and the rows that few users have come once for all of them.
 */

type StoredFinding = z.infer<typeof findingRow>
type StoredClaim = z.infer<typeof claimRow>

/** A user as planning reads it, with its stored plan. */
export type StoredUser = {
  readonly id: number
  readonly source: string
  readonly correction: string | null
  readonly plan: StoredPlan
  /** Findings of this user alone, but for those about what users share, which are noted anew each time. */
  readonly findings: readonly StoredFinding[]
  /** All but the password import of its own email, which its facet has. */
  readonly claims: readonly StoredClaim[]
}

/** Users that are read: a table and its join with `user`, the column that has their ids, and a condition. */
export type StoredUsersFrom = { readonly from: string; readonly id: string; readonly where?: string }

const findingRow = z.object({
  user_id: z.number(),
  code: z.string(),
  group_key: z.string(),
  blocks: z.number(),
  detail: z.string(),
})
const claimRow = z.object({ user_id: z.number(), key: z.string(), is_owner: z.number() })

type FewRows<Row> = {
  readonly dense: string
  readonly sparse: string
  readonly read: (json: string) => readonly Row[]
}

/**
 * Rows of a table that belong to some of the users from `?1` to `?2`, which are listed in `?3`: all of them as one text of JSON, because
 * the driver takes several times as long for their values one by one.
 */
function rowsOf<Shape extends z.ZodRawShape>(table: string, row: z.ZodObject<Shape>): FewRows<z.output<typeof row>> {
  const members = Object.keys(row.shape).map((name) => `'${name}', ${name}`)
  const select = `SELECT json_group_array(json_object(${members.join(', ')})) AS rows FROM ${table} WHERE user_id BETWEEN ?1 AND ?2`
  const rows = z.array(row)
  const areRows = jsonCheck(rows)
  return {
    dense: `${select} AND ?3 <> ''`,
    sparse: `${select} AND user_id IN (SELECT value FROM json_each(?3))`,
    read: (json) => {
      const stored: unknown = JSON.parse(json)
      return areRows(stored) ? stored : rows.parse(stored)
    },
  }
}

const findingsOf = rowsOf('user_finding', findingRow)
const claimsOf = rowsOf('identifier', claimRow)

const separator = '\u001f'
const column = (value: string) => `coalesce(group_concat(${value}, char(31)), '')`
const columnsRow = z.object({
  users: z.number(),
  ids: z.string(),
  facets: z.string(),
  emails: z.string(),
  others: z.string(),
  sources: z.string(),
})

/** Values that few users have, as JSON; empty: the user has an email and none of the others. */
const others = `CASE WHEN correction IS NULL AND phone IS NULL AND summary IS NULL AND email IS NOT NULL AND calls = '' THEN ''
  ELSE json_array(correction, email, phone, summary, calls) END`
const text = z.string().nullable()
const othersSchema = z.tuple([text, text, text, text, z.string()])

function selectOf({ from, id, where }: StoredUsersFrom): string {
  return `SELECT count(*) AS users, ${column('id')} AS ids, ${column('facet_id')} AS facets,
    ${column("coalesce(email, '')")} AS emails, ${column('others')} AS others, ${column('source')} AS sources
    FROM (SELECT user.id, facet_id, email, source, ${others} AS others FROM ${from} ${withTexts}
      WHERE ${id} > ? ${where === undefined ? '' : `AND ${where}`} ORDER BY ${id} LIMIT ?)`
}

/** The users that follow `after`, by their ids; none: there are no more. */
export function readStoredUsers(
  database: Database,
  from: StoredUsersFrom,
  after: number,
  limit: number,
): readonly StoredUser[] {
  const read = readTogether(database, from, after, limit)
  if (read !== null) return read
  // One of the values holds the separator, or all of them are too long for one text.
  const users: StoredUser[] = []
  while (users.length < limit) {
    const [user] = readTogether(database, from, users.at(-1)?.id ?? after, 1) ?? []
    if (user === undefined) break
    users.push(user)
  }
  return users
}

/** Null: the texts of several users cannot be told apart. */
function readTogether(
  database: Database,
  from: StoredUsersFrom,
  after: number,
  limit: number,
): readonly StoredUser[] | null {
  const columns = columnsOf(database, from, after, limit)
  if (columns === null) return null
  if (columns.users === 0) return []
  const { users } = columns
  const split = (joined: string) => (users === 1 ? [joined] : joined.split(separator))
  const [emails, rest, sources] = [split(columns.emails), split(columns.others), split(columns.sources)]
  if (emails.length !== users || rest.length !== users || sources.length !== users) return null
  const ids = columns.ids.split(separator)
  const facets = columns.facets.split(separator)
  const [first, last] = [Number(ids[0]), Number(ids.at(-1))]
  // To look for each user takes longer than to pass over the rows of as many others.
  const density = last - first < 2 * users ? 'dense' : 'sparse'
  const range = [first, last, `[${ids.join(',')}]`] as const
  const findings = groupByUser(readRows(database, findingsOf, density, range))
  const claims = groupByUser(readRows(database, claimsOf, density, range))
  return ids.map((number, at): StoredUser => {
    const id = Number(number)
    const own = findings.get(id) ?? none
    const claimed = claims.get(id) ?? none
    const [correction, email, phone, summary, calls] = othersOf(rest[at] ?? '') ?? [
      null,
      emails[at] ?? '',
      null,
      null,
      '',
    ]
    return {
      id,
      source: sources[at] ?? '',
      correction,
      plan: {
        facet_id: Number(facets[at]),
        email,
        phone,
        summary,
        calls,
        claims: claimed.length > 0 ? 1 : 0,
        findings: own.length > 0 ? 1 : 0,
      },
      findings: own.length === 0 ? none : own.filter(({ code }) => !ofSharedValues.has(code)),
      claims: claimed,
    }
  })
}

function othersOf(json: string): z.infer<typeof othersSchema> | null {
  return json === '' ? null : othersSchema.parse(JSON.parse(json))
}

const none: readonly never[] = []

function columnsOf(database: Database, from: StoredUsersFrom, after: number, limit: number) {
  const read = () => columnsRow.parse(sql(database, selectOf(from)).get(after, limit))
  if (limit === 1) return read()
  try {
    return read()
  } catch {
    // The text is longer than the driver allows; any other error shows when the users are read one by one.
    return null
  }
}

const rowsRow = z.object({ rows: z.string() })

function readRows<Row>(
  database: Database,
  of: FewRows<Row>,
  density: 'dense' | 'sparse',
  range: readonly [first: number, last: number, ids: string],
): readonly Row[] {
  return of.read(rowsRow.parse(sql(database, of[density]).get(...range)).rows)
}

/** Findings that say that another user is in the way. */
export const ofOtherUsers: readonly string[] = ['duplicate', 'shared-phone', 'same-email-out-elsewhere']

/** Whether the plan of a user was judged by another one: as its duplicate, or as a user with its email. */
export function isJudged({ findings }: StoredUser): boolean {
  return findings.some(({ code }) => ofOtherUsers.includes(code))
}

/** Whether the stored plan of a user is this one, but for its facet. */
export function hasSameOwn({ plan, findings }: StoredUser, values: PlanColumns): boolean {
  return (
    plan.email === values.email &&
    plan.phone === values.phone &&
    plan.summary === values.summary &&
    plan.calls === values.calls &&
    isSameList(findings, values.ownFindings, isSameFinding)
  )
}

/** Whether the facet of the stored plan of a user is that of another plan. Within a transaction. */
export function hasSameFacet(database: Database, { plan }: StoredUser, { facet }: PlanColumns): boolean {
  return isSameFacet(facetTable.of(database, plan.facet_id), facet)
}

/** Whether a user has the same claims, without the claim that its facet has. */
export function hasSameClaims(stored: StoredUser, { claims }: UserClaims): boolean {
  return isSameList(
    stored.claims,
    claims,
    (one, other) => one.key === other.key && one.is_owner === (other.isOwner ? 1 : 0),
  )
}

function isSameFinding(stored: StoredFinding, { code, group, blocks, detail }: Finding): boolean {
  return (
    stored.code === code && stored.group_key === group && stored.detail === detail && stored.blocks === (blocks ? 1 : 0)
  )
}

/** Whether two lists have the same members in any order, of which neither has one twice. */
function isSameList<One, Other>(
  stored: readonly One[],
  computed: readonly Other[],
  isSame: (one: One, other: Other) => boolean,
): boolean {
  if (stored.length !== computed.length) return false
  return stored.every((one, at) => {
    const other = computed[at]
    return (other !== undefined && isSame(one, other)) || computed.some((each) => isSame(one, each))
  })
}
