import type { HashInput } from '../hashes/verdict.ts'
import { readTimeJoined } from './time-joined.ts'
import { readTotp } from './totp-secret.ts'

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

export const contactFields = ['email', 'phone'] as const
export type ContactField = (typeof contactFields)[number]

/** One user as the export has it, before anything is decided or normalised. Null means "the export does not say". */
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
  /** Data that the core keeps beside the login methods; absent: the export has none. */
  readonly profile?: Profile
  /** Values in fields that nothing reads which look like a way to log in; absent: there are none. */
  readonly unmapped?: readonly UnmappedValue[]
  /** Fields with a time that a spreadsheet rounded, read or not; absent: there are none. */
  readonly roundedTimes?: readonly string[]
  /** A row of a table that may hold something other than users, such as orders, a log of events, requests for accounts, people without one or former users; absent: of any other. */
  readonly mayBeOther?: (typeof otherKinds)[number]
  /** The database that a dump comes from computes the ID, so it is not known; absent: of any other. */
  readonly computedId?: true
  /** Contacts that the database computes, so they are not known; absent: none. */
  readonly computedContacts?: readonly ContactField[]
  /** Its row in a table lacks the last cells; absent: it has them all. */
  readonly lacksCells?: true
  /** The phone number stands in a column of emails. */
  readonly phoneInEmail?: true
  /** The email has as many characters as its column takes, so it may be cut off. */
  readonly mayBeCut?: true
  /** The difference from a user of another file with the same ID, or of login and contact with the same name; a `person` is in two files of one product; absent: none. */
  readonly sameIdElsewhere?: (typeof differencesElsewhere)[number]
}

/** The differences of a user from one of another file who may be the same. */
export const differencesElsewhere = [
  'standing',
  'login',
  'name',
  'address',
  'hash',
  'person',
  'reference',
  'email',
  'contact',
  'phone',
  'number',
] as const

/** The kinds of things other than users that a row may be; `true`: of a kind that is not known. */
export const otherKinds = [true, 'event', 'request', 'client', 'person', 'group', 'former'] as const

/** Data of a user besides its login methods. */
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
  /** The user has passkeys, which no other system can use; absent: none is known. */
  readonly passkeys?: true
}

/**
 * Possible kinds of a value in a field that nothing reads. Of a `status` or a `provider`, the field includes the value:
 * `status=2`. A `second-hash` stands beside the hash that was taken, in the same list, another column or another file: one of the two may be an old password.
 */
export type UnmappedKind =
  | 'password-hash'
  | 'second-hash'
  | 'email'
  | 'phone'
  | 'provider-user-id'
  | 'status'
  | 'provider'

/** A value that looks like a way to log in, in a field that nothing reads. Imported only when the operator says so. */
export type UnmappedValue = {
  readonly kind: UnmappedKind
  /** Its path, with every list position as `[]`. */
  readonly field: string
  readonly value: string
  /** The third party that a `provider-user-id` belongs to, as its field or the id itself names it. */
  readonly provider?: string
  /** The email of the account that the value belongs to by what stands beside it, or the name that it signs in with: no other user gets the value. */
  readonly owner?: string
  /** It stands behind the email or phone number of the user, in the same cell. */
  readonly besideOwn?: true
  /** The login of this user may depend on it, so it waits for the operator's word. */
  readonly asks: boolean
}

/** `disabled` covers banned, blocked, locked and suspended users. */
export type Standing = 'active' | 'disabled' | 'deleted'

/** Whether values of a kind are secrets like a hash. */
export function isHashKind(kind: UnmappedKind): boolean {
  return kind === 'password-hash' || kind === 'second-hash'
}

/** Whether a user has the secret of an authenticator app. */
export function hasFactor({ profile }: User): boolean {
  return (profile?.totp?.length ?? 0) > 0
}

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

/** A user with these fields and nothing else. */
export function newUser(fields: Partial<User>): User {
  return userWith(emptyUser, fields)
}

/**
 * The user with some fields changed. Always an object of the same few forms: where one is copied and gets a field that it lacked, V8
 * gives each copy a hidden class of its own, and all that looks at it misses its caches. Fields that few users have are added to an
 * object that is new, one after the other, which makes no class anew.
 */
export function userWith(user: User, changes: Partial<User>): User {
  const { sourceId = user.sourceId, email = user.email, emailVerified = user.emailVerified } = changes
  const { phone = user.phone, phoneVerified = user.phoneVerified, phoneIsLogin = user.phoneIsLogin } = changes
  const { emailIsLogin = user.emailIsLogin, hasPassword = user.hasPassword, hash = user.hash } = changes
  const { identities = user.identities, standing = user.standing } = changes
  const { tenants = user.tenants, profile = user.profile, unmapped = user.unmapped } = changes
  const { roundedTimes = user.roundedTimes, mayBeOther = user.mayBeOther } = changes
  const { computedId = user.computedId, computedContacts = user.computedContacts } = changes
  const { lacksCells = user.lacksCells, sameIdElsewhere = user.sameIdElsewhere } = changes
  const { mayBeCut = user.mayBeCut, phoneInEmail = user.phoneInEmail } = changes
  const made: { -readonly [F in keyof User]: User[F] } = {
    sourceId,
    email,
    emailVerified,
    phone,
    phoneVerified,
    phoneIsLogin,
    emailIsLogin,
    hasPassword,
    hash,
    identities,
    standing,
  }
  if (tenants !== undefined) made.tenants = tenants
  if (profile !== undefined) made.profile = profile
  if (unmapped !== undefined) made.unmapped = unmapped
  if (roundedTimes !== undefined) made.roundedTimes = roundedTimes
  if (mayBeOther !== undefined) made.mayBeOther = mayBeOther
  if (computedId !== undefined) made.computedId = computedId
  if (computedContacts !== undefined) made.computedContacts = computedContacts
  if (lacksCells !== undefined) made.lacksCells = lacksCells
  if (phoneInEmail !== undefined) made.phoneInEmail = phoneInEmail
  if (mayBeCut !== undefined) made.mayBeCut = mayBeCut
  if (sameIdElsewhere !== undefined) made.sameIdElsewhere = sameIdElsewhere
  return made
}

