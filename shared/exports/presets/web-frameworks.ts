import { clearPassword } from '../../hashes/mask-hash.ts'
import type { SourceRecord } from '../../mapping/export-format.ts'
import { type User, userWith } from '../../users/user.ts'
import { field } from '../fields.ts'
import type { Preset, StandingRule, UsersTable } from './preset.ts'

/** Columns of Supabase and others, which have an `encrypted_password`, too. */
const notRails = ['raw_app_meta_data', 'raw_user_meta_data', 'email_confirmed_at', 'instance_id', 'password_hasher']

/** Columns of Rails users. An `unconfirmed_email` is not read, because it does not replace the email until it is confirmed. */
const columns: UsersTable['columns'] = {
  'source-id': ['id', 'uuid', '_id'],
  email: ['email'],
  'email-verified': ['confirmed_at', 'email_confirmed_at', 'email_verified_at'],
  phone: ['phone', 'phone_number', 'phoneNumber', 'mobile', 'mobile_number'],
  'password-hash': ['encrypted_password', 'password_digest'],
  'time-joined': ['created_at'],
  // Of devise-two-factor, active_model_otp and devise-otp.
  'totp-secret': ['otp_secret', 'otp_secret_key', 'otp_auth_secret'],
}

/** System users of GitLab: bots, ghosts and service accounts. */
const gitlabBots = { column: 'user_type', is: /^[1-9]/, what: 'bot or service account' }

/** Second factor of devise-two-factor, which encrypts the secret in a format of its own before version 5. */
const secondFactor = { encryptedTotp: ['encrypted_otp_secret'] } as const

/** Ruby on Rails: users of Devise or has_secure_password, OmniAuth identities, and GitLab, Mastodon and Redmine. */
const rails: Preset = {
  provider: 'rails',
  title: 'Ruby on Rails',
  tables: [
    {
      kind: 'users',
      shape: 'users of GitLab',
      product: 'gitlab',
      reason: 'it has encrypted_password beside state and projects_limit or extern_uid, as the users of GitLab have',
      has: ['email', 'encrypted_password', 'state', ['projects_limit', 'extern_uid']],
      columns: { ...columns, 'email-verified': ['confirmed_at'] },
      standing: [
        {
          column: 'state',
          states: {
            active: ['active'],
            disabled: ['blocked', 'ldap_blocked', 'blocked_pending_approval', 'banned', 'deactivated'],
          },
        },
      ],
      skip: [gitlabBots],
    },
    {
      kind: 'logins',
      shape: 'identities of GitLab',
      product: 'gitlab',
      reason: 'it has provider and extern_uid for a user_id, as GitLab has',
      has: ['user_id', 'provider', 'extern_uid'],
      user: ['user_id'],
      provider: ['provider'],
      userId: ['extern_uid'],
    },
    {
      kind: 'users',
      shape: 'users of Mastodon',
      reason: 'it has encrypted_password beside account_id and approved, as the users of Mastodon have',
      has: ['email', 'encrypted_password', 'account_id', 'approved'],
      columns,
      foundBy: 'account_id',
      standing: [{ column: 'approved', is: 'no', means: 'disabled' }],
      thirdParties: true,
    },
    {
      kind: 'additions',
      shape: 'accounts of Mastodon',
      reason: 'it has private_key, domain and suspended_at, as the accounts of Mastodon have',
      has: ['id', 'username', 'domain', 'private_key', 'suspended_at'],
      user: ['id'],
      byOther: true,
      disabled: ['suspended_at'],
      aside: { column: 'domain', is: /./, what: 'accounts of other servers' },
    },
    {
      kind: 'users',
      shape: 'users of Redmine',
      product: 'redmine',
      reason: 'it has hashed_password beside login, auth_source_id and status, as the users of Redmine have',
      has: ['login', 'hashed_password', 'auth_source_id', 'status'],
      columns: {
        'source-id': ['id'],
        email: ['mail'],
        'password-hash': ['hashed_password'],
        salt: ['salt'],
        'totp-secret': ['twofa_totp_key'],
        'time-joined': ['created_on'],
      },
      emailAsName: 'login',
      // 0 stands for visitors, 2 is registered and not activated, 3 locked.
      standing: [{ column: 'status', states: { active: ['1'], disabled: ['0', '2', '3'] } }],
      skip: [
        { column: 'type', is: /^Group/, what: 'group' },
        { column: 'type', is: /^AnonymousUser$/, what: 'account of visitors' },
        { column: 'type', is: /^(?!User$|AdminUser$)./, what: 'system account' },
      ],
    },
    {
      kind: 'additions',
      shape: 'email_addresses of Redmine',
      product: 'redmine',
      reason: 'it has address, is_default and notify for a user_id, as Redmine has',
      has: ['user_id', 'address', 'is_default', 'notify'],
      user: ['user_id'],
      email: ['address'],
      emailIf: { column: 'is_default', is: 'yes' },
    },
    {
      kind: 'users',
      shape: 'users of Devise',
      reason: 'it has encrypted_password and other columns of Devise',
      has: [
        'email',
        'encrypted_password',
        [
          'reset_password_token',
          'reset_password_sent_at',
          'remember_created_at',
          'sign_in_count',
          'current_sign_in_at',
          'confirmed_at',
          'unconfirmed_email',
          'failed_attempts',
          'unlock_token',
          'locked_at',
        ],
      ],
      lacks: notRails,
      columns,
      ...secondFactor,
      thirdParties: true,
    },
    {
      kind: 'users',
      shape: 'users with password_digest',
      reason: 'it has password_digest, as has_secure_password requires',
      has: ['email', 'password_digest'],
      lacks: notRails,
      columns,
      ...secondFactor,
      thirdParties: true,
    },
    {
      kind: 'logins',
      shape: 'OmniAuth identities',
      reason: 'it has provider and uid for a user_id',
      has: ['user_id', 'provider', 'uid'],
      lacks: ['extra_data', 'email_verified'],
      user: ['user_id'],
      provider: ['provider'],
      userId: ['uid'],
      email: ['email'],
      // OmniAuth's "identity" and devise_token_auth's "email" stand for a password.
      own: { is: /^(?:identity|email|developer)$/ },
    },
  ],
}

