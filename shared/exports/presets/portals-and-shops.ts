import type { PresetTable } from './preset.ts'

/* A portal and the shops of one maker, whose numbers for states and whose guests the names of their columns do not explain. */

/** Guests of Shopware, who ordered without an account. */
const guest = 'guest without an account'

/** Tables of products among others. */
export const portalsAndShops: readonly PresetTable[] = [
  {
    kind: 'users',
    shape: 'users of Liferay',
    product: 'liferay',
    reason: 'it has password_ and emailAddress beside uuid_ and userId, as the users of Liferay have',
    plainNames: true,
    has: ['uuid_', 'userId', 'companyId', 'password_', 'emailAddress', 'agreedToTermsOfUse'],
    columns: {
      'source-id': ['userId'],
      email: ['emailAddress'],
      'email-verified': ['emailAddressVerified'],
      'password-hash': ['password_'],
      'time-joined': ['createDate'],
    },
    thirdParties: true,
    declared: { look: /^(?:\{PBKDF2\S*\})?AAAA/, as: 'pbkdf2' },
    standing: [
      // 0 is approved, 4 denied, 5 inactive and 8 in the trash; 1 is pending, 2 a draft, 3 expired, 6 incomplete, 7 scheduled.
      {
        column: 'status',
        states: { active: ['0'], disabled: ['4', '5'], deleted: ['8'], asked: ['1', '2', '3', '6', '7'] },
      },
      { column: 'lockout', is: 'yes', means: 'disabled' },
    ],
    skip: [
      { column: 'defaultUser', is: 'yes', what: 'account of visitors' },
      { column: 'type_', is: /^0$/, what: 'account of visitors' },
    ],
  },
  {
    kind: 'users',
    shape: 'customers of Shopware 6',
    product: 'shopware',
    reason: 'it has sales_channel_id and double_opt_in_registration beside guest, as the customers of Shopware 6 have',
    has: ['id', 'email', 'password', 'sales_channel_id', 'guest', 'active', 'double_opt_in_registration'],
    columns: {
      'source-id': ['id'],
      email: ['email'],
      'password-hash': ['password', 'legacy_password'],
      'hash-algorithm': ['legacy_encoder'],
      'time-joined': ['created_at'],
    },
    standing: [
      { column: 'active', is: 'no', means: 'disabled' },
      // Customers cannot sign in before they confirm their address.
      { column: 'double_opt_in_confirm_date', is: /^$/, unless: 'double_opt_in_registration', means: 'disabled' },
    ],
    skip: [{ column: 'guest', is: 'yes', what: guest }],
  },
  {
    kind: 'users',
    shape: 'customers of Shopware 5',
    product: 'shopware',
    reason: 'it has accountmode and encoder beside the password, as the customers of Shopware 5 have',
    has: ['id', 'email', 'password', 'encoder', 'accountmode', 'active'],
    columns: {
      'source-id': ['id'],
      email: ['email'],
      'password-hash': ['password'],
      'hash-algorithm': ['encoder'],
      'time-joined': ['firstlogin'],
    },
    standing: [
      { column: 'active', is: 'no', means: 'disabled' },
      { column: 'lockeduntil', is: /./, until: ['lockeduntil'], means: 'disabled' },
    ],
    skip: [{ column: 'accountmode', is: /^1$/, what: guest }],
  },
]
