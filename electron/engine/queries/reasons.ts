import * as z from 'zod'
import type { FindingCode } from '../../../shared/planning/findings.ts'
import { ofFacet } from '../document/facets.ts'
import { allRows } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'

/** Why so many users are not sent; the reasons of different users add up. */
export type Reasons = readonly { readonly code: string; readonly users: number }[]

const reasonRow = z.object({ code: z.string().nullable(), users: z.number() })

/** Each user is counted under one reason, however many it has. Every one of them is looked at. */
function reasonsOf(database: Database, state: 'blocked' | 'excluded', among: string): Reasons {
  const rows = allRows(
    reasonRow,
    sql(
      database,
      `SELECT code, count(*) AS users FROM (
         SELECT (SELECT code FROM finding WHERE finding.user_id = user.id AND ${among} ORDER BY code LIMIT 1) AS code
         FROM ${ofFacet} WHERE facet.plan_state = ?) GROUP BY code ORDER BY users DESC, code`,
    ),
    state,
  )
  return rows.map(({ code, users }) => ({ code: code ?? '', users }))
}

/** Beyond that, only how many there are is said: counting their reasons would take seconds. */
const maxCounted = 300_000

export function blockedReasons(database: Database, users: number): Reasons {
  return users > maxCounted ? [] : reasonsOf(database, 'blocked', 'blocks = 1')
}

export function excludedReasons(database: Database, users: number): Reasons {
  const codes = "('deleted', 'duplicate', 'excluded', 'unchanged-since')"
  return users > maxCounted ? [] : reasonsOf(database, 'excluded', `code IN ${codes}`)
}

/** One user, and many, that are not sent for a reason. */
const words: Readonly<Partial<Record<FindingCode | '', readonly [string, string]>>> = {
  'unsupported-hash': ['hash the core cannot check', 'hashes the core cannot check'],
  'malformed-hash': ['broken hash', 'broken hashes'],
  'redacted-hash': ['hash removed by the exporter', 'hashes removed by the exporter'],
  'hash-parameters-missing': ['without hash parameters', 'without hash parameters'],
  'signer-key-not-confirmed': ['waiting for the signer key', 'waiting for the signer key'],
  'hash-without-email': ['password without an email', 'passwords without an email'],
  'hash-without-contact': ['password without email or phone', 'passwords without email or phone'],
  'third-party-without-email': ['without an email from the provider', 'without an email from the provider'],
  'provider-undecided': ['undecided provider', 'undecided providers'],
  'identity-without-id': ['without a provider user ID', 'without a provider user ID'],
  duplicate: ['duplicate', 'duplicates'],
  'unverified-email': ['unverified email', 'unverified emails'],
  disabled: ['disabled user', 'disabled users'],
  'email-invalid': ['email that cannot be sent', 'emails that cannot be sent'],
  'phone-invalid': ['incomplete phone number', 'incomplete phone numbers'],
  'too-long': ['value too long', 'values too long'],
  'no-login': ['without a way to log in', 'without a way to log in'],
  'changed-since': ['changed since the earlier migration', 'changed since the earlier migration'],
  'unchanged-since': ['unchanged since the earlier migration', 'unchanged since the earlier migration'],
  'existing-user': ['already in the core', 'already in the core'],
  deleted: ['deleted in the source', 'deleted in the source'],
  excluded: ['by your choice', 'by your choice'],
}

/** `duplicates`, `broken hash`: the reason of one user, or of several. */
export function reasonName({ code, users }: Reasons[number]): string {
  const [one, many] = words[isKnown(code) ? code : ''] ?? ['another reason', 'other reasons']
  return users === 1 ? one : many
}

function isKnown(code: string): code is FindingCode {
  return Object.hasOwn(words, code)
}
