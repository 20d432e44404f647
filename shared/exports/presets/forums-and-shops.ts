import type { SourceRecord } from '../../mapping/export-format.ts'
import type { User } from '../../users/user.ts'
import { field } from '../fields.ts'
import type { Preset } from './preset.ts'

/** phpBB: the table phpbb_users, which also holds visitors and search engines. */
const phpbb: Preset = {
  provider: 'phpbb',
  title: 'phpBB',
  tables: [
    {
      kind: 'users',
      shape: 'phpbb_users',
      reason: 'it has user_type beside user_password, as phpbb_users has',
      has: ['user_id', 'user_type', 'user_email', 'user_password', ['username_clean', 'user_regdate']],
      columns: {
        'source-id': ['user_id'],
        email: ['user_email'],
        'password-hash': ['user_password'],
        'time-joined': ['user_regdate'],
      },
      // 0 is a member and 3 a founder.
      standing: [{ column: 'user_type', states: { active: ['0', '3'], disabled: ['1'] } }],
      skip: [
        {
          column: 'user_type',
          is: /^2$/,
          what: 'account of visitors or a search engine',
        },
      ],
    },
  ],
}

/** Moodle: the table mdl_user. The password is `not cached` if another system checks it. */
const moodle: Preset = {
  provider: 'moodle',
  title: 'Moodle',
  tables: [
    {
      kind: 'users',
      shape: 'mdl_user',
      reason: 'it has auth, mnethostid and suspended beside the password, as mdl_user has',
      has: ['auth', 'mnethostid', 'username', 'password', 'email', 'suspended', 'deleted'],
      columns: {
        'source-id': ['id'],
        email: ['email'],
        'email-verified': ['confirmed'],
        phone: ['phone1', 'phone2'],
        'password-hash': ['password'],
        'time-joined': ['timecreated'],
      },
      preferences: [
        'policyagreed',
        'emailstop',
        'icq',
        'skype',
        'yahoo',
        'aim',
        'msn',
        'lang',
        'calendartype',
        'theme',
        'timezone',
        'firstaccess',
        'lastaccess',
        'lastlogin',
        'currentlogin',
        'picture',
        'descriptionformat',
        'mailformat',
        'maildigest',
        'maildisplay',
        'autosubscribe',
        'trackforums',
        'timemodified',
        'trustbitmask',
        'htmleditor',
        'ajax',
        'screenreader',
      ],
      noPassword: /^(?:not cached|to be generated|restored)$/,
      standing: [
        // `nologin` is the plugin that refuses every login.
        { column: 'auth', is: /^nologin$/, means: 'disabled' },
        { column: 'suspended', is: 'yes', means: 'disabled' },
        { column: 'deleted', is: 'yes', means: 'deleted' },
      ],
      skip: [{ column: 'username', is: /^guest$/, what: 'account of visitors' }],
      complete: withOwnConfirmation,
    },
  ],
}

/** Moodle writes to users who register themselves. An account that an administrator, a list or another system made is confirmed without a mail. */
function withOwnConfirmation(user: User, record: SourceRecord): User {
  const isOwn = field.text(record, 'auth') === 'email'
  return user.emailVerified === true && !isOwn ? { ...user, emailVerified: null } : user
}

/** PrestaShop: customers, except guests who ordered without an account. */
const prestashop: Preset = {
  provider: 'prestashop',
  title: 'PrestaShop',
  tables: [
    {
      kind: 'users',
      shape: 'customer',
      reason: 'it has id_customer and secure_key beside passwd, as PrestaShop’s customers have',
      has: ['id_customer', 'email', 'passwd', 'secure_key'],
      columns: {
        'source-id': ['id_customer'],
        email: ['email'],
        'password-hash': ['passwd'],
        'time-joined': ['date_add'],
      },
      preferences: [
        'id_shop_group',
        'id_shop',
        'id_gender',
        'id_default_group',
        'id_lang',
        'id_risk',
        'ape',
        'siret',
        'birthday',
        'newsletter',
        'newsletter_date_add',
        'optin',
        'outstanding_allow_amount',
        'show_public_prices',
        'max_payment_days',
        'last_passwd_gen',
        'date_upd',
      ],
      standing: [
        { column: 'active', is: 'no', means: 'disabled' },
        { column: 'deleted', is: 'yes', means: 'deleted' },
      ],
      skip: [{ column: 'is_guest', is: 'yes', what: 'guest without an account' }],
    },
  ],
}

