import type { Preset } from './preset.ts'

/** PrestaShop: its customers, without those who ordered as guests. */
export const prestashop: Preset = {
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
      standing: [
        { column: 'active', is: /^0$/, means: 'disabled' },
        { column: 'deleted', is: /^1$/, means: 'deleted' },
      ],
      skip: [{ column: 'is_guest', is: /^1$/, reason: 'This is a guest, who ordered without an account.' }],
    },
  ],
}
