import type { HashInput } from '../hashes/verdict.ts'

/** A third-party login method, as the export names it. */
export type Identity = {
  /** The provider as the source spells it, e.g. `google-oauth2`, `google.com`. Mapped later. */
  readonly provider: string
  /** The user's id at that provider, verbatim; empty when the export names the provider only. */
  readonly userId: string
  /** The email the provider knows; null when the export does not say. */
  readonly email: string | null
  readonly emailVerified: boolean | null
}

/**
 * What an export says of one user, before anything is decided or normalised.
 * Null means "the export does not say".
 */
export type User = {
  /** The id in the old system, verbatim; null when there is none. */
  readonly sourceId: string | null
  readonly email: string | null
  readonly emailVerified: boolean | null
  readonly phone: string | null
  readonly phoneVerified: boolean | null
  /** The export says that this user signs in with a code sent to the phone. */
  readonly phoneIsLogin: boolean
  /** The export says that this user signs in with a code or link sent to the email. */
  readonly emailIsLogin: boolean
  /** The export says that a password exists, whether or not its hash came along. */
  readonly hasPassword: boolean | null
  readonly hash: HashInput | null
  readonly identities: readonly Identity[]
  readonly standing: Standing
  /** The tenants or organizations of the old system that the user belongs to, as it names them; absent: the export says nothing of it. */
  readonly tenants?: readonly string[]
  /** What the core keeps beside the login methods; absent: the export says nothing of it. */
  readonly profile?: Profile
  /** Values in fields that nothing reads which look like a way to log in; absent: there are none. */
  readonly unmapped?: readonly UnmappedValue[]
  /** Fields with a time that a spreadsheet rounded, read or not; absent: there are none. */
  readonly roundedTimes?: readonly string[]
}

/** What belongs to a user besides its login methods. */
export type Profile = {
  /** JSON without limits; the planner holds its size. */
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly roles?: readonly string[]
  /** Secrets of authenticator apps, as the export spells them: secrets like a hash. */
  readonly totp?: readonly string[]
  /** When the user signed up, as the export spells it. */
  readonly joined?: string
  /** The user has roles that let the old system itself work; they mean nothing to a core and are not read. */
  readonly systemRoles?: true
}

/** What a value in a field that nothing reads may be. Of a `status` or a `provider`, the field has the value behind it: `status=2`. */
export type UnmappedKind = 'password-hash' | 'email' | 'phone' | 'provider-user-id' | 'status' | 'provider'

/** A value that looks like a way to log in, in a field that nothing reads. Imported only when the operator says so. */
export type UnmappedValue = {
  readonly kind: UnmappedKind
  /** Its path, with every list position as `[]`. */
  readonly field: string
  readonly value: string
  /** The third party that a `provider-user-id` belongs to, as its field or the id itself names it. */
  readonly provider?: string
  /** The login of this user may depend on it, so it waits for the operator's word. */
  readonly asks: boolean
}

/** `disabled` covers banned, blocked, locked and suspended users. */
export type Standing = 'active' | 'disabled' | 'deleted'

export const emptyUser: User = {
  sourceId: null,
  email: null,
  emailVerified: null,
  phone: null,
  phoneVerified: null,
  phoneIsLogin: false,
  emailIsLogin: false,
  hasPassword: null,
  hash: null,
  identities: [],
  standing: 'active',
}

/** A part of a user that lives in another file (a hash file, an identities table), to be joined by key. */
export type UserPart = {
  readonly email?: string
  readonly emailVerified?: boolean
  readonly hash?: HashInput
  readonly identities?: readonly Identity[]
  readonly phone?: string
  readonly phoneVerified?: boolean
  /** Secrets of authenticator apps, as the export spells them. */
  readonly totp?: readonly string[]
  readonly roles?: readonly string[]
  readonly systemRoles?: true
  /** Added to what is there: lists of the same name one behind the other. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Some products keep beside their users who is disabled. */
  readonly standing?: 'disabled'
  readonly unmapped?: readonly UnmappedValue[]
}