/** Columns of login tables of other frameworks. */
const ofOthers = ['identity_data', 'account_id', 'provider_account_id', 'uid', 'subject']

/** Laravel: the table of users, with the columns that projects with Socialite add, and tables of social accounts. */
const laravel: Preset = {
  provider: 'laravel',
  title: 'Laravel',
  tables: [
    {
      kind: 'users',
      shape: 'table of users',
      reason: 'it has password beside remember_token or email_verified_at, as Laravel’s users have',
      has: ['email', 'password', ['remember_token', 'email_verified_at']],
      lacks: ['is_superuser'],
      columns: {
        'source-id': ['id', 'uuid', '_id'],
        email: ['email'],
        'email-verified': ['email_verified_at'],
        phone: ['phone', 'phone_number', 'phoneNumber', 'mobile', 'mobile_number'],
        'password-hash': ['password'],
        'time-joined': ['created_at'],
        // Fortify encrypts the secret; packages like google2fa may not.
        'totp-secret': ['two_factor_secret', 'google2fa_secret'],
      },
      thirdParties: true,
    },
    ...[
      // A table with an email and without tokens is one of users that also has provider ids.
      { has: [], lacks: ['email', 'mail', 'email_address', 'password', 'password_hash', 'phone'] },
      { has: [['token', 'access_token', 'refresh_token']], lacks: [] },
    ].map(
      ({ has, lacks }) =>
        ({
          kind: 'logins',
          shape: 'social accounts',
          reason: 'it has a provider and the ID there for a user_id, as with Socialite',
          has: ['user_id', ['provider', 'provider_name'], ['provider_id', 'provider_user_id'], ...has],
          lacks: [...ofOthers, ...lacks],
          user: ['user_id'],
          provider: ['provider', 'provider_name'],
          userId: ['provider_user_id', 'provider_id'],
          email: ['email'],
        }) as const,
    ),
  ],
}

