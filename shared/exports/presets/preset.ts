import type { SourceRecord } from '../../mapping/export-format.ts'
import type { StateWords } from '../../mapping/entries/state-words.ts'
import type { PresetTarget } from '../../mapping/targets.ts'
import type { User } from '../../users/user.ts'

/**
 * The export of a product as data: how its tables or JSON records are recognised, and what their columns become. Columns are paths
 * (`../../mapping/value-at.ts`): `email`, `human.email.email`, `emails[0].address`, `emails[verified].email`. `read-preset.ts` reads
 * records through the mapping, like a custom table.
 */
export type Preset = {
  readonly provider: string
  readonly title: string
  /** The title names several products, so texts about one table name its shape: `users of Yii`. */
  readonly isOfSeveral?: true
  /** Ids are compared without regard to case, such as GUIDs. */
  readonly idsInAnyCase?: true
  /** One file may hold records of all tables. */
  readonly isMixed?: true
  /** Tables in order; the first that fits a record counts. */
  readonly tables: readonly PresetTable[]
}

/** A test of a value: a boolean in any spelling, or a pattern. An empty column is tested as the empty text. */
export type Says = 'yes' | 'no' | RegExp

type Condition = { readonly column: string; readonly is: Says }

export type PresetTable = UsersTable | LoginsTable | AdditionsTable

type Recognised = {
  readonly shape: string
  /** Separates products within one preset, so that ids of one never match users of another. */
  readonly product?: string
  /** Completes "Recognised as X because ...". */
  readonly reason: string
  /** Required columns; of a list, one is enough. `_auth_data_*` matches any column with this beginning. */
  readonly has: readonly (string | readonly string[])[]
  /** Columns that must be absent, because other exports have them. */
  readonly lacks?: readonly string[]
  /** Test that the first existing one of these columns must pass in every record. */
  readonly values?: readonly {
    readonly columns: readonly string[]
    readonly are: 'yes-or-no' | 'time-or-nothing' | RegExp
  }[]
  /** Names of tables that are something else although their columns fit. */
  readonly otherTable?: RegExp
  /** Column names are compared without regard to case and `_`. */
  readonly plainNames?: true
}

/** A table of users. */
export type UsersTable = Recognised & {
  readonly kind: 'users'
  /** Of several columns with one target, the first with a value counts. */
  readonly columns: Readonly<Partial<Record<PresetTarget, readonly string[]>>>
  /** Columns that become metadata, each whole and under its own name. */
  readonly metadata?: readonly string[]
  /** Further columns of the product that say nothing of access: no question is asked about them. */
  readonly preferences?: readonly string[]
  /** Third-party logins within the record. */
  readonly identities?: readonly IdentitiesIn[]
  /** The column that says whether there is a password, used if there is no hash. Without `is`: true, or an object. */
  readonly hasPassword?: { readonly column: string; readonly is?: RegExp }
  /** Text in the password column of a user without a password. */
  readonly noPassword?: RegExp
  /** A column of user names that serves as the email if no other column has one and the name is an address. */
  readonly emailAsName?: string
  /** Columns of the names that users sign in with, where they are not called so: `name` in Drupal. */
  readonly signInNames?: readonly string[]
  /** Columns whose value disables or deletes the user, besides the usual ones (`is_active`, `deleted_at`). */
  readonly standing?: readonly StandingRule[]
  /** A column that is filled while the email is unconfirmed. */
  readonly unverified?: string
  /** Columns named after a third party, with the ids there. */
  readonly idsAt?: readonly string[]
  /** Algorithm of hashes that match `look`, if no column names another; one of the words in `../../hashes/declared.ts`. */
  readonly declared?: { readonly look: RegExp; readonly as: string }
  /** The column to which a table of additions refers, if it is not the id. */
  readonly foundBy?: string
  /** Records that are not users. `what`: the kind under which they are counted as `other`. */
  readonly skip?: readonly (Condition & { readonly what: string })[]
  /** Columns with the secret of an authenticator app, encrypted by the application. */
  readonly encryptedTotp?: readonly string[]
  /** Third-party ids are in columns like `google_id`, or `provider` and `provider_id`. */
  readonly thirdParties?: true
  /** Completes the user with data that is spread over several columns. */
  readonly complete?: (user: User, record: SourceRecord) => User
}

/**
 * Third-party logins at a column: a list of objects, an object with a member for each provider, several columns (`_auth_data_*`), or the
 * name of one provider.
 */
export type IdentitiesIn = {
  readonly at: string
  /** Fields with the provider's name, for a list. */
  readonly provider?: readonly string[]
  /** Fields with the id; absent if the export only names providers. */
  readonly userId?: readonly string[]
  readonly email?: readonly string[]
  readonly own?: OwnLogins
}

/** Providers that stand for a password or code of the product itself, by their name or by the fields `by`. */
type OwnLogins = { readonly is: RegExp; readonly by?: readonly string[] }

/** A column with the state of the user in words, or one whose value disables or deletes the user. */
export type StandingRule = { readonly column: string; readonly states: StateWords } | StandingFlag

/**
 * `since`: a column with the time from which that state holds. `until`: columns with its end; if empty, it has no end. `unless`: a column that
 * cancels the rule if it says no.
 */
export type StandingFlag = Condition & {
  readonly means: 'disabled' | 'deleted'
  readonly since?: string
  readonly until?: readonly string[]
  readonly unless?: string
}

/** A table of third-party logins, each of a user in another table. */
export type LoginsTable = Recognised & {
  readonly kind: 'logins'
  readonly user: readonly string[]
  readonly provider: readonly string[]
  readonly userId: readonly string[]
  readonly email?: readonly string[]
  /** Rows of the product's own logins. `password`: columns of the hash. */
  readonly own?: OwnLogins & { readonly password?: readonly string[] }
  /** Records that belong to no person. */
  readonly skip?: UsersTable['skip']
}

/** A table with more about users: emails, hashes, tenants, roles, or a status that disables them. */
export type AdditionsTable = Recognised & {
  readonly kind: 'additions'
  readonly user: readonly string[]
  /** Rows refer to the column `foundBy` of users, not to their id. */
  readonly byOther?: true
  readonly email?: readonly string[]
  /** Condition on rows whose email counts, such as the primary one. */
  readonly emailIf?: Condition
  /** Columns of a hash. `otherwise`: the algorithm if the column is empty. */
  readonly hash?: {
    readonly value: string
    readonly salt: string
    readonly algorithm: string
    readonly otherwise?: string
  }
  readonly phone?: readonly string[]
  readonly tenant?: readonly string[]
  readonly role?: readonly string[]
  /** Columns with the secret of an authenticator app. */
  readonly totp?: readonly string[]
  /** Columns that disable the user if filled. */
  readonly disabled?: readonly string[]
  /** Columns whose value disables the user. */
  readonly standing?: readonly StandingFlag[]
  /** Rows of another kind, counted under this name. */
  readonly aside?: Condition & { readonly what: string }
  readonly skip?: UsersTable['skip']
}
