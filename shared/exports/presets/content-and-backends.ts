import type { SourceRecord } from '../../mapping/export-format.ts'
import type { User } from '../../users/user.ts'
import { field } from '../fields.ts'
import type { Preset } from './preset.ts'

/** Drupal: the table users_field_data, or users of Drupal 7. */
const drupal: Preset = {
  provider: 'drupal',
  title: 'Drupal',
  tables: [
    {
      kind: 'users',
      shape: 'users_field_data',
      reason: 'it has mail and pass with other columns of Drupal’s users',
      has: ['mail', 'pass', ['uid', 'name'], ['status', 'init', 'langcode', 'access', 'login']],
      columns: { 'source-id': ['uid'], email: ['mail'], 'password-hash': ['pass'], 'time-joined': ['created'] },
      signInNames: ['name'],
      standing: [{ column: 'status', is: 'no', means: 'disabled' }],
      skip: [
        { column: 'uid', is: /^0$/, what: 'account of visitors' },
        {
          column: 'default_langcode',
          is: 'no',
          what: 'translation of a user',
        },
      ],
    },
  ],
}

/** Ghost: staff, who have passwords, and members of its sites, who log in by a link sent by email. */
const ghost: Preset = {
  provider: 'ghost',
  title: 'Ghost',
  tables: [
    {
      kind: 'users',
      shape: 'staff',
      reason: 'it has slug and status beside password and profile_image, as Ghost’s staff has',
      has: ['slug', 'email', 'password', 'status', ['profile_image', 'cover_image', 'accessibility', 'tour']],
      columns: { 'source-id': ['id'], email: ['email'], 'password-hash': ['password'], 'time-joined': ['created_at'] },
      // A warning counts failed logins; invitations were rows of this table once.
      standing: [
        {
          column: 'status',
          states: {
            active: ['active', 'warn-1', 'warn-2', 'warn-3', 'warn-4'],
            disabled: ['inactive', 'locked'],
            asked: ['invited', 'invited-pending'],
          },
        },
      ],
    },
    {
      kind: 'users',
      shape: 'members',
      reason: 'it has complimentary_plan and labels, or email_count and email_opened_count, as Ghost’s members have',
      has: ['email', ['complimentary_plan', 'email_count'], ['labels', 'email_opened_count']],
      lacks: ['password'],
      columns: { 'source-id': ['id'], email: ['email'], 'time-joined': ['created_at'] },
      standing: [{ column: 'deleted_at', is: /./, means: 'deleted' }],
    },
  ],
}

/** Joomla: the table of users, with any prefix. */
const joomla: Preset = {
  provider: 'joomla',
  title: 'Joomla',
  tables: [
    {
      kind: 'users',
      shape: 'users',
      reason: 'it has block, sendEmail and registerDate beside the password, as Joomla’s users have',
      has: ['username', 'email', 'password', 'block', 'sendEmail', 'registerDate'],
      columns: {
        'source-id': ['id'],
        email: ['email'],
        'password-hash': ['password'],
        'time-joined': ['registerDate'],
      },
      standing: [{ column: 'block', is: 'yes', means: 'disabled' }],
    },
  ],
}

/** WordPress: the table wp_users, with any prefix. Since 6.8 its hashes are bcrypt over an HMAC of the password (`$wp$`). */
const wordpress: Preset = {
  provider: 'wordpress',
  title: 'WordPress',
  tables: [
    {
      kind: 'users',
      shape: 'wp_users',
      reason: 'it has user_login and user_email with other columns of wp_users',
      has: ['user_login', 'user_email', ['user_pass', 'user_nicename', 'user_registered']],
      columns: {
        'source-id': ['ID', 'id', 'user_id', 'source_user_id'],
        email: ['user_email'],
        'password-hash': ['user_pass'],
        'time-joined': ['user_registered'],
        // Lists of WP-CLI and of plugins; in the database, roles are among the settings of users.
        role: ['roles', 'role'],
      },
      standing: [
        // Plugins write 1 (spammer) or 2 (not activated).
        { column: 'user_status', states: { active: ['0'], disabled: ['1', '2'] } },
        // Columns of multisite networks.
        { column: 'spam', is: 'yes', means: 'disabled' },
        { column: 'deleted', is: 'yes', means: 'deleted' },
      ],
    },
    {
      kind: 'users',
      shape: 'authors of an export in XML',
      reason: 'it has author_login and author_email, as the export in XML names the authors of a site',
      has: ['author_login', 'author_email', ['author_id', 'author_display_name']],
      columns: { 'source-id': ['author_id'], email: ['author_email'] },
      signInNames: ['author_login'],
    },
  ],
}

/** Strapi: users of the users-permissions plugin. */
const strapi: Preset = {
  provider: 'strapi',
  title: 'Strapi',
  tables: [
    {
      kind: 'users',
      shape: 'up_users',
      reason: 'it has provider, confirmed and blocked beside the password, as Strapi’s users have',
      has: ['email', 'provider', 'password', 'confirmed', 'blocked', ['reset_password_token', 'resetPasswordToken']],
      columns: {
        'source-id': ['id', 'document_id', 'documentId'],
        email: ['email'],
        'email-verified': ['confirmed'],
        'password-hash': ['password'],
        'time-joined': ['created_at', 'createdAt'],
      },
      standing: [{ column: 'blocked', is: 'yes', means: 'disabled' }],
      // Strapi does not store the provider user ID, so users with such a login become findings.
      thirdParties: true,
    },
    {
      kind: 'users',
      shape: 'entities of strapi export',
      reason: 'its entries have a type like “plugin::users-permissions.user” beside their data, as strapi export has',
      has: ['type', 'id', 'data'],
      values: [{ columns: ['type'], are: /^(?:api|plugin|admin)::[\w.-]+$/ }],
      columns: {
        'source-id': ['id'],
        email: ['data.email'],
        'email-verified': ['data.confirmed'],
        'password-hash': ['data.password'],
        'time-joined': ['data.createdAt'],
      },
      identities: [{ at: 'data.provider', own: { is: /^local$/i } }],
      standing: [{ column: 'data.blocked', is: 'yes', means: 'disabled' }],
      skip: [
        { column: 'type', is: /^admin::user$/, what: 'administrator of Strapi' },
        { column: 'type', is: /^(?!plugin::users-permissions\.user$)/, what: 'other entity of Strapi' },
      ],
    },
  ],
}