/** A lockout counts until its end, and only for users that can be locked out. */
function lockedUntil(column: string): StandingRule {
  return { column, is: /./, until: [column], unless: 'LockoutEnabled', means: 'disabled' }
}

/** ASP.NET Identity: the tables AspNetUsers, AspNetUserLogins and AspNetUserTokens, with column names in any case, with or without `_`. */
const aspnetIdentity: Preset = {
  provider: 'aspnet-identity',
  title: 'ASP.NET Identity',
  idsInAnyCase: true,
  tables: [
    {
      kind: 'users',
      shape: 'AspNetUsers',
      reason: 'it has UserName and PasswordHash with other columns of AspNetUsers',
      plainNames: true,
      has: [
        'UserName',
        'PasswordHash',
        ['SecurityStamp', 'NormalizedUserName', 'NormalizedEmail', 'EmailConfirmed', 'LockoutEnabled', 'LockoutEnd'],
      ],
      columns: {
        'source-id': ['Id'],
        email: ['Email'],
        'email-verified': ['EmailConfirmed'],
        phone: ['PhoneNumber'],
        'phone-verified': ['PhoneNumberConfirmed'],
        'password-hash': ['PasswordHash'],
        // Identity has no such column; apps add one by these names.
        'time-joined': ['CreatedAt', 'RegistrationDate'],
      },
      emailAsName: 'UserName',
      standing: [lockedUntil('LockoutEnd'), lockedUntil('LockoutEndDateUtc')],
    },
    {
      kind: 'users',
      shape: 'aspnet_Membership',
      product: 'membership',
      reason: 'it has PasswordFormat, PasswordSalt and IsApproved for a UserId, as aspnet_Membership has',
      plainNames: true,
      has: ['UserId', 'Password', 'PasswordFormat', 'PasswordSalt', 'Email', 'IsApproved', 'IsLockedOut'],
      columns: {
        'source-id': ['UserId'],
        email: ['Email'],
        'password-hash': ['Password'],
        salt: ['PasswordSalt'],
        'time-joined': ['CreateDate'],
      },
      standing: [
        { column: 'IsApproved', is: 'no', means: 'disabled' },
        { column: 'IsLockedOut', is: 'yes', means: 'disabled' },
      ],
      complete: withPasswordFormat,
    },
    {
      kind: 'logins',
      shape: 'AspNetUserLogins',
      reason: 'it has LoginProvider and ProviderKey for a UserId',
      plainNames: true,
      has: ['LoginProvider', 'ProviderKey', 'UserId'],
      user: ['UserId'],
      provider: ['LoginProvider'],
      userId: ['ProviderKey'],
    },
    {
      kind: 'additions',
      shape: 'AspNetUserTokens',
      reason: 'it has LoginProvider, Name and Value for a UserId',
      plainNames: true,
      has: ['LoginProvider', 'Name', 'Value', 'UserId'],
      lacks: ['ProviderKey'],
      user: ['UserId'],
      totp: ['Value'],
      aside: { column: 'Name', is: /^(?!AuthenticatorKey$)/, what: 'token of a user' },
    },
  ],
}

/** The password as the membership of ASP.NET keeps it: 0 in clear text, 1 as a hash, SHA-1 by default, 2 encrypted. */
function withPasswordFormat(user: User, record: SourceRecord): User {
  if (user.hash === null) return user
  const format = field.text(record, 'passwordformat') ?? ''
  if (format === '0') return userWith(user, { hash: clearPassword(user.hash.hash, 'aspnet-identity') })
  const declared = { 1: 'sha', 2: 'encrypted' }[format]
  return declared === undefined ? user : userWith(user, { hash: { ...user.hash, declared } })
}

