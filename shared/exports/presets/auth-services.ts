import { clearPassword } from '../../hashes/mask-hash.ts'
import type { User } from '../../users/user.ts'
import { field } from '../fields.ts'
import type { SourceRecord } from '../../mapping/export-format.ts'
import type { Preset, UsersTable } from './preset.ts'

/** WorkOS: users of its API, which has no hashes and, in this list, no third-party ids. */
const workos: Preset = {
  provider: 'workos',
  title: 'WorkOS',
  tables: [
    {
      kind: 'users',
      shape: 'users of the API, which never have hashes',
      reason: 'its users have an id like "user_01..." beside email_verified, as the API of WorkOS gives them',
      has: ['email', 'email_verified'],
      values: [{ columns: ['id'], are: /^user_01[0-9A-HJKMNP-TV-Z]{24}$/ }],
      columns: {
        'source-id': ['id'],
        email: ['email'],
        'email-verified': ['email_verified'],
        'time-joined': ['created_at'],
      },
      metadata: ['metadata'],
    },
    {
      kind: 'additions',
      shape: 'memberships of organizations',
      reason: 'its records have a user_id beside an organization_id, as the memberships of WorkOS have them',
      has: ['user_id', 'organization_id'],
      values: [{ columns: ['id'], are: /^om_01[0-9A-HJKMNP-TV-Z]{24}$/ }],
      user: ['user_id'],
      tenant: ['organization_id'],
      role: ['role.slug'],
      // Such a member may sign in, but not to the organization.
      aside: { column: 'status', is: /^(?:inactive|pending)$/i, what: 'inactive or pending memberships' },
    },
  ],
}

/** Frontegg: users of its API, which has no hashes and only the provider's name of a social login. */
const frontegg: Preset = {
  provider: 'frontegg',
  title: 'Frontegg',
  tables: [
    {
      kind: 'users',
      shape: 'users',
      reason: 'its records have a provider, verified and the IDs of tenants; Frontegg never gives out password hashes',
      has: ['id', 'provider', 'verified', ['tenantIds', 'tenants', 'activatedForTenant']],
      columns: {
        'source-id': ['id'],
        email: ['email'],
        'email-verified': ['verified'],
        phone: ['phoneNumber'],
        role: ['roles'],
        tenant: ['tenantIds', 'tenants', 'tenantId'],
        'time-joined': ['createdAt'],
      },
      hasPassword: { column: 'provider', is: /^local$/i },
      identities: [{ at: 'provider', own: { is: /^local$/i } }],
      standing: [
        { column: 'isLocked', is: 'yes', means: 'disabled' },
        // An invited user who never activated the account in a tenant cannot sign in there.
        ...['activatedForTenant', 'tenants[0].activatedForTenant'].map((column) => ({
          column,
          states: { active: ['true'], asked: ['false'] },
        })),
        { column: 'tenants[0].isDisabled', states: { active: ['false'], asked: ['true'] } },
      ],
      metadata: ['metadata'],
    },
  ],
}

/** Descope: users of its management API, which has the names of providers and no hashes. */
const descope: Preset = {
  provider: 'descope',
  title: 'Descope',
  tables: [
    {
      kind: 'users',
      shape: 'users of the API, which never have hashes',
      reason: 'its users have loginIds beside a userId, and say of each login method whether there is one',
      has: ['loginIds', 'userId', ['verifiedEmail', 'OAuth', 'status']],
      columns: {
        'source-id': ['userId'],
        email: ['email'],
        'email-verified': ['verifiedEmail'],
        phone: ['phone'],
        'phone-verified': ['verifiedPhone'],
        role: ['roleNames'],
        'time-joined': ['createdTime'],
      },
      hasPassword: { column: 'password' },
      identities: [{ at: 'OAuth' }, { at: 'SAML' }],
      // Invited users have never signed in; users with expired access cannot.
      standing: [
        { column: 'status', states: { active: ['enabled'], disabled: ['disabled', 'expired'], asked: ['invited'] } },
      ],
      metadata: ['customAttributes'],
      complete: (user, { loginIds }) => ({
        ...user,
        phoneIsLogin: user.phone !== null && Array.isArray(loginIds) && loginIds.includes(user.phone),
      }),
    },
  ],
}

