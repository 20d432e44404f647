import { describe, expect, it } from 'vitest'
import { countsOf } from './counts.ts'
import { readMadeUp } from './support.ts'

const both = { calls: { emailPassword: 2, thirdParty: 1 }, hashes: { bcrypt: 2 }, ready: 2 }

describe('an export of a product', () => {
  it.each<[string, readonly string[], object]>([
    [
      'strapi',
      ['strapi/up-users.csv'],
      {
        records: { users: 3 },
        calls: { emailPassword: 2 },
        hashes: { bcrypt: 2, none: 1 },
        ready: 1,
        blocked: { disabled: 1, 'identity-without-id': 1 },
      },
    ],
    [
      'directus',
      ['directus/directus-users.csv'],
      {
        records: { users: 3 },
        calls: { emailPassword: 1, passwordless: 1, thirdParty: 1 },
        hashes: { argon2: 1, none: 2 },
        ready: 2,
        blocked: { disabled: 1 },
      },
    ],
    [
      'nextcloud',
      ['nextcloud/oc-users.csv'],
      {
        records: { users: 2 },
        calls: { emailPassword: 1 },
        hashes: { argon2: 1, bcrypt: 1 },
        ready: 1,
        blocked: { 'hash-without-contact': 1 },
      },
    ],
    [
      'moodle',
      ['moodle/mdl-user.csv'],
      {
        records: { users: 4, unreadable: 1 },
        calls: { emailPassword: 1, passwordless: 1 },
        hashes: { bcrypt: 1, crypt: 2, none: 1 },
        ready: 2,
        blocked: { disabled: 1 },
        excluded: 1,
      },
    ],
    [
      'phpbb',
      ['phpbb/phpbb-users.csv'],
      {
        records: { users: 4, unreadable: 2 },
        calls: { emailPassword: 1 },
        hashes: { bcrypt: 1, phpass: 3 },
        ready: 1,
        blocked: { disabled: 1, 'unsupported-hash': 2 },
      },
    ],
    [
      'gitea',
      ['gitea/user.csv'],
      {
        records: { users: 5, unreadable: 1 },
        calls: { emailPassword: 3, passwordless: 1 },
        hashes: { bcrypt: 2, argon2: 1, pbkdf2: 1, none: 1 },
        ready: 3,
        blocked: { disabled: 1, 'unsupported-hash': 1 },
      },
    ],
    [
      'pocketbase',
      ['pocketbase/users.csv', 'pocketbase/external-auths.csv'],
      { records: { users: 2, joined: 1 }, ...both },
    ],
    [
      'joomla',
      ['joomla/users.csv'],
      {
        records: { users: 2 },
        calls: { emailPassword: 1 },
        hashes: { bcrypt: 1, md5: 1 },
        ready: 1,
        blocked: { disabled: 1 },
      },
    ],
    [
      'prestashop',
      ['prestashop/customer.csv'],
      {
        records: { users: 2, unreadable: 1 },
        calls: { emailPassword: 1 },
        hashes: { bcrypt: 1, md5: 1 },
        ready: 1,
        blocked: { disabled: 1 },
      },
    ],
    [
      'google-workspace',
      ['google-workspace/users.csv'],
      { records: { users: 2 }, calls: { passwordless: 2 }, hashes: { none: 2 }, ready: 1, blocked: { disabled: 1 } },
    ],
    [
      'meteor',
      ['meteor/users.ndjson'],
      {
        records: { users: 3 },
        calls: { thirdParty: 2 },
        hashes: { bcrypt_sha256: 2, none: 1 },
        ready: 1,
        blocked: { disabled: 1, 'unsupported-hash': 1 },
      },
    ],
    ['parse', ['parse/users.json'], { records: { users: 2 }, ...both }],
    ['parse', ['parse/mongodb.ndjson'], { records: { users: 2 }, ...both }],
    [
      'supertokens',
      ['supertokens/core.sql'],
      {
        records: {
          users: 5,
          joined: 1,
          other: {
            'public.all_auth_recipe_users': 5,
            'public.emailpassword_user_to_tenant': 3,
            'public.emailverification_verified_emails': 2,
            'public.userid_mapping': 1,
            'table public.user_metadata': 1,
            'table public.user_roles': 1,
          },
        },
        calls: { emailPassword: 3, passwordless: 1, thirdParty: 1 },
        hashes: { argon2: 1, bcrypt: 2, none: 2 },
        ready: 5,
      },
    ],
    [
      'supertokens',
      ['supertokens/bulk.json'],
      {
        records: { users: 2 },
        calls: { emailPassword: 1, passwordless: 1, thirdParty: 1 },
        hashes: { bcrypt: 1, none: 1 },
        ready: 2,
      },
    ],
    [
      'passport',
      ['passport/tutorial.ndjson'],
      {
        records: { users: 3 },
        calls: { emailPassword: 2, thirdParty: 2 },
        hashes: { bcrypt: 2, none: 1 },
        ready: 3,
      },
    ],
    [
      'other-products',
      ['other-products/mattermost.sql'],
      {
        records: { users: 5, other: { 'table public.channels': 1 } },
        calls: { emailPassword: 2, thirdParty: 1 },
        hashes: { bcrypt: 3, pbkdf2: 1, none: 1 },
        ready: 3,
        blocked: { 'unsupported-hash': 1 },
        excluded: 1,
      },
    ],
    [
      'other-products',
      ['other-products/magento2.sql'],
      {
        records: { users: 5, other: { 'table admin_user': 1, 'table customer_address_entity': 1 } },
        calls: { passwordless: 1 },
        hashes: { 'argon2-variant': 2, none: 1, sha: 2 },
        ready: 1,
        blocked: { disabled: 2, 'unsupported-hash': 2 },
      },
    ],
    [
      'other-products',
      ['other-products/mediawiki.sql'],
      {
        records: { users: 4 },
        calls: { passwordless: 1 },
        hashes: { mediawiki: 3, none: 1 },
        ready: 1,
        blocked: { 'unsupported-hash': 3 },
      },
    ],
    [
      'other-products',
      ['other-products/odoo.sql'],
      {
        records: { users: 4, other: { 'table public.res_partner': 5 } },
        hashes: { none: 1, pbkdf2: 3 },
        blocked: { disabled: 1, 'provider-undecided': 1, 'unsupported-hash': 2 },
      },
    ],
    [
      'other-products',
      ['other-products/dolibarr.sql'],
      {
        records: { users: 3, other: { 'table llx_societe': 1 } },
        calls: { emailPassword: 2 },
        hashes: { bcrypt: 2, md5: 1 },
        ready: 1,
        blocked: { disabled: 1, 'unsupported-hash': 1 },
      },
    ],
    [
      'other-products',
      ['other-products/casdoor.sql'],
      {
        records: { users: 6, other: { 'table organization': 1 } },
        calls: { emailPassword: 2, thirdParty: 1 },
        hashes: { argon2: 1, bcrypt: 2, none: 1, plaintext: 1, sha: 1 },
        ready: 2,
        blocked: { disabled: 1, 'unsupported-hash': 2 },
        excluded: 1,
      },
    ],
    [
      'other-products',
      ['other-products/yii2.csv'],
      { records: { users: 3 }, calls: { emailPassword: 3 }, hashes: { bcrypt: 3 }, ready: 1, blocked: { disabled: 2 } },
    ],
    [
      'other-products',
      ['other-products/fosuser.sql'],
      {
        records: { users: 3 },
        calls: { emailPassword: 2 },
        hashes: { bcrypt: 2, sha: 1 },
        ready: 1,
        blocked: { disabled: 2 },
      },
    ],
    [
      'other-products',
      ['other-products/sails.json'],
      { records: { users: 3 }, calls: { emailPassword: 3 }, hashes: { bcrypt: 3 }, ready: 3 },
    ],
    [
      'other-products',
      ['other-products/authentik.sql'],
      {
        records: { users: 3, joined: 1, unreadable: 1 },
        calls: { emailPassword: 1 },
        hashes: { argon2: 1, pbkdf2: 2 },
        ready: 1,
        blocked: { disabled: 1, 'unsupported-hash': 1 },
      },
    ],
    [
      'other-products',
      ['other-products/shopify.csv'],
      { records: { users: 4 }, calls: { passwordless: 4 }, hashes: { none: 4 }, ready: 4 },
    ],
  ])('%s: %o is counted', async (providers, files, counts) => {
    expect(await countsOf(...files)).toEqual({ providers, ...counts })
  })

  it.each<[string, object]>([
    ['strapi/up-users.csv', { sourceId: '1', email: 'ann@example.com', emailVerified: true }],
    ['directus/directus-users.csv', { sourceId: 'f1', email: 'ann@example.com', identities: [] }],
    ['nextcloud/oc-users.csv', { sourceId: 'ann@example.com', email: 'ann@example.com' }],
    ['phpbb/phpbb-users.csv', { sourceId: '2', email: 'ann@example.com', standing: 'active' }],
    ['gitea/user.csv', { sourceId: '1', email: 'ann@example.com', hasPassword: true }],
    ['joomla/users.csv', { sourceId: '1', email: 'ann@example.com' }],
    ['prestashop/customer.csv', { sourceId: '1', email: 'ann@example.com' }],
    ['google-workspace/users.csv', { sourceId: null, email: 'ann@example.com', hash: null, hasPassword: null }],
    [
      'meteor/users.ndjson',
      { sourceId: 'a1', email: 'ann@example.com', emailVerified: true, hash: { declared: 'bcrypt-sha256' } },
    ],
    [
      'parse/users.json',
      { sourceId: 'p1', email: 'ann@example.com', identities: [{ provider: 'facebook', userId: '1001' }] },
    ],
    ['parse/mongodb.ndjson', { sourceId: 'p1', identities: [{ provider: 'google', userId: '103547991597142000004' }] }],
    [
      'supertokens/bulk.json',
      {
        sourceId: 'e1',
        email: 'ann@example.com',
        hash: { declared: 'bcrypt' },
        identities: [{ provider: 'google', userId: '103547991597142000004', email: 'ann@gmail.com' }],
      },
    ],
    [
      'passport/tutorial.ndjson',
      {
        sourceId: '65a5f1e2c3d4e5f6a7b8c9d0',
        email: 'ann@example.com',
        identities: [{ provider: 'google', userId: '103547991597142000004', email: 'ann@gmail.com' }],
      },
    ],
  ])('%s gives its first user these values', async (file, user) => {
    const { entries } = await readMadeUp(file)
    expect(entries.find(({ kind }) => kind === 'user')).toMatchObject({ user })
  })
})

describe('a user of a product whose columns say more than their names', () => {
  it('of MediaWiki and Sails has the email verified that was confirmed, and of Magento not while it waits', async () => {
    const verified = async (file: string) =>
      (await readMadeUp(`other-products/${file}`)).entries.flatMap((entry) =>
        entry.kind === 'user' ? [entry.user.emailVerified] : [],
      )
    expect(await verified('sails.json')).toEqual([true, false, false])
    expect(await verified('magento-export.csv')).toEqual([null, false, null])
  })

  it('of Shopify has an id and a phone number without the apostrophe that keeps them text', async () => {
    const { entries } = await readMadeUp('other-products/shopify.csv')
    const [first] = entries
    expect(first).toMatchObject({ kind: 'user', user: { sourceId: '7200123456', phone: '+12025550100' } })
  })
})