/** Directus: the table of users. */
const directus: Preset = {
  provider: 'directus',
  title: 'Directus',
  tables: [
    {
      kind: 'users',
      shape: 'directus_users',
      reason: 'it has tfa_secret beside password and external_identifier or last_page, as directus_users has',
      has: ['email', 'password', 'tfa_secret', ['external_identifier', 'last_page']],
      columns: {
        'source-id': ['id'],
        email: ['email'],
        'password-hash': ['password'],
        'totp-secret': ['tfa_secret'],
        provider: ['provider'],
        'provider-user-id': ['external_identifier'],
      },
      // Only active users can log in.
      standing: [
        {
          column: 'status',
          states: { active: ['active'], disabled: ['draft', 'invited', 'unverified', 'suspended', 'archived'] },
        },
      ],
    },
  ],
}

/** PocketBase: users and their third-party logins. */
const pocketbase: Preset = {
  provider: 'pocketbase',
  title: 'PocketBase',
  tables: [
    {
      kind: 'users',
      shape: 'users',
      // Since 0.23 the table of administrators has the same columns.
      otherTable: /^_superusers$/,
      reason: 'it has tokenKey and emailVisibility, as the users of PocketBase have',
      has: ['id', 'email', 'tokenKey', 'emailVisibility', 'verified'],
      columns: {
        'source-id': ['id'],
        email: ['email'],
        'email-verified': ['verified'],
        'password-hash': ['password', 'passwordHash'],
        'time-joined': ['created'],
      },
      standing: [],
    },
    {
      kind: 'logins',
      shape: '_externalAuths',
      reason: 'it has a provider and the ID there for a recordRef, as _externalAuths has',
      has: [['recordRef', 'recordId'], ['collectionRef', 'collectionId'], 'provider', 'providerId'],
      user: ['recordRef', 'recordId'],
      provider: ['provider'],
      userId: ['providerId'],
    },
  ],
}

/** Appwrite: users of its server API, with hashes, and the list of their third-party identities. */
const appwrite: Preset = {
  provider: 'appwrite',
  title: 'Appwrite',
  tables: [
    {
      kind: 'logins',
      shape: 'identities',
      reason: 'its records have a providerUid for a userId and IDs called $id',
      has: ['$id', 'userId', 'provider', 'providerUid'],
      user: ['userId'],
      provider: ['provider'],
      userId: ['providerUid'],
      email: ['providerEmail'],
    },
    {
      kind: 'users',
      shape: 'users',
      reason: 'its users have an $id beside emailVerification and phoneVerification',
      has: ['$id', ['emailVerification', 'hashOptions']],
      columns: {
        'source-id': ['$id'],
        email: ['email'],
        'email-verified': ['emailVerification'],
        phone: ['phone'],
        'phone-verified': ['phoneVerification'],
        'password-hash': ['password'],
        'hash-algorithm': ['hash'],
        'time-joined': ['registration', '$createdAt'],
      },
      // The time is empty if no password was ever set.
      hasPassword: { column: 'passwordUpdate', is: /./ },
      standing: [{ column: 'status', is: 'no', means: 'disabled' }],
      metadata: ['prefs', 'labels'],
      complete: withFirebaseHash,
    },
  ],
}

/** Completes a hash that Appwrite imported from Firebase: rounds and memory cost are fixed, the other parameters are beside the hash. */
function withFirebaseHash(user: User, record: SourceRecord): User {
  const options = field.object(record, 'hashOptions') ?? {}
  const parts = ['salt', 'signerKey', 'saltSeparator'].map((name) => field.text(options, name))
  if (user.hash?.declared !== 'scryptMod' || parts.includes(null)) return user
  return { ...user, hash: { hash: [user.hash.hash, ...parts, '8', '14'].join('$'), provider: 'appwrite' } }
}

/** Parse Server and Back4App: the class _User, from the dashboard or directly from MongoDB. */
const parse: Preset = {
  provider: 'parse',
  title: 'Parse and Back4App',
  tables: [
    {
      kind: 'users',
      shape: '_User',
      reason: 'its users have a username beside bcryptPassword, _hashed_password or authData, as Parse keeps them',
      has: ['username', ['bcryptPassword', '_hashed_password', 'authData', '_auth_data_*']],
      // WoltLab keeps its logins under that name, too.
      lacks: ['activationCode'],
      columns: {
        'source-id': ['objectId', '_id'],
        email: ['email'],
        'email-verified': ['emailVerified'],
        'password-hash': ['bcryptPassword', '_hashed_password'],
        'time-joined': ['createdAt', '_created_at'],
      },
      emailAsName: 'username',
      // `anonymous` marks users who never signed up; `mfa` is a second factor.
      identities: ['authData', '_auth_data_*'].map((at) => ({
        at,
        userId: ['id'],
        email: ['email'],
        own: { is: /^(?:anonymous|mfa)$/ },
      })),
    },
  ],
}

export const contentAndBackends: readonly Preset[] = [
  wordpress,
  drupal,
  strapi,
  directus,
  ghost,
  pocketbase,
  joomla,
  appwrite,
  parse,
]
