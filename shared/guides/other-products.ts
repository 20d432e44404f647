import type { Guide } from './guide.ts'

export const otherProducts: Guide = {
  provider: 'other-products',
  title: 'Mattermost, Magento, MediaWiki, Odoo and more',
  mark: 'Db',
  files: '1 file',
  steps: [
    {
      title: 'Find the table of users.',
      text: 'Mattermost: users. Magento: customer_entity. MediaWiki: user. Odoo: res_users. Dolibarr: llx_user. Casdoor: user. FOSUserBundle: fos_user. authentik: authentik_core_user and authentik_core_usersourceconnection. Yii and Sails: user. Prefixes do not matter. Shopify has no database to dump: export Customers as CSV in its admin.',
    },
    {
      title: 'Dump it with its column names.',
      text: 'With mysqldump or pg_dump, on the server or wherever the database can be reached. A dump of the whole database does as well: other tables are counted, not read.',
      command: `pg_dump --data-only --column-inserts \\
  -t users "$DATABASE" > users.sql
mysqldump --complete-insert \\
  "$DATABASE" customer_entity > users.sql`,
    },
    {
      title: 'Drop the file here.',
      text: 'Deleted, blocked and waiting users are told apart. Bots and service accounts are left out where the table says so.',
    },
  ],
  facts: [
    {
      what: 'Password hashes',
      has: 'partly',
      note: 'bcrypt and Argon2 are imported (Mattermost, Dolibarr, Casdoor, Yii, Sails, FOSUserBundle); Magento, MediaWiki and Odoo have hashes of their own, Shopify gives none',
    },
    { what: 'Social IDs', has: 'partly', note: 'Mattermost, Odoo, Casdoor and authentik keep them' },
    { what: 'Verified flags', has: 'yes', note: 'in “emailverified” and “confirmation”' },
    { what: 'Disabled users', has: 'yes', note: 'in “lock_expires” and “statut”; Review asks about them' },
    { what: 'MFA', has: 'partly', note: 'TOTP secrets of Mattermost, Odoo and Casdoor, where they are not encrypted' },
  ],
  time: 'minutes',
  sources: [
    'https://www.postgresql.org/docs/current/app-pgdump.html',
    'https://dev.mysql.com/doc/refman/8.4/en/mysqldump.html',
    'https://www.mediawiki.org/wiki/Manual:User_table',
    'https://help.shopify.com/en/manual/customers/import-export-customers',
  ],
  checked: '2026-11-23',
  unconfirmed:
    'Only the page about MediaWiki’s table was read that day; the columns of the others are those that their databases are known to have.',
}