const logtoUsers = {
  kind: 'users',
  reason: 'its users have a primary email and phone beside identities, as Logto keeps them',
  columns: {
    'source-id': ['id'],
    email: ['primaryEmail', 'primary_email'],
    phone: ['primaryPhone', 'primary_phone'],
    'password-hash': ['passwordEncrypted', 'password_encrypted'],
    'hash-algorithm': ['passwordEncryptionMethod', 'password_encryption_method'],
    // The API omits the keys.
    'totp-secret': ['mfaVerifications[type=Totp].key', 'mfa_verifications[type=Totp].key'],
    'time-joined': ['createdAt', 'created_at'],
  },
  hasPassword: { column: 'hasPassword' },
  identities: [
    { at: 'identities', userId: ['userId'], email: ['details.email'] },
    { at: 'ssoIdentities', provider: ['issuer'], userId: ['identityId'] },
  ],
  standing: [
    { column: 'isSuspended', is: 'yes', means: 'disabled' },
    { column: 'is_suspended', is: 'yes', means: 'disabled' },
  ],
  metadata: ['customData', 'custom_data'],
  // Logto stores numbers with their country code and without the plus.
  complete: (user) =>
    user.phone !== null && /^\d{7,15}$/.test(user.phone) ? { ...user, phone: `+${user.phone}` } : user,
} as const satisfies Partial<UsersTable>

/** Logto: users of its management API, without hashes, and the tables of its database, with hashes and enterprise logins. */
const logto: Preset = {
  provider: 'logto',
  title: 'Logto',
  tables: [
    {
      kind: 'logins',
      shape: 'user_sso_identities',
      reason: 'it has an issuer and the identity_id there for a user_id, as user_sso_identities has',
      has: ['user_id', 'issuer', 'identity_id', 'sso_connector_id'],
      user: ['user_id'],
      provider: ['issuer'],
      userId: ['identity_id'],
      email: ['detail.email'],
    },
    { ...logtoUsers, shape: 'table of users', has: ['primary_email', 'identities'] },
    { ...logtoUsers, shape: 'users of the API', has: ['primaryEmail', 'identities'] },
  ],
}

const stytchUsers = {
  kind: 'users',
  standing: [
    { column: 'status', states: { active: ['active'], deleted: ['deleted'], asked: ['pending', 'invited'] } },
    { column: 'is_locked', is: 'yes', means: 'disabled' },
  ],
  metadata: ['trusted_metadata', 'untrusted_metadata'],
} as const satisfies Partial<UsersTable>

const registration = { provider: ['provider_type'], userId: ['provider_subject'] }

/** Stytch: the file of password hashes from its support, and the users of its search, which the hashes join. */
const stytch: Preset = {
  provider: 'stytch',
  title: 'Stytch',
  tables: [
    {
      kind: 'additions',
      shape: 'password hash file',
      reason: 'its rows have an id, hash, salt, hash_method and project_id; emails are in the users of the API',
      has: ['id', 'hash', 'salt', 'hash_method', 'project_id'],
      user: ['id'],
      hash: { value: 'hash', salt: 'salt', algorithm: 'hash_method' },
    },
    // Stytch B2B: a member is a person in one organization; a person in several is a member of each.
    {
      ...stytchUsers,
      shape: 'members of organizations, which never have hashes',
      reason: 'its records have a member_id like "member-live-..." with an email_address',
      has: ['email_address'],
      values: [{ columns: ['member_id'], are: /^member-(?:test|live)-/ }],
      columns: {
        'source-id': ['member_id'],
        email: ['email_address'],
        'email-verified': ['email_address_verified'],
        tenant: ['organization_id'],
        'time-joined': ['created_at'],
      },
      hasPassword: { column: 'member_password_id', is: /./ },
      identities: [
        { at: 'oauth_registrations', ...registration },
        { at: 'sso_registrations', provider: ['connection_id'], userId: ['external_id'] },
      ],
    },
    {
      ...stytchUsers,
      shape: 'users of the API, which never have hashes',
      reason: 'its records have a user_id like "user-live-..." with emails and providers',
      has: [['emails', 'phone_numbers']],
      values: [{ columns: ['user_id'], are: /^user-(?:test|live)-/ }],
      columns: {
        'source-id': ['user_id'],
        email: ['emails[verified].email'],
        'email-verified': ['emails[verified].verified'],
        phone: ['phone_numbers[verified].phone_number'],
        'phone-verified': ['phone_numbers[verified].verified'],
        // Hashes added to the users, as migration guides of other systems advise.
        'password-hash': ['hash'],
        salt: ['salt'],
        'hash-algorithm': ['hash_method', 'hashAlgorithm'],
        'time-joined': ['created_at'],
      },
      hasPassword: { column: 'password' },
      identities: [{ at: 'providers', ...registration }],
      // Codes are sent to a verified number; beside a password they may be a second factor.
      complete: (user) => ({ ...user, phoneIsLogin: user.phoneVerified === true && user.hasPassword !== true }),
    },
  ],
}