/** Gitea and Forgejo: the table user, which also holds organizations. */
const gitea: Preset = {
  provider: 'gitea',
  title: 'Gitea',
  tables: [
    {
      kind: 'users',
      shape: 'user',
      // Older versions and Gogs have no column for the algorithm.
      reason: 'it has a lower_name and a type beside passwd, as Gitea, Forgejo and Gogs have',
      has: ['lower_name', 'email', 'passwd', 'salt', 'type'],
      columns: {
        'source-id': ['id'],
        email: ['email'],
        'password-hash': ['passwd'],
        'hash-algorithm': ['passwd_hash_algo'],
        salt: ['salt'],
        'time-joined': ['created_unix'],
      },
      signInNames: ['name'],
      standing: [
        { column: 'prohibit_login', is: 'yes', means: 'disabled' },
        { column: 'is_active', is: 'no', means: 'disabled' },
      ],
      skip: [
        { column: 'type', is: /^1$/, what: 'organization' },
        { column: 'type', is: /^[23]$/, what: 'reserved name' },
        { column: 'type', is: /^4$/, what: 'bot' },
        { column: 'type', is: /^5$/, what: 'user of another server' },
        { column: 'type', is: /^[6-9]|^\d\d/, what: 'other entry' },
      ],
    },
  ],
}

/** Discourse: the list of users for administrators, and the tables of its database, which has separate ones for emails, passwords and logins. */
const discourse: Preset = {
  provider: 'discourse',
  title: 'Discourse',
  tables: [
    {
      kind: 'users',
      shape: 'users',
      reason: 'its users have a trust_level beside staged and a username, as Discourse keeps them',
      has: ['username', 'trust_level', 'staged'],
      columns: {
        'source-id': ['id'],
        email: ['email'],
        // An inactive user never opened the confirmation link.
        'email-verified': ['active'],
        'password-hash': ['password_hash'],
        salt: ['salt'],
        'hash-algorithm': ['password_algorithm'],
        'time-joined': ['created_at'],
      },
      declared: { look: /./, as: 'pbkdf2' },
      standing: [
        { column: 'suspended', is: 'yes', means: 'disabled' },
        { column: 'suspended_till', is: /./, until: ['suspended_till'], means: 'disabled' },
        { column: 'suspended_at', is: /./, until: ['suspended_till'], means: 'disabled' },
      ],
      // Silenced users sign in and cannot write.
      preferences: ['silenced_till'],
      skip: [
        {
          column: 'id',
          is: /^(?:-\d+|0)$/,
          what: 'system account',
        },
        {
          column: 'staged',
          is: 'yes',
          what: 'user who never signed up',
        },
      ],
    },
    {
      kind: 'logins',
      shape: 'logins',
      reason: 'it has a provider_name and provider_uid for a user_id, as Discourse has',
      has: ['user_id', 'provider_name', 'provider_uid'],
      user: ['user_id'],
      provider: ['provider_name'],
      userId: ['provider_uid'],
      email: ['info.email'],
    },
    {
      kind: 'additions',
      shape: 'passwords',
      reason: 'it has password_hash, password_salt and password_algorithm for a user_id, as Discourse has',
      has: ['user_id', 'password_hash', 'password_salt', 'password_algorithm'],
      user: ['user_id'],
      hash: { value: 'password_hash', salt: 'password_salt', algorithm: 'password_algorithm', otherwise: 'pbkdf2' },
    },
    {
      kind: 'additions',
      shape: 'emails',
      reason: 'it has normalized_email and primary for a user_id, as Discourse has',
      has: ['user_id', 'email', 'normalized_email', 'primary'],
      user: ['user_id'],
      email: ['email'],
      emailIf: { column: 'primary', is: 'yes' },
    },
  ],
}

export const forumsAndShops: readonly Preset[] = [moodle, phpbb, discourse, gitea, prestashop]
