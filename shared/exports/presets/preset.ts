import type { MappingTarget } from '../../mapping/mapping.ts'

/**
 * The export of a framework or product that is only tables of columns, as data: how its tables are recognised, and what their
 * columns become. `read-preset.ts` reads it through the mapping, as a table of the operator's own.
 */
export type Preset = {
  readonly provider: string
  readonly title: string
  /** Databases write the same id in capitals and in small letters, as they do GUIDs. */
  readonly idsInAnyCase?: true
  /** The first table that a record fits counts. */
  readonly tables: readonly PresetTable[]
}

export type PresetTable = UsersTable | LoginsTable

type Recognised = {
  readonly shape: string
  /** Completes "Recognised as X because ...". */
  readonly reason: string
  /** Columns that all have to be there; of a list, one of them. */
  readonly has: readonly (string | readonly string[])[]
  /** Columns of other exports. */
  readonly lacks?: readonly string[]
  /** What the first of these columns that is there holds, in every record. */
  readonly values?: readonly { readonly columns: readonly string[]; readonly are: 'yes-or-no' | RegExp }[]
  /** Tables of a dump or database that are something else, for all that their columns fit. */
  readonly otherTable?: RegExp
  /** Column names differ in case and `_` only: all are compared without. */
  readonly plainNames?: true
}

/** Targets of the mapping; who is disabled or deleted is said by rules. The page lists presets, so zod is out of reach. */
export const presetTargets = [
  'source-id',
  'email',
  'email-verified',
  'phone',
  'phone-verified',
  'password-hash',
  'salt',
  'hash-algorithm',
  'provider',
  'provider-user-id',
  'provider-email',
  'role',
  'totp-secret',
  'time-joined',
] as const satisfies readonly MappingTarget[]

export type PresetTarget = (typeof presetTargets)[number]

/** A table of users. */
export type UsersTable = Recognised & {
  readonly kind: 'users'
  /** Of several columns with one target, the first with a value counts. */
  readonly columns: Readonly<Partial<Record<PresetTarget, readonly string[]>>>
  /** What stands in the column of passwords where there is none. */
  readonly noPassword?: RegExp
  /** A column of user names, taken for the email where no other column has one and it looks like one. */
  readonly emailAsName?: string
  /** Columns whose value disables or deletes the user; without rules, those that a table of users usually has (`is_active`). */
  readonly standing?: readonly StandingRule[]
  /** Records that are no users. */
  readonly skip?: readonly { readonly column: string; readonly is: RegExp; readonly reason: string }[]
  /** Ids at third parties are in columns like `google_id`, or `provider` and `provider_id`. */
  readonly thirdParties?: true
}

/**
 * `is`: of the value, empty where there is none. `until`: columns with the time until which it holds; empty: for ever. `unless`:
 * a column that says no.
 */
export type StandingRule = {
  readonly column: string
  readonly is: RegExp
  readonly means: 'disabled' | 'deleted'
  readonly until?: readonly string[]
  readonly unless?: string
}

/** A table of logins, each of which belongs to a user. */
export type LoginsTable = Recognised & {
  readonly kind: 'logins'
  readonly user: readonly string[]
  readonly provider: readonly string[]
  readonly userId: readonly string[]
  readonly email?: readonly string[]
  /** Providers that stand for the user's own password or code; `password`: the columns of its hash. */
  readonly own?: { readonly is: RegExp; readonly password?: readonly string[] }
}
