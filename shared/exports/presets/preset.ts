import type { SourceRecord } from '../../mapping/export-format.ts'
import type { PresetTarget } from '../../mapping/targets.ts'
import type { User } from '../../users/user.ts'

/**
 * The export of a product as data: how its tables or JSON records are recognised, and what their columns become. Columns are paths
 * as `../../mapping/value-at.ts` reads them: `email`, `human.email.email`, `emails[0].address`, `emails[verified].email`.
 * `read-preset.ts` reads a preset through the mapping, as a table of the operator's own.
 */
export type Preset = {
  readonly provider: string
  readonly title: string
  /** Databases write the same id in capitals and in small letters, as they do GUIDs. */
  readonly idsInAnyCase?: true
  /** One file may hold records of all tables. */
  readonly isMixed?: true
  /** The first table that a record fits counts. */
  readonly tables: readonly PresetTable[]
}

/** The meaning of a value: yes or no, in any form, or a text; of a column without a value, the empty text. */
export type Says = 'yes' | 'no' | RegExp

type Condition = { readonly column: string; readonly is: Says }

export type PresetTable = UsersTable | LoginsTable | AdditionsTable

type Recognised = {
  readonly shape: string
  /** Products with databases of their own within one preset: ids of one never find users of another. */
  readonly product?: string
  /** Completes "Recognised as X because ...". */
  readonly reason: string
  /** Columns that all have to be there; of a list, one of them. `_auth_data_*` is any that begins so. */
  readonly has: readonly (string | readonly string[])[]
  /** Columns of other exports. */
  readonly lacks?: readonly string[]
  /** Values of the first of these columns that the file has, in every record. */
  readonly values?: readonly {
    readonly columns: readonly string[]
    readonly are: 'yes-or-no' | 'time-or-nothing' | RegExp
  }[]
  /** Tables of a dump or database that are something else, for all that their columns fit. */
  readonly otherTable?: RegExp
  /** Column names differ in case and `_` only: all are compared without. */
  readonly plainNames?: true
}

/** A table of users. */
export type UsersTable = Recognised & {
  readonly kind: 'users'
  /** Of several columns with one target, the first with a value counts. */
  readonly columns: Readonly<Partial<Record<PresetTarget, readonly string[]>>>
  /** Kept as metadata, each whole and under its own name. */
  readonly metadata?: readonly string[]
  /** Logins at third parties within the record. */
  readonly identities?: readonly IdentitiesIn[]
  /** Says whether there is a password, where no hash does. Without `is`: a yes, or an object. */
  readonly hasPassword?: { readonly column: string; readonly is?: RegExp }
  /** The text in the column of passwords for a user without a password. */
  readonly noPassword?: RegExp
  /** A column of user names, taken for the email where no other column has one and it looks like one. */
  readonly emailAsName?: string
  /** Columns whose value disables or deletes the user, besides those that a table of users usually has (`is_active`, `deleted_at`). */
  readonly standing?: readonly StandingRule[]
  /** A column that is filled while the email waits to be confirmed. */
  readonly unverified?: string
  /** Columns called like a third party, with the ids there. */
  readonly idsAt?: readonly string[]
  /** Hashes of this look are of this algorithm where no column says another, in a word that `../../hashes/declared.ts` knows. */
  readonly declared?: { readonly look: RegExp; readonly as: string }
  /** A column by which a table of additions finds the user, where that is not the id. */
  readonly foundBy?: string
  /** Records that are no users: `reason` in a sentence for the report, or `what` it is by design, which is counted as another kind. */
  readonly skip?: readonly (Condition & ({ readonly reason: string } | { readonly what: string }))[]
  /** Columns with the secret of an authenticator app that the application encrypted in a form of its own. */
  readonly encryptedTotp?: readonly string[]
  /** Columns that say whether the authenticator app is in use. Where one of them is there and says no, its secret is of no use. */
  readonly totpInUse?: readonly string[]
  /** Ids at third parties are in columns like `google_id`, or `provider` and `provider_id`. */
  readonly thirdParties?: true
  /** Adds to the user what several columns say only together. */
  readonly complete?: (user: User, record: SourceRecord) => User
}

/**
 * Logins in a list of objects, in an object with a member for each provider, in a column for each (`_auth_data_*`), or by a text that
 * names the only one.
 */
export type IdentitiesIn = {
  readonly at: string
  /** Of a list: the fields that name the provider. */
  readonly provider?: readonly string[]
  /** Without it, the export names providers only. */
  readonly userId?: readonly string[]
  readonly email?: readonly string[]
  readonly own?: OwnLogins
}

/** Providers that stand for the user's own password or code, by their name or by the fields `by`. */
type OwnLogins = { readonly is: RegExp; readonly by?: readonly string[] }

/**
 * `until`: columns with the time until which it holds; empty: for ever. `unless`: a column
 * that says no.
 */
export type StandingRule = Condition & {
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
  /** `password`: the columns of the hash. */
  readonly own?: OwnLogins & { readonly password?: readonly string[] }
  /** Records that belong to no person. */
  readonly skip?: UsersTable['skip']
}

/** A table that says more of users: their emails, their hashes, or who is disabled. */
export type AdditionsTable = Recognised & {
  readonly kind: 'additions'
  readonly user: readonly string[]
  /** Its users are found by their column `foundBy`, not by their id. */
  readonly byOther?: true
  readonly email?: readonly string[]
  /** Only of these rows the email is the user's own. */
  readonly emailIf?: Condition
  /** The columns of a hash. `otherwise`: its algorithm where no column names it. */
  readonly hash?: {
    readonly value: string
    readonly salt: string
    readonly algorithm: string
    readonly otherwise?: string
  }
  /** Filled: the user is disabled. */
  readonly disabled?: readonly string[]
  /** Rows about something else, counted by this name. */
  readonly aside?: Condition & { readonly what: string }
  readonly skip?: UsersTable['skip']
}