/** The two forms of a user: within `user` in the export, within `human` in the APIs. */
function zitadelUsers(at: 'user' | 'human') {
  return {
    kind: 'users',
    columns: {
      'source-id': ['userId', 'id'],
      email: [`${at}.email.email`, `${at}.email.address`],
      'email-verified': [`${at}.email.isEmailVerified`, `${at}.email.isVerified`],
      phone: [`${at}.phone.phone`, `${at}.phone.number`],
      'phone-verified': [`${at}.phone.isPhoneVerified`, `${at}.phone.isVerified`],
      // Zitadel ignores the algorithm beside the hash, because the hash names its own.
      'password-hash': [`${at}.hashedPassword.value`, `${at}.hashedPassword.hash`],
      'totp-secret': [`${at}.otpCode`],
      // The organization that the export has its users in, and the one that the API names.
      tenant: ['orgId', 'details.resourceOwner'],
      'time-joined': ['details.creationDate'],
    },
    identities: [{ at: `${at}.idps`, provider: ['configId', 'idpId'], userId: ['externalUserId', 'idpExternalId'] }],
    // The time when the password was set; empty without a password.
    hasPassword: { column: `${at}.passwordChanged`, is: /./ },
    standing: [
      {
        column: 'state',
        states: {
          active: ['USER_STATE_ACTIVE'],
          disabled: ['USER_STATE_INACTIVE', 'USER_STATE_LOCKED', 'USER_STATE_SUSPEND'],
          deleted: ['USER_STATE_DELETED'],
          asked: ['USER_STATE_INITIAL', 'USER_STATE_UNSPECIFIED'],
        },
      },
    ],
    skip: ['machine', 'user.name'].map((column) => ({
      column,
      is: /^/,
      what: 'machine user',
    })),
  } as const satisfies Partial<UsersTable>
}

/** Completes a user: the JSON omits `false`, and a file for an import may have a clear password, which becomes a mark. */
function withClearPassword(user: User, record: SourceRecord): User {
  const clear = field.text(field.object(record, 'user') ?? {}, 'password')
  const hash = user.hash ?? (clear === null ? null : clearPassword(clear, 'zitadel'))
  return {
    ...user,
    emailVerified: user.emailVerified ?? false,
    hasPassword: hash !== null || user.hasPassword === true,
    hash,
  }
}

/** Zitadel: organizations of its export and import, and users of its APIs, which never have hashes. */
const zitadel: Preset = {
  provider: 'zitadel',
  title: 'Zitadel',
  isMixed: true,
  tables: [
    {
      ...zitadelUsers('user'),
      shape: 'organizations',
      reason: 'its users have a userId and a user with a profile, as in dataOrgs',
      has: ['userId', ['user.userName', 'user.name']],
      complete: withClearPassword,
    },
    {
      ...zitadelUsers('human'),
      shape: 'users of the API, which never have hashes',
      reason: 'its users have a state like USER_STATE_ACTIVE',
      has: [['human', 'machine']],
      values: [{ columns: ['state'], are: /^USER_STATE_/ }],
      complete: (user) => ({ ...user, emailVerified: user.emailVerified ?? false }),
    },
    {
      kind: 'logins',
      shape: 'links to identity providers',
      reason: 'its records have an idpId for a userId',
      has: ['userId', 'idpId'],
      lacks: ['user'],
      user: ['userId'],
      provider: ['idpName', 'idpId'],
      userId: ['providedUserId', 'idpUserId', 'externalUserId'],
    },
  ],
}

/** Google Workspace: users downloaded from the Admin console or listed by the Directory API, without passwords. */
const googleWorkspace: Preset = {
  provider: 'google-workspace',
  title: 'Google Workspace',
  tables: [
    {
      kind: 'users',
      shape: 'users of the Admin console',
      reason: 'it has the columns of the Admin console; Google never gives out password hashes',
      has: ['Email Address [Required]', ['Org Unit Path [Required]', 'Status [READ ONLY]']],
      columns: {
        email: ['Email Address [Required]'],
        phone: ['Recovery Phone [MUST BE IN THE E.164 FORMAT]', 'Mobile Phone'],
      },
      standing: [{ column: 'Status [READ ONLY]', states: { active: ['Active'], disabled: ['Suspended', 'Archived'] } }],
    },
    {
      kind: 'users',
      shape: 'users of the Directory API',
      reason: 'its users have a primaryEmail beside suspended or isAdmin; Google never gives out password hashes',
      has: ['primaryEmail', ['suspended', 'isAdmin', 'orgUnitPath']],
      columns: {
        'source-id': ['id'],
        email: ['primaryEmail'],
        phone: ['recoveryPhone'],
        'time-joined': ['creationTime'],
      },
      standing: [
        { column: 'suspended', is: 'yes', means: 'disabled' },
        { column: 'archived', is: 'yes', means: 'disabled' },
        { column: 'deletionTime', is: /./, means: 'deleted' },
      ],
    },
  ],
}

export const authServices: readonly Preset[] = [stytch, frontegg, descope, logto, workos, zitadel, googleWorkspace]
