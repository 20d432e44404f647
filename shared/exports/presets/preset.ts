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

export type PresetTable = UsersTable | LoginsTable | AdditionsTable

type Recognised = {
  readonly shape: string
  /** Products with databases of their own within one preset: ids of one never find users of another. */
  readonly product?: string
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
  'tenant',
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
  /** Columns whose value disables or deletes the user, besides those that a table of users usually has (`is_active`, `deleted_at`). */
  readonly standing?: readonly StandingRule[]
  /** A column that is filled while the email waits to be confirmed. */
  readonly unverified?: string
  /** Columns called like a third party, with the ids there. */
  readonly idsAt?: readonly string[]
  /** Hashes of this look are of this algorithm, in a word that `../../hashes/declared.ts` knows. */
  readonly declared?: { readonly look: RegExp; readonly as: string }
  /** A column by which a table of additions finds the user, where that is not the id. */
  readonly foundBy?: string
  /** Records that are no users. */
  readonly skip?: readonly { readonly column: string; readonly is: RegExp; readonly reason: string }[]
  /** Columns with the secret of an authenticator app that the application encrypted in a form of its own. */
  readonly encryptedTotp?: readonly string[]
  /** Columns that say whether the authenticator app is in use. Where one of them is there and says no, its secret is of no use. */
  readonly totpInUse?: readonly string[]
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

/** A table that says more of users: their emails, or who is disabled. */
export type AdditionsTable = Recognised & {
  readonly kind: 'additions'
  readonly user: readonly string[]
  /** Its users are found by their column `foundBy`, not by their id. */
  readonly byOther?: true
  readonly email?: readonly string[]
  /** Only of these rows the email is the user's own. */
  readonly emailIf?: { readonly column: string; readonly is: RegExp }
  /** Filled: the user is disabled. */
  readonly disabled?: readonly string[]
  /** Rows about something else, counted by this name. */
  readonly aside?: { readonly column: string; readonly is: RegExp; readonly what: string }
}