/** The places of two hashes of one user: that of a part and that of the user itself. `isFirst`: the file of the part was added before the other one. */
type BesideHash = { readonly field: string; readonly ownField: string; readonly isFirst: boolean }

/** A part of a user that lives in another file (a hash file, an identities table), to be joined by key. */
export type UserPart = {
  readonly email?: string
  readonly emailVerified?: boolean
  /** The address that `emailVerified` is said of, which may be another one than the user's; absent: it is said of the user's. */
  readonly verifiedAddress?: string
  /** Contacts that the database computes; absent: none. */
  readonly computedContacts?: readonly ContactField[]
  readonly hash?: HashInput
  /** The user may have a hash of its own; absent: no hash of a user with one is joined. */
  readonly besideHash?: BesideHash
  readonly identities?: readonly Identity[]
  readonly phone?: string
  readonly phoneVerified?: boolean
  /** Secrets of authenticator apps, as the export spells them. */
  readonly totp?: readonly string[]
  readonly roles?: readonly string[]
  readonly tenants?: readonly string[]
  readonly joined?: string
  readonly hasPassword?: true
  readonly phoneIsLogin?: true
  readonly emailIsLogin?: true
  readonly systemRoles?: true
  readonly passkeys?: true
  /** Added to what is there: lists of the same name one behind the other. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Some products keep beside their users who is disabled. */
  readonly standing?: 'disabled'
  readonly unmapped?: readonly UnmappedValue[]
}

/** Data of a user besides its login methods, part by part. `joined`: the time of sign-up in the old system. */
export const profilePartNames = ['metadata', 'roles', 'totp', 'joined'] as const

export type ProfilePart = (typeof profilePartNames)[number]

const titles: Readonly<Record<ProfilePart, string>> = {
  metadata: 'Metadata',
  roles: 'Roles',
  totp: 'TOTP secrets',
  joined: 'Time joined',
}

/** Beside the parts: roles that let the old system itself work, which no core has a place for. */
const systemRolesGroup = 'system-roles'

/** Beside the parts: passkeys, which work only at the system that they were made for. */
const passkeysGroup = 'passkeys'

/** TOTP secrets that no core takes, by what keeps them out (`readTotp`). */
const stayingTotpGroups = ['totp-encrypted', 'totp-broken', 'totp-parameters', 'totp-off'] as const

/** TOTP secrets of which the operator decides whether they are in use. */
export const doubtfulTotpGroup = 'totp-doubtful'

/** Times joined that no core can keep, because they are no times or out of range. */
export const implausibleTimeGroup = 'joined-implausible'

const stayingKinds = {
  'totp-encrypted': 'encrypted',
  'totp-broken': 'broken',
  'totp-parameters': 'parameters',
  'totp-off': 'off',
} as const

/**
 * Groups that users are counted by although no user row stores them: parts of the profile, TOTP secrets that stay behind, passkeys, and
 * roles of the old system itself.
 */
export const profileGroupNames = [
  ...profilePartNames,
  doubtfulTotpGroup,
  ...stayingTotpGroups,
  implausibleTimeGroup,
  systemRolesGroup,
  passkeysGroup,
] as const

export type ProfileGroup = (typeof profileGroupNames)[number]

/** A part as it is called on screen. */
export function profileTitle(part: string): string {
  return isProfilePart(part) ? titles[part] : part
}

export function isProfilePart(name: string): name is ProfilePart {
  return (profilePartNames as readonly string[]).includes(name)
}

/** The groups of a part: of TOTP secrets, those that a core takes, those that stay behind, and those that are asked about. */
export function groupsOfPart(part: ProfilePart): readonly ProfileGroup[] {
  if (part === 'joined') return [part, implausibleTimeGroup]
  return part === 'totp' ? [part, doubtfulTotpGroup, ...stayingTotpGroups] : [part]
}

/** The groups that the export puts a user in (`profileGroupNames`), with commas between; empty: none. `isTimeRefused`: its plan says so. */
export function profileParts({ profile }: Pick<User, 'profile'>, isTimeRefused = false): string {
  if (profile === undefined) return ''
  const { metadata, roles = [], totp = [], joined, systemRoles, passkeys } = profile
  let parts = metadata === undefined ? '' : ',metadata'
  if (roles.length > 0) parts += ',roles'
  if (totp.length > 0) parts += totpGroups(totp)
  if (joined !== undefined) {
    const isRead = !isTimeRefused && readTimeJoined(joined, Number.MAX_SAFE_INTEGER) !== null
    parts += isRead ? ',joined' : `,${implausibleTimeGroup}`
  }
  if (systemRoles === true) parts += `,${systemRolesGroup}`
  if (passkeys === true) parts += `,${passkeysGroup}`
  return parts.slice(1)
}

function totpGroups(totp: readonly string[]): string {
  const kinds = new Set(totp.map((text) => readTotp(text).kind))
  const staying = stayingTotpGroups.filter((group) => kinds.has(stayingKinds[group]))
  const open = kinds.has('doubtful') ? [doubtfulTotpGroup] : []
  return [...(kinds.has('device') ? ['totp'] : []), ...open, ...staying].map((group) => `,${group}`).join('')
}