/** Better Auth: the tables user and account. Passwords are in the accounts of the provider `credential`. */
const betterAuth: Preset = {
  provider: 'better-auth',
  title: 'Better Auth',
  tables: [
    ...[
      ['accountId', 'providerId', 'userId'],
      ['account_id', 'provider_id', 'user_id'],
    ].map(
      (has) =>
        ({
          kind: 'logins',
          shape: 'account',
          reason: 'it has accountId and providerId for a userId',
          has,
          user: ['userId', 'user_id'],
          provider: ['providerId', 'provider_id'],
          userId: ['accountId', 'account_id'],
          own: { is: /^credential$/, password: ['password'] },
        }) as const,
    ),
    {
      kind: 'users',
      shape: 'user',
      reason: 'its users have name, image, true or false for the verified email and no password, as in Better Auth',
      has: ['id', 'name', 'email', 'image', ['createdAt', 'created_at'], ['updatedAt', 'updated_at']],
      lacks: ['password', 'passwordHash', 'password_hash'],
      values: [{ columns: ['emailVerified', 'email_verified'], are: 'yes-or-no' }],
      columns: {
        'source-id': ['id', '_id'],
        email: ['email'],
        'email-verified': ['emailVerified', 'email_verified'],
        phone: ['phoneNumber', 'phone_number'],
        'phone-verified': ['phoneNumberVerified', 'phone_number_verified'],
        role: ['role'],
        'time-joined': ['createdAt', 'created_at'],
      },
      standing: [{ column: 'banned', is: 'yes', means: 'disabled', until: ['banExpires', 'ban_expires'] }],
      // A reason stays where a ban is over.
      preferences: ['banReason', 'ban_reason'],
    },
  ],
}

/** Accounts by email link, password or passkey, which are not third parties. */
const ownAccounts = { is: /^(?:email|credentials|webauthn)$/i, by: ['type', 'provider_type', 'providerType'] }

const accountColumns = {
  provider: ['provider', 'provider_id', 'providerId'],
  userId: ['providerAccountId', 'provider_account_id'],
  own: ownAccounts,
} as const

/** Auth.js (NextAuth): the tables User and Account of any of its adapters. */
const authjs: Preset = {
  provider: 'authjs',
  title: 'Auth.js (NextAuth)',
  tables: [
    {
      kind: 'logins',
      shape: 'Account',
      reason: 'it has a provider and a provider account ID for a user',
      has: [
        ['userId', 'user_id'],
        ['providerAccountId', 'provider_account_id'],
      ],
      user: ['userId', 'user_id'],
      ...accountColumns,
    },
    // Without a column for the image, only ids in Prisma's format tell.
    ...[
      { has: ['image'], values: [] },
      { has: [], values: [{ columns: ['id'], are: /^c[a-z0-9]{24}$/ }] },
    ].map(({ has, values }): UsersTable => ({
      kind: 'users',
      shape: 'User',
      reason: 'its users have a name and a time (or nothing) for the verified email, and IDs or images as in Auth.js',
      has: ['email', 'name', ['emailVerified', 'email_verified'], ...has],
      // Better Auth has true or false where Auth.js has a time.
      values: [{ columns: ['emailVerified', 'email_verified'], are: 'time-or-nothing' }, ...values],
      columns: {
        'source-id': ['id', '_id'],
        email: ['email'],
        'email-verified': ['emailVerified', 'email_verified'],
        'password-hash': ['password', 'passwordHash', 'hashedPassword', 'password_hash'],
        'time-joined': ['createdAt', 'created_at'],
      },
      identities: [{ at: 'accounts', ...accountColumns }],
      // The time is set at the first login by an email link; third-party logins leave it empty.
      complete: (user) => ({
        ...user,
        emailIsLogin: user.email !== null && user.emailVerified === true && user.hash === null,
      }),
    })),
  ],
}

export const webFrameworks: readonly Preset[] = [laravel, rails, authjs, betterAuth, aspnetIdentity]
